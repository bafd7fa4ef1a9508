#!/usr/bin/env python3
"""Writes an ONNX model to stdout, from text.

    onnx-assemble.py FILE

The text is that of onnx.parser. A string attribute `node_name` becomes the name
of its node, for which that syntax has no place. After a line `===` come fields of
ModelProto in protobuf's text format; they are merged in, so that a model may
have what the syntax cannot say. Lines that begin with # are left out.
"""

import argparse
import sys
from pathlib import Path

import onnx.parser
from google.protobuf import text_format


def name_nodes(graph: onnx.GraphProto) -> None:
    for node in graph.node:
        for attribute in [a for a in node.attribute if a.name == "node_name"]:
            node.name = attribute.s.decode()
            node.attribute.remove(attribute)


def assemble(text: str) -> onnx.ModelProto:
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    end = lines.index("===") if "===" in lines else len(lines)
    syntax, fields = "\n".join(lines[:end]), "\n".join(lines[end + 1:])
    model = onnx.ModelProto()
    if syntax.strip():
        model = onnx.parser.parse_model(syntax)
    name_nodes(model.graph)
    text_format.Merge(fields, model)
    return model


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path)
    model = assemble(parser.parse_args().file.read_text())
    sys.stdout.buffer.write(model.SerializePartialToString())


if __name__ == "__main__":
    main()

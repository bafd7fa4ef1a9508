"""The lit format of the backend tests."""

import os
import shutil

import lit.formats
import lit.Test

try:
    import node_case
except ImportError as error:
    node_case, missing = None, str(error)


class NodeTestFormat(lit.formats.TestFormat):
    def __init__(self, testdata: str, tools: str, timeout: int):
        self.testdata = testdata
        self.tools = tools
        self.timeout = timeout

    def getTestsInDirectory(self, suite, path_in_suite, lit_config, config):
        if node_case is None or config.unsupported:
            names = ["backend-tests"]
        else:
            cases = [case for case in node_case.load_all(self.testdata) if case.is_claimed()]
            names = [case.name for case in cases]
            for entry in node_case.find_stale_entries(names):
                lit_config.error(f"operators.py: no test has this name: {entry}")
        for name in names:
            yield lit.Test.Test(suite, path_in_suite + tuple(name.split("/")), config)

    def execute(self, test, lit_config):
        if node_case is None:
            return lit.Test.UNSUPPORTED, f"lit's python: {missing}"
        if test.config.unsupported:
            return lit.Test.UNSUPPORTED, "python3-onnx, libonnx-testdata or the importer is missing"
        name = "/".join(test.path_in_suite[-2:])
        if reason := node_case.find_reason(name):
            return lit.Test.UNSUPPORTED, reason
        folder, base = os.path.split(test.getExecPath())
        work = os.path.join(folder, "Output", base + ".tmp")
        shutil.rmtree(work, ignore_errors=True)
        runner = node_case.Runner(self.tools, work, self.timeout, test.config.environment)
        case = node_case.load_case(self.testdata, name)
        try:
            if refusal := node_case.find_refusal(name):
                runner.refuse(case, refusal[1])
            else:
                runner.run(case)
        except node_case.Failure as failure:
            return lit.Test.FAIL, "\n".join([*case.log, str(failure)])
        return lit.Test.PASS, ""

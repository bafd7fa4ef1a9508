// Runs a model with onnxruntime whenever it is told to, as `fold-run
// --bench-paced` does: prints "ready" after the first run, and for each line of
// standard input the nanoseconds of one more run.
//
//   NODE_PATH=.../node_modules node onnxruntime-worker.cjs --model M.onnx
//       --input X.npy --output PREFIX --threads N --level disabled|all
//
// Results of the first run go to PREFIX.0.f32 and so on, as raw numbers. With
// --profile PREFIX it runs once, under onnxruntime's profiler, and ends.
'use strict';

const fs = require('node:fs');
const ort = require('onnxruntime-node');
const readline = require('node:readline');
const {parseArgs} = require('node:util');

const string = {type: 'string'};
const {values: args} = parseArgs({
  options: {model: string, input: string, output: string, threads: string,
            level: string, profile: string}});

/// A '<f4' array, C order, .npy version 1.
function readNpy(path) {
  const bytes = fs.readFileSync(path);
  const start = 10 + bytes.readUInt16LE(8);
  const header = bytes.toString('latin1', 10, start);
  const shape = header.match(/'shape': \(([^)]*)\)/)[1].match(/\d+/g).map(Number);
  const data = new Float32Array(bytes.buffer.slice(bytes.byteOffset + start,
                                                   bytes.byteOffset + bytes.length));
  return new ort.Tensor('float32', data, shape);
}

function writeResults(session, results) {
  session.outputNames.forEach((name, i) => {
    const {data} = results[name];
    fs.writeFileSync(`${args.output}.${i}.f32`,
                     new Uint8Array(data.buffer, data.byteOffset, data.byteLength));
  });
}

async function main() {
  const session = await ort.InferenceSession.create(args.model, {
    executionProviders: ['cpu'],
    intraOpNumThreads: Number(args.threads),
    interOpNumThreads: 1,
    graphOptimizationLevel: args.level,
    enableProfiling: args.profile !== undefined,
    profileFilePrefix: args.profile,
    logSeverityLevel: 3,
  });
  const feeds = {[session.inputNames[0]]: readNpy(args.input)};
  const results = await session.run(feeds);
  if (args.profile !== undefined) {
    session.endProfiling();
    return;
  }
  writeResults(session, results);
  process.stdout.write('ready\n');
  for await (const _ of readline.createInterface({input: process.stdin})) {
    const start = process.hrtime.bigint();
    await session.run(feeds);
    process.stdout.write(`${process.hrtime.bigint() - start}\n`);
  }
}

main().catch((error) => {
  process.stderr.write(`onnxruntime-worker: error: ${error.message}\n`);
  process.exitCode = 1;
});

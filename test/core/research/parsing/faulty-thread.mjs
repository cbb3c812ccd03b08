import { parentPort } from 'node:worker_threads';

/** A parsing thread that goes wrong as its parser says, or counts; plain JavaScript, so that it starts without a compiler. */
parentPort?.on('message', ({ parser, body, args }) => {
  if (parser === 'crash') process.exit(3);
  if (parser === 'hang') for (;;);
  if (parser === 'hog') {
    const kept = [];
    for (;;) kept.push(Array.from({ length: 100_000 }, (_, nr) => nr + kept.length));
  }
  parentPort?.postMessage({ json: String(body.length * JSON.parse(args).times) });
});

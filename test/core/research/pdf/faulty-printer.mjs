import { parentPort, threadId } from 'node:worker_threads';

/** A printing thread that does what the symbol of a report says; plain JavaScript, so that it starts without a compiler. */
const answer = (told) => parentPort?.postMessage(told);
const printed = (words) => answer({ pdf: new Uint8Array(Buffer.from(words)) });

parentPort?.on('message', ({ json }) => {
  const { symbol } = JSON.parse(json);
  if (symbol === 'throw') answer({ error: 'a font is missing' });
  else if (symbol === 'crash') process.exit(3);
  else if (symbol === 'which') printed(String(threadId));
  else if (symbol === 'hang') for (;;);
  else if (symbol === 'hog') {
    const kept = [];
    for (;;) kept.push(Array.from({ length: 100_000 }, (_, nr) => nr + kept.length));
  } else printed(symbol);
});

// A thread of backtests that misbehaves, as the config's number of shares says.
import { parentPort } from 'node:worker_threads';

parentPort.on('message', ({ kind, question }) => {
  if (kind === 'panel') parentPort.postMessage({ done: true });
  if (kind !== 'calculate') return;
  const { top_n } = question.config;
  // 1: tells how far it is, and never ends.
  if (top_n === 1) {
    parentPort.postMessage({ progress: 40 });
    for (;;);
  }
  if (top_n === 2) parentPort.postMessage({ error: 'Error: a fault in the engine' });
  if (top_n === 3) process.exit(7);
  if (top_n === 4) {
    const hoard = [];
    for (;;) hoard.push(Array.from({ length: 1000 }, (_, at) => ({ at })));
  }
  // 5: forgets its panels.
  if (top_n === 5) parentPort.postMessage({ isMissing: true });
});

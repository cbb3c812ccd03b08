import { parentPort } from 'node:worker_threads';

/**
 * A calculating thread that misbehaves as the name of the owner asks. Test support; plain JavaScript, so that it starts
 * without a compiler.
 */
parentPort?.on('message', ({ kind, id, owner }) => {
  if (kind !== 'question') return;
  if (owner === 'exit') process.exit(7);
  if (owner === 'throw') throw new Error('out of numbers');
  if (owner === 'lose') parentPort?.postMessage({ id, isLost: true });
  if (owner === 'err') parentPort?.postMessage({ id, error: 'a division by nothing' });
});

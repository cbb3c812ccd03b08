import { parentPort } from 'node:worker_threads';

/**
 * A drawing thread that misbehaves as the configuration asks. Test support for the renderer; plain JavaScript, so that it
 * starts without a compiler.
 */
parentPort?.on('message', ({ id, config }) => {
  if (config.behave === 'exit') process.exit(7);
  if (config.behave === 'throw') throw new Error('out of canvas');
  if (config.behave === 'draw') parentPort?.postMessage({ id, png: new Uint8Array([id]) });
});

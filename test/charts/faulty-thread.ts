/** A drawing thread that misbehaves as the configuration asks. Test support for the renderer. */
import { parentPort } from 'node:worker_threads';

interface Asked {
  id: number;
  config: { behave: 'draw' | 'exit' | 'throw' | 'hang' };
}

const port = parentPort;
port?.on('message', ({ id, config }: Asked) => {
  if (config.behave === 'exit') process.exit(7);
  if (config.behave === 'throw') throw new Error('out of canvas');
  if (config.behave === 'draw') port.postMessage({ id, png: new Uint8Array([id]) });
});

/** A calculating thread that misbehaves as the name of the owner asks. Test support. */
import { parentPort } from 'node:worker_threads';

interface Asked {
  kind: string;
  id: number;
  owner: 'exit' | 'throw' | 'hang' | 'lose' | 'err';
}

const port = parentPort;
port?.on('message', ({ kind, id, owner }: Asked) => {
  if (kind !== 'question') return;
  if (owner === 'exit') process.exit(7);
  if (owner === 'throw') throw new Error('out of numbers');
  if (owner === 'lose') port.postMessage({ id, isLost: true });
  if (owner === 'err') port.postMessage({ id, error: 'a division by nothing' });
});

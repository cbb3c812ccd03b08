/*
 * A process that does research which waits, on scripted evidence, to be killed at any of its steps: whoever asks the clock the
 * n-th time stops there for good. What sources are asked goes to stdout, a line each, and `stopped` or `done` at the end.
 * Arguments: the time, and n; 0 stops nowhere. The rest of its configuration is in the environment.
 */
import { writeSync } from 'node:fs';
import { createCore } from '../../core/core.ts';
import { createLog, parseConfig } from '../../core/platform/index.ts';
import { script, scriptedResearch } from './scripted-evidence.ts';

const [at = '', stopAt = '0'] = process.argv.slice(2);
/** At once: what is buffered would be lost with the process. */
const say = (line: string): void => void writeSync(1, `${line}\n`);
const told = script();
told.before = (what) => Promise.resolve(say(`asked ${what}`));

let steps = 0;
let isWorking = false;
const clock = {
  now(): Date {
    if (isWorking) steps += 1;
    if (isWorking && steps === Number(stopAt)) {
      say('stopped');
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
    }
    return new Date(at);
  },
};
const config = parseConfig();
const core = await createCore({
  config,
  ownerUrl: config.DATABASE_URL ?? '',
  clock,
  log: createLog('silent'),
  research: scriptedResearch(told),
});
const never = new AbortController().signal;
isWorking = true;
while (await core.research.worker.next(never));
say('done');
await core.close();

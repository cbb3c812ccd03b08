/*
 * A process that asks a program for models, to be killed while that runs; a line on stdin ends it at once, as a second Ctrl-C
 * does. Arguments: the folder with what the program does, the folder of its runs, the program.
 */
import { createCli } from '../../core/llm/index.ts';
import { createLog } from '../../core/platform/index.ts';
import { configOf } from './cli-program.ts';

const [folder = '', runsIn = '', LLM_CLI_BIN = ''] = process.argv.slice(2);
const { provider } = createCli(configOf('codex', folder, { LLM_CLI_BIN }), {
  log: createLog('silent'),
  runsIn,
});
process.stdin.on('data', () => process.exit(0));
const never = new AbortController().signal;
await provider.call(
  { system: '', messages: [{ role: 'user', text: 'Hang.' }], schema: null, maxOutputTokens: 1 },
  { signal: never, timers: { firstByteMs: 600_000, idleMs: 600_000, totalMs: 600_000 } },
);

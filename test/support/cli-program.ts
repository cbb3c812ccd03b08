import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type CliConfig, type CliOptions, createCli, type ModelRequest } from '../../core/llm/index.ts';
import { createLog, parseConfig } from '../../core/platform/index.ts';
import { printOf } from './cli-prints.ts';

export const DOUBLE = path.join(import.meta.dirname, 'cli-double.sh');

export type Speaks = 'codex' | 'claude' | 'gemini' | 'opencode' | 'text';

/** What the double does: `cli-double.sh` runs it, and `cli-prints.ts` has what it prints. */
export interface Script {
  speaks: Speaks;
  does?:
    | 'answer'
    | 'unstructured'
    | 'deaf'
    | 'fail'
    | 'print'
    | 'flood'
    | 'hang'
    | 'stubborn'
    | 'leave'
    | 'signal';
  text?: string;
  before?: string;
  status?: number;
  message?: string;
  code?: number;
  stdout?: string;
  stderr?: string;
  bytes?: number;
  byModel?: Readonly<Record<string, Partial<Script>>>;
}

/** What the double was given. */
export interface Asked {
  argv: string[];
  model?: string;
  stdin: string;
  schema?: string;
  prompt?: string;
  cwd: string;
  found: string[];
  environment: Record<string, string>;
  pid: number;
}

/** A provider over the scripted double, and what the double saw. */
export async function openProgram(
  script: Script,
  settings: Readonly<Record<string, string>> = {},
  options: Partial<CliOptions> = {},
) {
  const folder = await mkdtemp(path.join(tmpdir(), 'cli-double-'));
  writeScript(folder, 'any', script);
  for (const [model, other] of Object.entries(script.byModel ?? {}))
    writeScript(folder, `model-${model}`, { ...script, ...other });
  chmodSync(DOUBLE, 0o755);
  const runsIn = path.join(folder, 'runs');
  mkdirSync(runsIn);
  const config = configOf(script.speaks, folder, settings);
  const cli = createCli(config, { log: createLog('silent'), runsIn, ...options });
  return {
    cli,
    ask: async (
      request: Partial<ModelRequest> = {},
      totalMs = 60_000,
      signal = new AbortController().signal,
    ) =>
      await cli.provider.call(
        {
          system: 'You are brief.',
          messages: [{ role: 'user', text: 'Say it.' }],
          schema: null,
          maxOutputTokens: 100,
          ...request,
        },
        { signal, timers: { firstByteMs: totalMs, idleMs: totalMs, totalMs } },
      ),
    asked: (): Asked[] => linesOf(path.join(folder, 'asked')).map((pid) => askedOf(folder, pid)),
    folder,
    runsIn,
    /** The folders of runs that are there. */
    runs: () => readdirSync(runsIn),
    /** The program and what it started, once both are there. */
    pids: async (): Promise<number[]> =>
      // What is half written is no JSON yet.
      await until(() => JSON.parse(readFileSync(path.join(folder, 'pids'), 'utf8')) as number[]),
    close: async () => {
      await cli.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function writeScript(folder: string, name: string, script: Script): void {
  const at = path.join(folder, name);
  mkdirSync(at);
  const { code, ...printed } = printOf(script);
  const files = { ...printed, does: `${script.does ?? 'answer'} ${code}\n` };
  for (const [file, text] of Object.entries(files)) writeFileSync(path.join(at, file), text);
}

/** None of a file that is not there yet. */
const linesOf = (file: string) =>
  existsSync(file) ? readFileSync(file, 'utf8').split('\n').slice(0, -1) : [];

/** What the double noted of one start. */
function askedOf(folder: string, pid: string): Asked {
  const file = (part: string) => path.join(folder, `asked-${pid}.${part}`);
  const read = (part: string) => readFileSync(file(part), 'utf8');
  const argv = read('argv').split('\0').slice(0, -1);
  const after = (name: string) => (argv.includes(name) ? argv[argv.indexOf(name) + 1] : undefined);
  const part = (name: string) => (existsSync(file(name)) ? { [name]: read(name) } : {});
  const [model, schema] = [after('-m') ?? after('--model'), after('--json-schema')];
  return {
    argv,
    ...(model === undefined ? {} : { model }),
    ...(schema === undefined ? part('schema') : { schema }),
    ...part('prompt'),
    stdin: read('stdin'),
    cwd: linesOf(file('cwd')).join('\n'),
    found: linesOf(file('found')),
    environment: Object.fromEntries(
      linesOf(file('environment')).map((line) => [line.replace(/=.*/, ''), line.replace(/^[^=]*=?/, '')]),
    ),
    pid: Number(pid),
  };
}

/** The settings of a program that is the double. */
export function configOf(
  speaks: Speaks,
  folder: string,
  settings: Readonly<Record<string, string>> = {},
): CliConfig {
  return parseConfig({
    PATH: path.dirname(process.execPath),
    CLI_DOUBLE: folder,
    LLM_CLI_PRESET: speaks === 'text' ? 'custom' : speaks,
    LLM_CLI_BIN: DOUBLE,
    ...(speaks === 'text' ? { LLM_CLI_ARGV: '[]' } : {}),
    LLM_CLI_ENV_ALLOW: 'PATH,CLI_DOUBLE',
    ...settings,
  });
}

/** What a read gives once it does not throw. */
export async function until<T>(read: () => T): Promise<T> {
  for (;;)
    try {
      return read();
    } catch {
      await sleep(10);
    }
}

/** Whether a process still runs; one that waits to be collected does not. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !/^\d+ \(.*\) Z/s.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch (error) {
    // Without /proc, what answers a signal runs.
    return (error as NodeJS.ErrnoException).syscall === 'open' && process.platform !== 'linux';
  }
}

export async function untilGone(pids: readonly number[]): Promise<void> {
  while (pids.some(isAlive)) await sleep(10);
}

import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type CliConfig, type CliOptions, createCli, type ModelRequest } from '../../core/llm/index.ts';
import { createLog, parseConfig } from '../../core/platform/index.ts';

export const DOUBLE = path.join(import.meta.dirname, 'cli-double.mjs');

export type Speaks = 'codex' | 'claude' | 'gemini' | 'opencode' | 'text';

/** What the double does; `cli-double.mjs` has the list. */
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
  const [scriptFile, record, pids] = ['script.json', 'record.jsonl', 'pids.json'].map((name) =>
    path.join(folder, name),
  ) as [string, string, string];
  writeFileSync(scriptFile, JSON.stringify({ ...script, record, pids }));
  chmodSync(DOUBLE, 0o755);
  const runsIn = path.join(folder, 'runs');
  mkdirSync(runsIn);
  const config = configOf(script.speaks, scriptFile, settings);
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
    asked: (): Asked[] =>
      readFileSync(record, 'utf8')
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as Asked),
    scriptFile,
    runsIn,
    /** The folders of runs that are there. */
    runs: () => readdirSync(runsIn),
    /** The program and what it started, once both are there. */
    pids: async (): Promise<number[]> =>
      // What is half written is no JSON yet.
      await until(() => JSON.parse(readFileSync(pids, 'utf8')) as number[]),
    close: async () => {
      await cli.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The settings of a program that is the double. */
export function configOf(
  speaks: Speaks,
  scriptFile: string,
  settings: Readonly<Record<string, string>> = {},
): CliConfig {
  return parseConfig({
    PATH: path.dirname(process.execPath),
    CLI_DOUBLE: scriptFile,
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

import { type ChildProcess, spawn } from 'node:child_process';
import { onAbort, type Timers } from '../../platform/index.ts';
import { startGuard } from './guard.ts';
import { Tail } from './tail.ts';

export interface RunLimits {
  /** Of what is kept of stdout, and of stderr: the end. */
  maxBytes: number;
  /** From the request to end to the end by force. */
  graceMs: number;
  /** How long output is waited for after the program has ended. */
  drainMs: number;
}
export const RUN_LIMITS: RunLimits = { maxBytes: 4_000_000, graceMs: 3000, drainMs: 1000 };

interface ProgramRun {
  file: string;
  args: readonly string[];
  /** All that it sees of the environment. */
  environment: Readonly<Record<string, string>>;
  workFolder: string;
  /** What is removed should this process die before it. */
  folder: string;
  input: string;
  deadlineMs: number;
  signal: AbortSignal;
  limits: RunLimits;
  timers: Timers;
}

export interface ProgramEnd {
  /** `unstarted`: the system could not start it; why is in `error`. */
  by: 'itself' | 'deadline' | 'caller' | 'unstarted';
  /** Null where a signal ended it. */
  code: number | null;
  error: NodeJS.ErrnoException | null;
  stdout: string;
  stderr: string;
  /** More was printed than is kept. */
  isCut: boolean;
}

/**
 * Runs a program without a shell, in a group of processes of its own. It ends at the deadline and with the signal: it is
 * asked to, and forced to after a grace. Nothing of its group lives on once this resolves, nor if this process is killed. It
 * never rejects.
 */
export async function runProgram(run: ProgramRun): Promise<ProgramEnd> {
  const { maxBytes, graceMs, drainMs } = run.limits;
  const stdout = new Tail(maxBytes);
  const stderr = new Tail(maxBytes);
  const end = (by: ProgramEnd['by'], code: number | null, error: unknown = null): ProgramEnd => {
    const [out, err] = [stdout.text(), stderr.text()];
    const isCut = stdout.isCut || stderr.isCut;
    return { by, code, error: error as NodeJS.ErrnoException | null, stdout: out, stderr: err, isCut };
  };
  if (run.signal.aborted) return end('caller', null);
  const guard = startGuard();
  let child: ChildProcess;
  try {
    child = spawn(run.file, run.args, {
      cwd: run.workFolder,
      env: run.environment,
      detached: process.platform !== 'win32',
      windowsHide: true,
    });
  } catch (error) {
    guard.dismiss();
    return end('unstarted', null, error);
  }
  const { pid } = child;
  if (pid !== undefined) guard.watch({ pid, folder: run.folder });
  // Where a process has no file left to open, its child has no pipes and says so a moment later.
  const pipes = [child.stdin, child.stdout, child.stderr];
  for (const emitter of [child, ...pipes]) emitter?.on('error', () => undefined);
  child.stdout?.on('data', (chunk: Buffer) => stdout.push(chunk));
  child.stderr?.on('data', (chunk: Buffer) => stderr.push(chunk));
  child.stdin?.end(run.input);

  const over = new AbortController();
  const after = (ms: number, act: () => void): void => {
    run.timers.sleep(ms, over.signal).then(act, () => undefined);
  };
  let by: ProgramEnd['by'] = 'itself';
  let hasEnded = false;
  let giveUp: (() => void) | undefined;
  const stop = (why: 'deadline' | 'caller'): void => {
    if (by !== 'itself' || hasEnded) return;
    by = why;
    endGroup(pid, 'SIGTERM');
    after(graceMs, () => {
      endGroup(pid, 'SIGKILL');
      // A process that the system itself holds back is not waited for.
      after(drainMs, () => giveUp?.());
    });
  };
  after(run.deadlineMs, () => stop('deadline'));
  const forget = onAbort(run.signal, () => stop('caller'));
  try {
    return await new Promise<ProgramEnd>((resolve) => {
      giveUp = () => resolve(end(by, null));
      child.once('error', (error) => resolve(end('unstarted', null, error)));
      child.once('exit', (code) => {
        hasEnded = true;
        // What it started and left behind goes with it; it may hold the pipes too.
        endGroup(pid, 'SIGKILL');
        after(drainMs, () => resolve(end(by, code)));
        child.once('close', () => resolve(end(by, code)));
      });
    });
  } finally {
    over.abort();
    forget();
    for (const stream of pipes) stream?.destroy();
    guard.dismiss();
  }
}

/** Every process of the group that `pid` leads. */
function endGroup(pid: number | undefined, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    // Windows has no groups; the tree of a process comes nearest.
    if (process.platform === 'win32')
      spawn('taskkill', ['/pid', String(pid), '/t', '/f'], { stdio: 'ignore', windowsHide: true }).on(
        'error',
        () => undefined,
      );
    else process.kill(-pid, signal);
  } catch {
    // All of them are gone already.
  }
}

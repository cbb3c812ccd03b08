import { type ChildProcess, spawn } from 'node:child_process';

/**
 * Waits until the process that started it is gone without a word, by the end of its stdin, and then ends the group of
 * processes that it was told of and removes the folder. It is a program of its own: nothing else is left to do so after a
 * kill -9.
 */
const PROGRAM = `
let told = '';
process.stdin.on('data', (chunk) => { told += chunk; });
process.stdin.on('error', () => {});
process.stdin.on('close', () => {
  const { pid, folder } = JSON.parse(told || '{}');
  try {
    if (pid !== undefined && process.platform === 'win32')
      require('node:child_process').spawnSync('taskkill', ['/pid', String(pid), '/t', '/f']);
    else if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {}
  if (folder !== undefined) require('node:fs').rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});
`;

/** Stands by a program that runs, in case this process dies before it. */
interface Guard {
  watch(this: void, what: { pid: number; folder: string }): void;
  /** The program has ended, or will be ended by this process. */
  dismiss(this: void): void;
}

export function startGuard(): Guard {
  const child: ChildProcess = spawn(process.execPath, ['-e', PROGRAM], {
    // Its own group: a Ctrl-C at the terminal must not take it along.
    detached: true,
    cwd: '/',
    env: {},
    stdio: ['pipe', 'ignore', 'ignore'],
    windowsHide: true,
  });
  // Without a guard the program runs all the same; it ends at its deadline.
  child.on('error', () => undefined);
  child.stdin?.on('error', () => undefined);
  child.unref();
  return {
    watch(what) {
      child.stdin?.write(JSON.stringify(what));
    },
    dismiss() {
      child.kill('SIGKILL');
      child.stdin?.destroy();
    },
  };
}

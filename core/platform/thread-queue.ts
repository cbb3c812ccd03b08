import { type Transferable, Worker } from 'node:worker_threads';
import { backgroundTimers, type Timers } from './clock.ts';
import { onAbort } from './on-abort.ts';
import { threadLoader } from './worker-thread.ts';

export interface ThreadLimits {
  /** Largest heap of the thread. */
  heapMb: number;
  /** Longest time for one task, the start of the thread included. Infinity where it may take any time. */
  deadlineMs: number;
  /** After so long without a task the thread ends, and gives its memory back. */
  idleMs: number;
}

/** A task that the thread did not finish. */
export class ThreadEnded extends Error {
  override name = 'ThreadEnded';
  readonly reason: 'OUT_OF_MEMORY' | 'TOO_SLOW' | 'FAILED' | 'CLOSED';

  constructor(reason: ThreadEnded['reason'], message: string, options: ErrorOptions = {}) {
    super(message, options);
    this.reason = reason;
  }
}

/** Sends a message to the thread; what is listed in `moved` moves instead of being copied. */
export type Post<Question> = (question: Question, moved?: Transferable[]) => void;

type Outcome<Result> = { result: Result } | { error: unknown };

interface ThreadTask<Question, Answer, Result> {
  /** Tells the thread what to do, once its turn has come. */
  ask: (post: Post<Question>) => void;
  /** Takes in one answer: what the task gives or fails with, or undefined while more are to come. */
  take: (answer: Answer, post: Post<Question>) => Outcome<Result> | undefined;
  /** Ends the task, and the thread where it is at it. */
  signal?: AbortSignal | undefined;
}

export interface ThreadQueue<Question, Answer> {
  /** @throws ThreadEnded or what explains it, the error that `take` gives, or the signal's reason. The tasks that wait behind it are done all the same. */
  run: <Result>(task: ThreadTask<Question, Answer, Result>) => Promise<Result>;
  /** Tasks that wait behind the one in work. */
  waiting: () => number;
  /** Ends the thread. What is not done yet fails; a later task starts it again. */
  close: () => Promise<void>;
}

interface Waiting<Question, Answer> {
  ask: (post: Post<Question>) => void;
  /** Whether that was the last answer. */
  take: (answer: Answer, post: Post<Question>) => boolean;
  reject: (error: unknown) => void;
}

/**
 * Does tasks in a thread of its own, one after the other, so that nobody else is held up and a hostile one ends nothing but
 * the thread. It starts with the first task, and again with the next one after it ended.
 * @param thread a file beside the one that starts it: see threadBeside
 * @param explain what a task fails with that the thread did not finish
 */
export function createThreadQueue<Question, Answer>({
  thread,
  limits,
  explain = (ended) => ended,
  timers = backgroundTimers,
}: {
  thread: URL;
  limits: ThreadLimits;
  explain?: (ended: ThreadEnded) => Error;
  timers?: Pick<Timers, 'sleep'>;
}): ThreadQueue<Question, Answer> {
  type One = Waiting<Question, Answer>;
  const waiting: One[] = [];
  let active: One | null = null;
  let worker: Worker | null = null;
  /** The end of what is waited for: of the active task, or of the idle thread. */
  let timer = new AbortController();

  function after(ms: number, act: () => void): void {
    timer.abort();
    timer = new AbortController();
    if (ms === Infinity) return;
    timers.sleep(ms, timer.signal).then(act, () => undefined);
  }

  async function endThread(): Promise<void> {
    const ending = worker;
    worker = null;
    await ending?.terminate();
  }

  function start(): Worker {
    const started = new Worker(thread, {
      execArgv: threadLoader(thread),
      resourceLimits: { maxOldGenerationSizeMb: limits.heapMb },
    });
    const ended = (error: ThreadEnded): void => {
      // One that was ended for its time has been replaced already.
      if (worker !== started) return;
      worker = null;
      settle((one) => one.reject(error));
    };
    started.on('message', (answer: Answer) => {
      if (worker !== started || active === null) return;
      const one = active;
      try {
        if (one.take(answer, postFor(one, started))) settle(() => undefined);
      } catch (error) {
        // More answers of the same task may be on their way.
        giveUp(error);
      }
    });
    started.on('error', (error: NodeJS.ErrnoException) =>
      ended(
        error.code === 'ERR_WORKER_OUT_OF_MEMORY'
          ? new ThreadEnded('OUT_OF_MEMORY', 'the thread needed more memory than it may use', {
              cause: error,
            })
          : new ThreadEnded('FAILED', error.message, { cause: error }),
      ),
    );
    started.on('exit', () => ended(new ThreadEnded('FAILED', 'the thread stopped unexpectedly')));
    return started;
  }

  /** Nothing is said any more for a task that is over, or to a thread that ended. */
  function postFor(one: One, to: Worker): Post<Question> {
    return (question, moved = []) => {
      if (active === one && worker === to) to.postMessage(question, moved);
    };
  }

  function next(): void {
    if (active !== null) return;
    const one = waiting.shift() ?? null;
    active = one;
    if (one === null) {
      // It keeps no process alive while nothing is asked.
      worker?.unref();
      if (worker !== null) after(limits.idleMs, () => void endThread());
      return;
    }
    after(limits.deadlineMs, () => giveUp(new ThreadEnded('TOO_SLOW', 'the task took too long')));
    try {
      // A machine without room for another thread throws here, maybe in the event of another task.
      worker ??= start();
      worker.ref();
      one.ask(postFor(one, worker));
    } catch (error) {
      // What it has been told so far is half a task.
      giveUp(error);
    }
  }

  /** Fails the active task, and ends the thread, which may be anywhere in it. */
  function giveUp(error: unknown): void {
    void endThread();
    settle((one) => one.reject(error));
  }

  function settle(tell: (one: One) => void): void {
    const one = active;
    timer.abort();
    active = null;
    if (one !== null) tell(one);
    next();
  }

  /** The task is no longer wanted. */
  function drop(one: One, reason: unknown): void {
    if (active === one) return giveUp(reason);
    const at = waiting.indexOf(one);
    if (at >= 0) waiting.splice(at, 1);
    one.reject(reason);
  }

  return {
    async run<Result>({ ask, take, signal }: ThreadTask<Question, Answer, Result>) {
      signal?.throwIfAborted();
      let forget = (): void => undefined;
      return await new Promise<Result>((resolve, fail) => {
        const reject = (error: unknown): void => fail(error instanceof ThreadEnded ? explain(error) : error);
        const one: One = {
          ask,
          take: (answer, post) => {
            const outcome = take(answer, post);
            if (outcome === undefined) return false;
            if ('result' in outcome) resolve(outcome.result);
            else reject(outcome.error);
            return true;
          },
          reject,
        };
        waiting.push(one);
        forget = onAbort(signal, () => drop(one, signal?.reason));
        next();
      }).finally(() => forget());
    },
    waiting: () => waiting.length,
    async close() {
      timer.abort();
      const closed = new ThreadEnded('CLOSED', 'the thread was closed');
      for (const one of [...(active === null ? [] : [active]), ...waiting.splice(0)]) one.reject(closed);
      active = null;
      await endThread();
    },
  };
}

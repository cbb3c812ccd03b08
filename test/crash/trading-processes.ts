import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { Aim, FromProcess, Task, ToProcess } from './messages.ts';
import type { TradingPlace } from './trading-side.ts';

/** How a task ended: null where it was done, the code of a refusal, or KILLED. */
export type Outcome = string | null;
export const KILLED = 'KILLED';

/** A started trading process. */
export class TradingProcess {
  readonly #child: ChildProcess;
  readonly #waiting = new Map<number, (message: FromProcess | null) => void>();
  readonly ready: Promise<void>;
  readonly ended: Promise<void>;
  #nr = 0;
  #sleeping: (() => void) | null = null;
  /** Whether a kill was sent to it from here. */
  #isOver = false;
  /** The step at which it killed itself, and which time that it came by. */
  died: { step: string; time: number } | null = null;

  constructor(file: string, place: TradingPlace) {
    this.#child = fork(file, [JSON.stringify(place)], {
      execArgv: [],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    // A message to one that was just killed.
    this.#child.on('error', () => undefined);
    this.ended = once(this.#child, 'exit').then(() => {
      this.#isOver = true;
      for (const end of this.#waiting.values()) end(null);
      this.#waiting.clear();
      this.#sleeping?.();
    });
    this.ready = new Promise((resolve, reject) => {
      this.#child.once('message', () => resolve());
      void this.ended.then(() => reject(new Error('a trading process ended before it was ready')));
    });
    this.ready.catch(() => undefined);
    this.#child.on('message', (message: FromProcess) => {
      if (message.kind === 'sleeping') this.#sleeping?.();
      if (message.kind === 'dying') this.died = { step: message.step, time: message.time };
      if (message.kind !== 'done') return;
      this.#waiting.get(message.nr)?.(message);
      this.#waiting.delete(message.nr);
    });
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  /** Whether a signal ended it; a process of the matrix ends by nothing else. */
  get wasKilled(): boolean {
    return this.#child.signalCode === 'SIGKILL';
  }

  aim(aim: Aim): void {
    this.#send({ kind: 'aim', aim });
  }

  /** Has it do something; several things at once where it is not awaited. */
  async ask(task: Task, at: Date): Promise<Outcome> {
    const message = await this.#asked(task, at);
    return message === null ? KILLED : message.code;
  }

  /** The steps that it went through. */
  async steps(): Promise<string[]> {
    const message = await this.#asked({ kind: 'steps' }, new Date(0));
    return message?.steps ?? [];
  }

  async #asked(task: Task, at: Date): Promise<Extract<FromProcess, { kind: 'done' }> | null> {
    if (this.#isOver) return null;
    this.#nr += 1;
    const nr = this.#nr;
    const answered = new Promise<FromProcess | null>((resolve) => this.#waiting.set(nr, resolve));
    this.#send({ ...task, nr, at: at.toISOString() });
    const message = await answered;
    return message?.kind === 'done' ? message : null;
  }

  /** Resolves when it puts itself to sleep, or ends. */
  async fallsAsleep(): Promise<void> {
    await new Promise<void>((resolve) => (this.#sleeping = resolve));
  }

  wake(): void {
    this.#child.kill('SIGCONT');
  }

  /** At once, whatever it does. */
  kill(): void {
    this.#child.kill('SIGKILL');
  }

  #send(message: ToProcess): void {
    if (!this.#isOver && this.#child.connected) this.#child.send(message, () => undefined);
  }
}

/** Trading processes of one place, some of them started ahead. */
export class TradingProcesses {
  readonly #start: () => TradingProcess;
  readonly #ahead: TradingProcess[] = [];
  readonly #count: number;

  constructor(file: string, place: TradingPlace, count: number) {
    this.#start = () => new TradingProcess(file, place);
    this.#count = count;
    this.#fill();
  }

  #fill(): void {
    while (this.#ahead.length < this.#count) this.#ahead.push(this.#start());
  }

  /** One that nothing was asked of yet. */
  async take(): Promise<TradingProcess> {
    const next = this.#ahead.shift() ?? this.#start();
    this.#fill();
    await next.ready;
    return next;
  }

  async close(): Promise<void> {
    const all = this.#ahead.splice(0);
    for (const one of all) one.kill();
    await Promise.all(all.map(({ ended }) => ended));
  }
}

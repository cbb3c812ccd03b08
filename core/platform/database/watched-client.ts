import pg from 'pg';
import { systemTimers } from '../clock.ts';
import { survivesLostConnections } from './lost-connection.ts';
import { serverLimits, SIGN_OF_LIFE_MS, type TimeLimits, type Use } from '../time-limits.ts';
import { PreparedStatements } from './prepared-statements.ts';
import { NoAnswer } from './unavailable.ts';

export interface WatchedConfig extends pg.ClientConfig {
  limits: TimeLimits;
  /** Milliseconds between two signs of life; none is asked for without. */
  signOfLifeMs?: number;
  /** True behind a pooler: no state of a connection outlasts a transaction. */
  isPooled?: boolean;
}

/** How often within a limit it is looked whether anything came. */
const LOOKS = 8;
/** A goodbye that the server does not take is not waited for. */
const GOODBYE_MS = 1000;

/**
 * A client that gives up on a server which says nothing: stopped, or on a machine that vanished. No limit of the server's
 * own helps there. pg's `query_timeout` would leave the client in its pool, where the late answer goes to the next who
 * asks, and ROLLBACK would wait once more; here the socket is broken, so that all that waits fails at once, and the pools
 * throw the client away. The server ends the transaction as soon as it reads that.
 */
export class WatchedClient extends pg.Client {
  /** Null behind a pooler, where each transaction may have another server connection. */
  readonly prepared: PreparedStatements | null;
  readonly #isPooled: boolean;
  readonly #usual: TimeLimits;
  readonly #signOfLifeMs: number | undefined;
  #use: Use | null = null;
  #isFirst = true;
  #isWaiting = false;
  #limitMs = 0;
  #heardAt = 0;
  #traffic = 0;
  #look: NodeJS.Timeout | undefined;
  #lookAt = Number.POSITIVE_INFINITY;
  #pendingBegin: string | null = null;
  #pendingEnd: string | null = null;

  constructor({ limits, signOfLifeMs, isPooled = false, ...config }: WatchedConfig) {
    super({
      ...config,
      connectionTimeoutMillis: limits.waitMs,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
    });
    this.#isPooled = isPooled;
    this.prepared = isPooled ? null : new PreparedStatements();
    this.#usual = limits;
    this.#signOfLifeMs = signOfLifeMs;
    // From the beginning: a pool listens only once the client is connected, and its settings are told before that.
    survivesLostConnections(this);
    this.connection.on('readyForQuery', () => this.#heard());
    this.on('drain', () => {
      this.#isWaiting = false;
      this.#setPipelining(this.#isShared);
    });
    this.on('end', () => this.#stopLooking());
  }

  /** Default limits of the connection; null where they are unknown. */
  get usual(): TimeLimits | null {
    return this.#isPooled ? null : this.#usual;
  }

  /** The use it is in; null while nobody has it. */
  get use(): Use | null {
    return this.#use;
  }

  lend(use: Use): void {
    this.#use = use;
    this.#isFirst = true;
  }

  takeBack(): void {
    this.#use = null;
    this.#isFirst = true;
    this.deferBegin(null);
  }

  /**
   * Holds a BEGIN back until the first statement of its transaction, and sends both together: one round trip less.
   * @param end where that statement is also the last: what ends the transaction, to be sent with it (`endWith`)
   */
  deferBegin(begin: string | null, end: string | null = null): void {
    this.#pendingBegin = begin;
    this.#pendingEnd = end;
  }

  /** Sends a statement and, where it is the only one of its transaction, COMMIT right behind it. An error of the statement comes first. */
  async endWith<T>(send: () => Promise<T>): Promise<T> {
    const end = this.#pendingEnd;
    this.#pendingEnd = null;
    const answer = send();
    if (end === null) return await answer;
    // Of a statement that failed, COMMIT keeps nothing and is no error.
    const [answered, ended] = await Promise.allSettled([answer, this.query(end) as Promise<unknown>]);
    if (answered.status === 'rejected') throw answered.reason;
    if (ended.status === 'rejected') throw ended.reason;
    return answered.value;
  }

  /** Adds a statement to a BEGIN that is held back. @returns false where none is, and nothing was added */
  appendToPendingBegin(statement: string): boolean {
    if (this.#pendingBegin === null) return false;
    this.#pendingBegin += ` ${statement}`;
    return true;
  }

  /** Drops a BEGIN that is held back, so that the server never sees an empty transaction. @returns whether there was one */
  discardPendingBegin(): boolean {
    const wasPending = this.#pendingBegin !== null;
    this.deferBegin(null);
    return wasPending;
  }

  override connect(): Promise<this>;
  override connect(done: (error: Error | null) => void): void;
  override connect(done?: (error: Error | null) => void): Promise<this> | void {
    const opening = this.#open();
    if (done === undefined) return opening;
    opening.then(
      () => done(null),
      (error: unknown) => done(error as Error),
    );
  }

  async #open(): Promise<this> {
    await super.connect();
    this.#isFirst = true;
    // This connection has concurrent users; other connections have one at a time.
    this.#setPipelining(this.#isShared);
    if (this.#isPooled) return this;
    // By a statement and not as the connection is made: poolers refuse a connection with settings they do not know.
    const settings = [...serverLimits(this.#usual)].map(([name, ms]) => `set ${name} = ${ms}`);
    try {
      await (this.query(settings.join('; ')) as Promise<unknown>);
    } catch (error) {
      // A pool forgets a client that could not be connected, and would leave this one open.
      this.connection.stream.destroy();
      throw error;
    }
    if (this.#signOfLifeMs !== undefined) this.#askForSignsOfLife(this.#signOfLifeMs);
    return this;
  }

  // One signature stands for all of pg's; what is given is handed on as it came.
  override query(...given: unknown[]): never {
    if (!this.#isWaiting) {
      this.#isWaiting = true;
      this.#await(this.#use === null ? this.#ownLimit() : this.#limitOf(this.#use));
    }
    if (this.#pendingBegin !== null) this.#sendPendingBegin(this.#pendingBegin, given[0]);
    if (this.#isPooled) given[0] = withoutName(given[0]);
    return super.query(...(given as [string])) as never;
  }

  /** Sends BEGIN in one write with the statement that follows, without waiting for its answer. */
  #sendPendingBegin(begin: string, following: unknown): void {
    this.#pendingBegin = null;
    const { stream } = this.connection;
    // pg does not pipeline what takes over the connection, such as COPY: that waits for the answer to BEGIN.
    const takesOver = typeof (following as { submit?: unknown } | null)?.submit === 'function';
    if (!takesOver) {
      this.#setPipelining(true);
      stream.cork();
      process.nextTick(() => stream.uncork());
    }
    // Without BEGIN, what follows would not be in a transaction: the connection is given up instead.
    super.query(begin).catch((error: unknown) => stream.destroy(error as Error));
  }

  get #isShared(): boolean {
    return this.#signOfLifeMs !== undefined;
  }

  #setPipelining(isOn: boolean): void {
    // Not in pg's types yet.
    (this as unknown as { pipeline: boolean }).pipeline = isOn;
  }

  override end(): Promise<void>;
  override end(done: (error: Error) => void): void;
  override end(done?: (error: Error) => void): Promise<void> | void {
    const cut = setTimeout(() => this.connection.stream.destroy(), GOODBYE_MS);
    cut.unref();
    this.once('end', () => clearTimeout(cut));
    return done === undefined ? super.end() : super.end(done);
  }

  #ownLimit(): number {
    return this.#isFirst ? this.#usual.waitMs : this.#usual.answerMs;
  }

  #limitOf(use: Use): number {
    return this.#isFirst ? use.leftMs() : use.limits.answerMs;
  }

  #await(limitMs: number): void {
    this.#limitMs = limitMs;
    this.#heardAt = systemTimers.now();
    // The statement itself is being written: that is no answer.
    queueMicrotask(() => {
      this.#traffic = this.#bytes();
    });
    this.#lookLater();
  }

  /** One timer goes on from statement to statement: most are answered long before it is due. */
  #lookLater(): void {
    const now = systemTimers.now();
    const left = this.#limitMs - (now - this.#heardAt);
    const at = now + Math.max(1, Math.min(this.#limitMs / LOOKS, left));
    if (this.#lookAt <= at) return;
    this.#lookAt = at;
    clearTimeout(this.#look);
    this.#look = setTimeout(() => {
      this.#lookAt = Number.POSITIVE_INFINITY;
      if (!this.#isWaiting) return;
      if (!this.#isQuietTooLong()) return this.#lookLater();
      // What came while the process was busy is read first.
      setImmediate(() => {
        if (!this.#isWaiting) return;
        if (this.#isQuietTooLong()) this.#giveUp();
        else this.#lookLater();
      });
    }, at - now);
    this.#look.unref();
  }

  #isQuietTooLong(): boolean {
    const bytes = this.#bytes();
    if (bytes !== this.#traffic) {
      this.#traffic = bytes;
      this.#heardAt = systemTimers.now();
      this.#limitMs = (this.#use?.limits ?? this.#usual).answerMs;
    }
    return systemTimers.now() - this.#heardAt >= this.#limitMs;
  }

  #bytes(): number {
    const { bytesRead = 0, bytesWritten = 0 } = this.connection.stream as {
      bytesRead?: number;
      bytesWritten?: number;
    };
    return bytesRead + bytesWritten;
  }

  #giveUp(): void {
    this.#stopLooking();
    this.#use?.gaveUp();
    const seconds = Math.round(this.#limitMs / 100) / 10;
    this.connection.stream.destroy(new NoAnswer(`the database did not respond for ${seconds} s`));
  }

  /** A statement ended; the next one of the queue, if there is one, begins. */
  #heard(): void {
    this.#isFirst = false;
    this.#use?.heard();
    if (this.#isWaiting) this.#await((this.#use?.limits ?? this.#usual).answerMs);
  }

  #stopLooking(): void {
    this.#isWaiting = false;
    clearTimeout(this.#look);
  }

  #askForSignsOfLife(everyMs: number): void {
    const beat = setInterval(() => {
      // Whoever waits for an answer already is watched by that.
      if (!this.#isWaiting) (this.query('select') as Promise<unknown>).catch(() => undefined);
    }, everyMs);
    beat.unref();
    this.once('end', () => clearInterval(beat));
  }
}

/** An unnamed statement, prepared for one use. */
function withoutName(statement: unknown): unknown {
  const { name, submit } = (statement ?? {}) as { name?: unknown; submit?: unknown };
  return name === undefined || submit !== undefined
    ? statement
    : { ...(statement as object), name: undefined };
}

interface ConnectionOptions {
  /** What `pg_stat_activity` shows. */
  name: string;
  limits: TimeLimits;
  /** For connections that listen or hold locks: how soon they notice that the server has gone silent. */
  signOfLifeMs?: number;
  /** The address may be a pooler in transaction mode, so no session settings are sent. */
  isPooled?: boolean;
}

/** A connection of its own, not connected yet. One that is lost meanwhile ends no process; it emits `error` and `end`. */
export function openClient(connectionString: string, options: ConnectionOptions): pg.Client {
  const { name, ...others } = options;
  return new WatchedClient({ connectionString, application_name: name, ...others });
}

/** A connection for LISTEN or for locks, which finds out by itself when the server has gone silent. */
export function openHeldClient(connectionString: string, name: string, limits: TimeLimits): pg.Client {
  return openClient(connectionString, { name, limits, signOfLifeMs: SIGN_OF_LIFE_MS });
}

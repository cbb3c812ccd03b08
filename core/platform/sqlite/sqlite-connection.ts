import { Worker } from 'node:worker_threads';
import { threadBeside, threadLoader } from '../worker-thread.ts';
import type { SqliteAnswer, SqliteFile, Statement } from './sqlite-thread.ts';

const THREAD = threadBeside(import.meta.url, 'sqlite-thread');

/** What SQLite answered against a statement. `code` as it names it, such as SQLITE_BUSY or SQLITE_FULL. */
export class SqliteError extends Error {
  override name = 'SqliteError';
  readonly code: string | null;

  constructor(message: string, code: string | null) {
    super(message);
    this.code = code;
  }
}

type Answered = Exclude<SqliteAnswer, { error: unknown }>;

/**
 * One connection to a SQLite file, in a thread of its own: SQLite works and waits for locks in the thread that calls it,
 * and the process has others to answer meanwhile. Statements run one after the other. It keeps no process alive while
 * nothing runs.
 */
export class SqliteConnection {
  readonly #worker: Worker;
  readonly #waiting: ((answer: SqliteAnswer) => void)[] = [];
  #isOver = false;

  /** @throws SqliteError where the file cannot be opened. */
  static async open(file: SqliteFile): Promise<SqliteConnection> {
    const connection = new SqliteConnection(file);
    await connection.#answer();
    return connection;
  }

  private constructor(file: SqliteFile) {
    this.#worker = new Worker(THREAD, { workerData: file, execArgv: threadLoader(THREAD) });
    this.#worker.unref();
    this.#worker.on('message', (answer: SqliteAnswer) => this.#next(answer));
    this.#worker.on('error', (error: Error & { code?: string }) => this.#end(error.message, error.code));
    this.#worker.on('exit', () => this.#end('The thread of the SQLite file has ended.'));
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  /** @throws SqliteError */
  async run(statement: Statement): Promise<Answered> {
    if (this.#isOver) throw new SqliteError('The SQLite file is closed.', 'SQLITE_MISUSE');
    this.#worker.postMessage(statement);
    return await this.#answer();
  }

  async close(): Promise<void> {
    if (this.#isOver) return;
    const ended = new Promise((resolve) => this.#worker.once('exit', resolve));
    this.#worker.ref();
    this.#worker.postMessage('close');
    await ended;
  }

  async #answer(): Promise<Answered> {
    this.#worker.ref();
    const answer = await new Promise<SqliteAnswer>((resolve) => this.#waiting.push(resolve));
    if ('error' in answer) throw new SqliteError(answer.error.message, answer.error.code);
    return answer;
  }

  #next(answer: SqliteAnswer): void {
    this.#waiting.shift()?.(answer);
    if (this.#waiting.length === 0) this.#worker.unref();
  }

  #end(message: string, code: string | null = null): void {
    this.#isOver = true;
    while (this.#waiting.length > 0) this.#next({ error: { message, code } });
  }
}

/** The thread that holds one connection to a SQLite file; sqlite-client.ts starts it and tells it what to run. */
import Database from 'libsql';
import { parentPort, workerData } from 'node:worker_threads';

export interface SqliteFile {
  file: string;
  /** How long a lock of another process is waited for, in milliseconds. */
  busyMs: number;
}

export interface Statement {
  sql: string;
  bindings: readonly unknown[];
}

export type SqliteAnswer =
  | { rows: unknown[]; changes: number }
  /** `code` as SQLite names it, such as SQLITE_BUSY or SQLITE_CONSTRAINT_UNIQUE. */
  | { error: { message: string; code: string | null } };

/** Prepared statements that are kept, the last used ones. */
const PREPARED = 200;

type Prepared = Database.Statement<unknown[]>;

function serve(port: NonNullable<typeof parentPort>, { file, busyMs }: SqliteFile): void {
  const database = new Database(file);
  database.exec(`pragma busy_timeout = ${Math.round(busyMs)}`);
  const prepared = new Map<string, Prepared>();

  const statementOf = (sql: string): Prepared => {
    const known = prepared.get(sql);
    if (known !== undefined) prepared.delete(sql);
    const statement = known ?? database.prepare(sql);
    prepared.set(sql, statement);
    if (prepared.size > PREPARED) prepared.delete(prepared.keys().next().value ?? '');
    return statement;
  };

  function run({ sql, bindings }: Statement): SqliteAnswer {
    const statement = statementOf(sql);
    if (statement.reader) return { rows: statement.all(...bindings), changes: 0 };
    return { rows: [], changes: statement.run(...bindings).changes };
  }

  port.on('message', (statement: Statement | 'close') => {
    if (statement === 'close') {
      database.close();
      port.close();
      return;
    }
    let answer: SqliteAnswer;
    try {
      answer = run(statement);
    } catch (error) {
      const { message, code } = error as { message?: string; code?: string };
      answer = { error: { message: message ?? String(error), code: code ?? null } };
    }
    port.postMessage(answer);
  });
  port.postMessage({ rows: [], changes: 0 } satisfies SqliteAnswer);
}

if (parentPort !== null) serve(parentPort, workerData as SqliteFile);

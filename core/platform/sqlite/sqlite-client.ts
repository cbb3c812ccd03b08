import knexFactory, { type Knex } from 'knex';
import { SqliteConnection } from './sqlite-connection.ts';

/** Readers beside the writer: SQLite lets one process write at a time, and any number read. */
const CONNECTIONS = 3;
/** How long a lock of another process is waited for. */
const BUSY_MS = 10_000;
/** As each connection is opened. The journal is of the file, once and for all; the others are of the connection. */
const PRAGMAS = ['journal_mode = wal', 'synchronous = normal', 'foreign_keys = on'];

interface Query {
  sql: string;
  bindings?: readonly unknown[];
  response?: unknown;
  context?: unknown;
}

interface Transacting {
  query(connection: unknown, sql: string): Promise<unknown>;
  begin(connection: unknown): Promise<unknown>;
}
interface Client {
  transaction(...given: unknown[]): Transacting;
}

/** Knex's own client for SQLite; it is reached by its name only, and asks for its driver where it is connected. */
const SqliteOfKnex = knexFactory({ client: 'better-sqlite3', useNullAsDefault: true }).client
  .constructor as unknown as new (config: Knex.Config) => Client;

const bound = (value: unknown): unknown => {
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'boolean' ? Number(value) : value;
};

class ThreadedSqlite extends SqliteOfKnex {
  declare readonly connectionSettings: { filename: string };

  _driver(): object {
    return {};
  }

  async acquireRawConnection(): Promise<SqliteConnection> {
    const connection = await SqliteConnection.open({
      file: this.connectionSettings.filename,
      busyMs: BUSY_MS,
    });
    for (const pragma of PRAGMAS) await connection.run({ sql: `pragma ${pragma}`, bindings: [] });
    return connection;
  }

  async destroyRawConnection(connection: SqliteConnection): Promise<void> {
    await connection.close();
  }

  validateConnection(connection: SqliteConnection): boolean {
    return !connection.isOver;
  }

  async _query(connection: SqliteConnection, query: Query): Promise<Query> {
    const { rows, changes } = await connection.run({
      sql: query.sql,
      bindings: (query.bindings ?? []).map(bound),
    });
    // As Knex's client takes them: rows of what reads or returns, and else what changed.
    query.response = rows.length > 0 || changes === 0 ? rows : { changes };
    query.context = { changes };
    return query;
  }

  /**
   * Takes the right to write at its beginning. A plain BEGIN takes it at the first write, and where another process has
   * written since the first read it is refused at once, however long one would wait.
   */
  override transaction(...given: unknown[]): Transacting {
    const transaction = super.transaction(...given);
    transaction.begin = async (connection) => await transaction.query(connection, 'BEGIN IMMEDIATE;');
    return transaction;
  }
}

const nothing = (): void => undefined;

/**
 * Knex over a SQLite file whose connections have threads of their own (libsql, which needs no compiler). Moments go in as
 * ISO text, truth values as 0 and 1. Whole numbers beyond 2^53 lose digits. A transaction has the right to write from its
 * beginning and waits for it; errors are a SqliteError with SQLite's own code.
 * @param file is made where it is missing; its folder is not
 * @param connections how many there are at most
 */
export function openSqlite(
  file: string,
  migrations: Knex.MigratorConfig = {},
  connections = CONNECTIONS,
): Knex {
  return knexFactory({
    client: ThreadedSqlite as unknown as typeof Knex.Client,
    connection: { filename: file },
    useNullAsDefault: true,
    // Values stay out of the words of an error.
    compileSqlOnError: false,
    // What it would print is thrown as well.
    log: { warn: nothing, error: nothing, deprecate: nothing, debug: nothing },
    pool: { min: 0, max: connections, idleTimeoutMillis: 60_000 },
    migrations,
  });
}

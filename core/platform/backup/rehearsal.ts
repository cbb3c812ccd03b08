import { statfs } from 'node:fs/promises';
import type { Knex } from 'knex';
import { openKnex } from '../database/index.ts';
import { MAINTENANCE_LIMITS } from '../time-limits.ts';
import type { BackupHoldings } from './backup-check.ts';
import type { AttachedStore } from './attached-store.ts';
import { CheckNotPossible, countLines, decode, type Signature } from './format.ts';
import { holdingsOf } from './preview.ts';
import { restoreBackup } from './restore.ts';
import { NO_ROOM, withThrowAwayDatabase } from './throw-away-database.ts';
import { migrationSource } from '../../../migrations/migration-source.ts';

/** What came of trying a restore. */
export interface Rehearsal {
  holds: BackupHoldings;
  /** When the backup was taken, ISO UTC. */
  created_at: string;
  tables: number;
  rows: number;
  /** Rows by table of those that a person would count. */
  counts: { portfolios: number; holdings: number; transactions: number };
  /** The backup is of an older Munim and was brought to the level of this one. */
  is_older: boolean;
  sha256: string;
  signature: Signature | null;
  /** What does not agree, a sentence each; empty where the backup can be restored. */
  problems: string[];
}

/** Tables whose rows no update of Munim may lose. */
const RECORDS = ['identity.users', 'portfolio.portfolios', 'portfolio.holdings', 'portfolio.transactions'];

/** A database with its indexes and its log takes about so many times the text of its rows. */
const ROOM = 3;
const RESERVE_BYTES = 256 * 1024 ** 2;

/**
 * Tries a restore: into a database of its own that is dropped at the end, while Munim may run. The real database is not
 * touched. Everything that `restore` would do happens; then the rows of every table are counted.
 *
 * @param url the role that owns the tables
 * @param openAttached opens an empty store that the backup's is restored to, once no other rehearsal is under way
 * @param disk a folder on the disk of the server, whose room is looked at first; null where it is another machine's
 * @param signal breaks it off; the database of its own is dropped
 * @param compare looks at the restored records and tells what is wrong, a sentence each
 * @throws BackupError for a file that is cut off, changed or of a newer Munim, and when a restore cannot be tried here
 */
export async function rehearse({
  url,
  file,
  openAttached,
  disk,
  compare,
  signal,
}: {
  url: string;
  file: string;
  openAttached: () => Promise<{ attached: AttachedStore; close: () => Promise<void> }>;
  disk: string | null;
  compare: (trx: Knex.Transaction, isOlder: boolean) => Promise<string[]>;
  signal?: AbortSignal | undefined;
}): Promise<Rehearsal> {
  signal?.throwIfAborted();
  if (disk !== null) await refuseWithoutRoom(file, disk, signal);
  const work = async (throwAway: string): Promise<Rehearsal> => {
    const { attached, close } = await openAttached();
    try {
      const { header, rows, sha256, signature } = await restoreBackup(throwAway, file, {
        force: false,
        attached,
        signal,
      });
      const isOlder = header.migrations.length < (await migrationSource.getMigrations([])).length;
      const restored = await withTransaction(throwAway, async (trx) => ({
        problems: [
          ...(await databaseDifferences(trx, rows, attached.schema, isOlder)),
          ...(await compare(trx, isOlder)),
        ],
        portfolios: await countPortfolios(trx),
        days: await transactionDays(trx),
      }));
      const problems = [...restored.problems, ...(await attachedDifferences(rows, attached))];
      return {
        created_at: header.created_at,
        tables: Object.keys(rows).length,
        rows: Object.values(rows).reduce((sum, one) => sum + one, 0),
        counts: {
          portfolios: restored.portfolios,
          holdings: rows['portfolio.holdings'] ?? 0,
          transactions: rows['portfolio.transactions'] ?? 0,
        },
        holds: holdingsOf(rows, restored.days),
        is_older: isOlder,
        sha256,
        signature,
        problems,
      };
    } finally {
      await close();
    }
  };
  return await withThrowAwayDatabase(url, work, signal);
}

/** Those that a person made: the total of all is made by Munim, at the first need. */
async function countPortfolios(trx: Knex.Transaction): Promise<number> {
  const found = await trx('portfolio.portfolios').where({ is_protected: false }).count({ count: '*' });
  return Number(found[0]?.count ?? 0);
}

async function transactionDays(trx: Knex.Transaction): Promise<Pick<BackupHoldings, 'from' | 'to'>> {
  const found = await trx('portfolio.transactions').first(
    trx.raw('min(trade_date)::text as "from", max(trade_date)::text as "to"'),
  );
  return { from: null, to: null, ...(found as Partial<Pick<BackupHoldings, 'from' | 'to'>> | undefined) };
}

async function withTransaction<T>(url: string, work: (trx: Knex.Transaction) => Promise<T>): Promise<T> {
  const knex = openKnex(url, { name: `munim rehearsal:${process.pid}`, max: 1, limits: MAINTENANCE_LIMITS });
  try {
    return await knex.transaction(work);
  } finally {
    await knex.destroy();
  }
}

/** Reads all of the file, which also finds what is wrong with it before anything is made. */
async function refuseWithoutRoom(file: string, disk: string, signal?: AbortSignal): Promise<void> {
  let bytes = 0;
  const reader = {
    async table(_table: unknown, rows: AsyncIterable<Buffer>) {
      let count = 0;
      for await (const block of rows) {
        bytes += block.length;
        count += countLines(block);
      }
      return count;
    },
  };
  await decode(file, reader, signal);
  const { bavail, bsize } = await statfs(disk);
  if (bavail * bsize < RESERVE_BYTES + bytes * ROOM) throw new CheckNotPossible(NO_ROOM);
}

/** An update of an older backup may move rows of other tables than those of records. */
async function databaseDifferences(
  trx: Knex.Transaction,
  rows: Record<string, number>,
  attachedSchema: string,
  isOlder: boolean,
): Promise<string[]> {
  const tables = Object.keys(rows).filter(
    (table) => !table.startsWith(`${attachedSchema}.`) && (!isOlder || RECORDS.includes(table)),
  );
  return await differences(rows, tables, (table) => countRows(trx, table));
}

async function countRows(trx: Knex.Transaction, table: string): Promise<number> {
  const { rows } = await trx.raw<{ rows: { count: string }[] }>(
    `select count(*)::text as count from ${table}`,
  );
  return Number(rows[0]?.count);
}

async function differences(
  rows: Record<string, number>,
  tables: readonly string[],
  countOf: (table: string) => Promise<number>,
): Promise<string[]> {
  const found: string[] = [];
  for (const table of tables) {
    const [expected, count] = [rows[table] ?? 0, await countOf(table)];
    if (count !== expected)
      found.push(`${table} has ${expected} rows in the backup and ${count} after a restore.`);
  }
  return found;
}

async function attachedDifferences(rows: Record<string, number>, attached: AttachedStore): Promise<string[]> {
  const held = Object.keys(rows).filter((table) => table.startsWith(`${attached.schema}.`));
  if (held.length === 0) return [];
  return await attached.read(async ({ tables }, rowsOf) => {
    const counts = new Map<string, number>();
    for (const table of tables) {
      let count = 0;
      for await (const block of rowsOf(table)) count += countLines(block);
      counts.set(table.name, count);
    }
    return await differences(rows, held, (table) => Promise.resolve(counts.get(table) ?? 0));
  });
}

import type { Knex } from 'knex';
import { OPTION_MIGRATIONS } from '../../../migrations/options/index.ts';
import {
  type BackupTable,
  type AttachedStore,
  type Config,
  type Log,
  MAINTENANCE_LIMITS,
  type RestoreWriter,
  systemClock,
} from '../../platform/index.ts';
import { APPLIED } from './migrate.ts';
import { createOptionsStore, type OptionsStore } from './store.ts';
import { TABLES } from './workspace.ts';

/** Its tables stand in a backup under this name. */
const SCHEMA = 'options';
const nameOf = (table: string): string => `${SCHEMA}.${table}`;
const tableOf = (name: string): string => name.slice(SCHEMA.length + 1);
/** What opens the workspace: a restored token would be good again after it was revoked. */
const KEPT_OUT = 'ingest_tokens';
const HELD = TABLES.filter((table) => table !== KEPT_OUT);

const ROWS_AT_ONCE = 1_000;
const INSERTED_AT_ONCE = 200;
const MADE_AT = '1970-01-01T00:00:00.000Z';

/** How a backup holds the options workspace: its tables as they are in one moment, a row as JSON a line. */
export function storeBackup(store: OptionsStore): AttachedStore {
  const system = async <T>(work: (knex: Knex) => Promise<T>): Promise<T> =>
    await store.asSystem('backup and restore', work);
  return {
    schema: SCHEMA,
    async read(work) {
      return await system(
        async (knex) =>
          await knex.transaction(
            async (trx) => {
              const migrations = await trx<{ name: string }>(APPLIED).orderBy('name').pluck('name');
              const tables: BackupTable[] = [];
              for (const table of HELD) {
                const columns = Object.keys(await trx(table).columnInfo());
                tables.push({ name: nameOf(table), columns });
              }
              return await work({ migrations, tables }, (table) => rowsOf(trx, table));
            },
            store.dialect === 'sqlite'
              ? { readOnly: true }
              : { readOnly: true, isolationLevel: 'repeatable read' },
          ),
      );
    },
    async filled() {
      return await system(async (knex) => {
        const filled: string[] = [];
        for (const table of TABLES)
          if ((await knex(table).first('owner_user_id')) !== undefined) filled.push(nameOf(table));
        return filled;
      });
    },
    known: () => OPTION_MIGRATIONS.map(([name]) => name),
    async replace(migrations, work) {
      return await system(
        async (knex) =>
          await knex.transaction(async (trx) => {
            await begin(trx, migrations);
            const done = await work(writer(trx));
            await apply(trx, (name) => !migrations.includes(name));
            return done;
          }),
      );
    },
  };
}

/** The store for a backup or a restore, without the rest of Munim. */
export function openBackedUpStore(
  config: Config,
  log: Log,
): { attached: AttachedStore; place: string; close: () => Promise<void> } {
  const store = createOptionsStore({ config, log, clock: systemClock }, MAINTENANCE_LIMITS);
  return { attached: storeBackup(store), place: store.place, close: async () => await store.close() };
}

/** Empties the store and makes its tables as they were at the level of the backup. */
async function begin(trx: Knex.Transaction, migrations: readonly string[]): Promise<void> {
  for (const [, { down }] of OPTION_MIGRATIONS.toReversed()) await down(trx);
  await trx(APPLIED).delete();
  await apply(trx, (name) => migrations.includes(name));
}

async function apply(trx: Knex.Transaction, wanted: (name: string) => boolean): Promise<void> {
  for (const [name, { up }] of OPTION_MIGRATIONS) {
    if (!wanted(name)) continue;
    await up(trx);
    await trx(APPLIED).insert({ name, applied_at: MADE_AT });
  }
}

/** Tables of records may have millions of rows: each page goes on where the last one ended. */
async function* recordRowsOf(trx: Knex.Transaction, { name, columns }: BackupTable): AsyncGenerator<Buffer> {
  const key = ['owner_user_id', 'record_id'] as const;
  let after: Record<(typeof key)[number], string> | null = null;
  for (;;) {
    const page = trx(tableOf(name))
      .select(columns)
      .orderBy([...key])
      .limit(ROWS_AT_ONCE);
    if (after !== null)
      void page.whereRaw('(owner_user_id, record_id) > (?, ?)', [after.owner_user_id, after.record_id]);
    const rows = (await page) as Record<(typeof key)[number], string>[];
    after = rows.at(-1) ?? null;
    if (after === null) return;
    yield Buffer.from(rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
    if (rows.length < ROWS_AT_ONCE) return;
  }
}

async function* rowsOf(trx: Knex.Transaction, { name, columns }: BackupTable): AsyncGenerator<Buffer> {
  if (columns.includes('record_id')) {
    yield* recordRowsOf(trx, { name, columns });
    return;
  }
  // Few rows: ordered by all that can tell them apart, so that no page repeats or leaves out a row.
  const order = columns.filter((column) => !column.endsWith('_json'));
  for (let from = 0; ; from += ROWS_AT_ONCE) {
    const rows = (await trx(tableOf(name))
      .select(columns)
      .orderBy(order)
      .limit(ROWS_AT_ONCE)
      .offset(from)) as object[];
    if (rows.length === 0) return;
    yield Buffer.from(rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
    if (rows.length < ROWS_AT_ONCE) return;
  }
}

function writer(trx: Knex.Transaction): RestoreWriter {
  return {
    async table({ name }, rows) {
      const table = HELD.find((one) => one === tableOf(name));
      if (table === undefined) return null;
      let count = 0;
      for await (const bytes of rows) {
        const lines = bytes.toString('utf8').split('\n');
        // The part of a row that is longer than any of the workspace is no JSON.
        if (lines.at(-1) === '') lines.pop();
        for (let from = 0; from < lines.length; from += INSERTED_AT_ONCE) {
          const some = lines.slice(from, from + INSERTED_AT_ONCE).map((line) => JSON.parse(line) as object);
          await trx(table).insert(some);
          count += some.length;
        }
      }
      return count;
    },
  };
}

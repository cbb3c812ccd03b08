import type { Knex } from 'knex';

/** Tables whose rows belong to a person. A test holds the list against the migrations. */
export const TABLES = [
  'broker_health_levels',
  'broker_health_samples',
  'closed_trades',
  'envelope',
  'envelope_resumed_trades',
  'executions',
  'funnel_days',
  'go_live',
  'ingest_records',
  'ingest_tokens',
  'iv_snapshots',
  'margin_samples',
  'market_analyses',
  'market_events',
  'market_outcomes',
  'metrics_days',
  'positions',
  'reconciliation_audit',
  'signals',
  'strategy_battle_log',
  'trade_journal',
  'tradebook_files',
  'tradebook_fills',
  'tradebook_settlements',
  'workspace_audit',
  'workspace_revisions',
  'workspace_settings',
] as const;
export type Table = (typeof TABLES)[number];

type Row = Record<string, unknown>;

/** The rows of one person: nothing of anybody else can be read or written through it. */
export interface Workspace {
  readonly userId: string;
  /** A query over this person's rows alone. */
  rows<T extends object = Row>(table: Table): Knex.QueryBuilder<T, T[]>;
  /** New rows of this person. A conflict is an error unless `merge` names the columns that are then written over. */
  insert(
    table: Table,
    rows: readonly Row[],
    merge?: { key: readonly string[]; columns: readonly string[] },
  ): Promise<void>;
  /**
   * SQL of its own, in words that SQLite and Postgres share. It has to name `:owner`, which stands for this person.
   * @throws RangeError where it does not
   */
  select<T extends object = Row>(sql: string, values?: Readonly<Record<string, Knex.Value>>): Promise<T[]>;
}

/** Of one statement; both databases take more. */
const MOST_ROWS = 500;
const MOST_VALUES = 8_000;

/** `columns` are written in code, never by anybody outside. */
function insertOf(
  table: Table,
  columns: readonly string[],
  count: number,
  merge?: { key: readonly string[]; columns: readonly string[] },
): string {
  const row = `(${columns.map(() => '?').join(', ')})`;
  const rows = Array.from({ length: count }, () => row).join(', ');
  const onConflict =
    merge === undefined
      ? ''
      : ` on conflict (${['owner_user_id', ...merge.key].join(', ')}) do update set ${merge.columns
          .map((column) => `${column} = excluded.${column}`)
          .join(', ')}`;
  return `insert into ${table} (${columns.join(', ')}) values ${rows}${onConflict}`;
}

export function workspaceOf(knex: Knex, userId: string): Workspace {
  return {
    userId,
    rows: <T extends object>(table: Table) =>
      knex(table).where(`${table}.owner_user_id`, userId) as unknown as Knex.QueryBuilder<T, T[]>,
    async insert(table, rows, merge) {
      const [first] = rows;
      if (first === undefined) return;
      const columns = ['owner_user_id', ...Object.keys(first)];
      const atOnce = Math.min(MOST_ROWS, Math.floor(MOST_VALUES / columns.length));
      for (let from = 0; from < rows.length; from += atOnce) {
        const part = rows.slice(from, from + atOnce);
        // Knex's own insert takes longer to write its statement than the database to run it.
        const values = part.flatMap((row) => [
          userId,
          ...columns.slice(1).map((column) => row[column] as Knex.Value),
        ]);
        await knex.raw(insertOf(table, columns, part.length, merge), values);
      }
    },
    async select<T extends object>(sql: string, values: Readonly<Record<string, Knex.Value>> = {}) {
      if (!sql.includes(':owner')) throw new RangeError('a statement has to say whose rows it reads: :owner');
      const answer: unknown = await knex.raw(sql, { ...values, owner: userId });
      return (Array.isArray(answer) ? answer : (answer as { rows: unknown[] }).rows) as T[];
    },
  };
}

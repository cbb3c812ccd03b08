import { deflateSync, inflateSync } from 'node:zlib';
import type { Knex } from 'knex';
import { ownedByUser } from '../row-level-security.ts';

/** Rows of a block. */
const BLOCK_ROWS = 500;
const text = (name: string) => [name, `trim_scale(${name})::text`] as const;
const same = (name: string) => [name, name] as const;
const SHARE = [['instrument_id', 'instrument_id::text'] as const, same('symbol'), same('name')];

interface Result {
  section: string;
  /** The table that its rows were in, and by which they were in order. */
  table: string;
  order: string;
  /** True if its rows are in states. */
  states?: true;
  /** Each column of a block, and what it holds in SQL. */
  columns: readonly (readonly [name: string, sql: string])[];
}

const RESULTS: readonly Result[] = [
  {
    section: 'EQUITY',
    table: 'strategy.run_equity',
    order: 'day',
    columns: [
      ['date', 'day'],
      ...['cash', 'positions_value', 'stale_value', 'total_value'].map(text),
      ...['nav_gross', 'nav_net_of_costs', 'nav_net_of_tax'].map(text),
      ...['performance_index_gross', 'performance_index_net_of_costs', 'performance_index_net_of_tax'].map(
        same,
      ),
      same('drawdown_net_of_tax_pct'),
      ...['cumulative_costs', 'tax_accrued', 'tax_paid'].map(text),
      ...['turnover_pct', 'benchmark_index'].map(same),
    ],
  },
  {
    section: 'ORDERS',
    table: 'strategy.run_orders',
    order: 'nr',
    states: true,
    columns: [
      ['date', 'day'],
      ...['side', 'state', 'rule', 'limited_by', 'reason', 'rank'].map(same),
      ...['wanted_quantity', 'quantity', 'price', 'value'].map(text),
      same('charges'),
      ...['realised_gain', 'tax'].map(text),
      ...SHARE,
    ],
  },
  {
    section: 'HOLDINGS',
    table: 'strategy.run_holdings',
    order: 'day, nr',
    columns: [
      ['date', 'day'],
      ...['quantity', 'cost', 'close'].map(text),
      ['close_date', 'close_day'],
      text('market_value'),
      same('held_since'),
      ...SHARE,
      same('sector'),
    ],
  },
  {
    section: 'EVENTS',
    table: 'strategy.run_events',
    order: 'nr',
    columns: [['date', 'day'], ...['kind', 'message'].map(same), text('amount'), ...SHARE],
  },
];

/** A block of rows of a table, as the text of its columns. */
interface Block {
  nr: number;
  from_day: string;
  row_count: number;
  filled: number;
  reduced: number;
  body: string;
}

/**
 * Results of backtests are stored in compressed blocks of rows: one of ten years and 500 shares took 2.5 MB in ten thousand
 * rows, most of the time of a backtest.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table strategy.run_results (
      run_id bigint not null,
      owner_user_id bigint not null,
      section text not null check (section in ('EQUITY', 'ORDERS', 'HOLDINGS', 'EVENTS')),
      -- its number in the section
      nr integer not null check (nr >= 1),
      -- day of its first row
      from_day date not null,
      row_count integer not null check (row_count >= 1),
      -- orders in these states; 0 in other sections
      filled integer not null check (filled >= 0),
      reduced integer not null check (reduced >= 0),
      -- deflated JSON of the rows by column; the rows of a day are in one block
      body bytea not null,
      primary key (run_id, section, nr, owner_user_id),
      foreign key (run_id, owner_user_id) references strategy.research_runs (id, owner_user_id) on delete cascade
    );
    ${ownedByUser('strategy.run_results')}
    -- Compressed already.
    alter table strategy.run_results alter column body set storage external;
  `);
  for (const run of await runsOf(knex))
    for (const result of RESULTS) {
      const rows = (await blocksOf(knex, run.run_id, result)).map(({ body, ...block }) => ({
        ...run,
        section: result.section,
        ...block,
        body: deflateSync(body, { level: 1 }),
      }));
      if (rows.length > 0) await knex.batchInsert('strategy.run_results', rows);
    }
  await knex.raw(`
    drop trigger results_gone on strategy.research_runs;
    drop function strategy.results_gone();
    ${RESULTS.map(({ table }) => `drop table ${table};`).join('\n')}
  `);
}

const runsOf = async (knex: Knex): Promise<{ run_id: string; owner_user_id: string }[]> =>
  await knex('strategy.research_runs')
    .orderBy('id')
    .select(knex.raw('id::text as run_id, owner_user_id::text'));

/** The rows of one run in a table, about five hundred to a block. */
async function blocksOf(
  knex: Knex,
  runId: string,
  { table, order, columns, states }: Result,
): Promise<Block[]> {
  const lists = columns.map(([name, sql]) => `'${name}', json_agg(${sql} order by ${order})`);
  const inState = (state: string) =>
    states === undefined ? '0' : `(count(*) filter (where state = '${state}'))::int`;
  const { rows } = await knex.raw<{ rows: Block[] }>(
    `select dense_rank() over (order by block)::int as nr, min(day)::text as from_day, count(*)::int as row_count,
       ${inState('FILLED')} as filled, ${inState('REDUCED')} as reduced, json_build_object(${lists.join(', ')})::text as body
     from (select *, (min(place) over (partition by day) - 1) / ${BLOCK_ROWS} as block
       from (select *, row_number() over (order by ${order}) as place from ${table} where run_id = ?) t) t
     group by block order by block`,
    [runId],
  );
  return rows;
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(TABLES);
  for (const { run_id, owner_user_id } of await runsOf(knex))
    for (const { section, table } of RESULTS) {
      const blocks = await knex('strategy.run_results')
        .where({ run_id, section })
        .orderBy('nr')
        .select('body');
      const next = counting();
      for (const { body } of blocks as { body: Buffer }[]) {
        const rows = numbered(rowsOf(body), next);
        await knex.raw(
          `insert into ${table} select (jsonb_populate_record(null::${table}, r)).* from jsonb_array_elements(?) r`,
          [JSON.stringify(rows.map((row) => ({ ...row, run_id, owner_user_id })))],
        );
      }
    }
  await knex.raw('drop table strategy.run_results');
}

type Row = Record<string, unknown>;

function rowsOf(body: Buffer): Row[] {
  const rows: Row[] = [];
  const { share, shares, ...columns } = JSON.parse(inflateSync(body).toString()) as Record<string, unknown[]>;
  for (const [name, values] of Object.entries(columns))
    values.forEach((value, at) => ((rows[at] ??= {})[name] = value));
  // Blocks of a run have a list of their shares, and the place of each row's share in it.
  for (const [at, place] of share?.entries() ?? []) {
    const [instrument_id, symbol, name, sector] = (shares?.[place as number] ?? []) as unknown[];
    Object.assign(rows[at] ?? {}, { instrument_id, symbol, name, sector });
  }
  return rows;
}

/** Counts the rows of each kind. */
function counting(): (of: unknown) => number {
  const counts = new Map<unknown, number>();
  return (of) => {
    const count = (counts.get(of) ?? 0) + 1;
    counts.set(of, count);
    return count;
  };
}

/** With the numbers that the tables had. */
function numbered(rows: readonly Row[], next: (of: unknown) => number): Row[] {
  return rows.map((row) => ({
    ...row,
    day: row['date'],
    close_day: row['close_date'],
    nr: 'held_since' in row ? next(row['date']) : next('all'),
    state_nr: next(`in state ${String(row['state'])}`),
    trade_nr: row['state'] === 'NOT_MADE' ? null : next('traded'),
  }));
}

const OLDER = 'without the owner: ';
const each = (write: (table: string) => string) => RESULTS.map(({ table }) => write(table)).join('\n');

/** The tables of before, with their keys. */
const TABLES = `
    create table strategy.run_equity (
      run_id bigint not null,
      owner_user_id bigint not null,
      day date not null,
      cash numeric not null,
      positions_value numeric not null,
      stale_value numeric not null,
      total_value numeric not null,
      nav_gross numeric not null,
      nav_net_of_costs numeric not null,
      nav_net_of_tax numeric not null,
      performance_index_gross double precision not null,
      performance_index_net_of_costs double precision not null,
      performance_index_net_of_tax double precision not null,
      drawdown_net_of_tax_pct double precision not null,
      cumulative_costs numeric not null,
      tax_accrued numeric not null,
      tax_paid numeric not null,
      turnover_pct double precision not null,
      benchmark_index double precision,
      primary key (run_id, day, owner_user_id)
    );
    create table strategy.run_orders (
      run_id bigint not null,
      owner_user_id bigint not null,
      nr integer not null check (nr >= 1),
      state_nr integer not null check (state_nr >= 1),
      trade_nr integer check (trade_nr >= 1),
      day date not null,
      side text not null check (side in ('BUY', 'SELL')),
      instrument_id bigint,
      symbol text not null,
      name text,
      state text not null check (state in ('FILLED', 'REDUCED', 'NOT_MADE')),
      rule text not null,
      limited_by text,
      reason text not null,
      rank integer,
      wanted_quantity numeric not null,
      quantity numeric not null,
      price numeric,
      value numeric not null,
      charges jsonb,
      realised_gain numeric,
      tax numeric,
      primary key (run_id, nr, owner_user_id),
      unique (run_id, state, state_nr, owner_user_id),
      check ((trade_nr is null) = (state = 'NOT_MADE'))
    );
    create unique index run_orders_run_id_trade_nr_idx on strategy.run_orders (run_id, trade_nr, owner_user_id)
      where trade_nr is not null;
    create table strategy.run_holdings (
      run_id bigint not null,
      owner_user_id bigint not null,
      day date not null,
      nr integer not null check (nr >= 1),
      instrument_id bigint,
      symbol text not null,
      name text,
      sector text,
      quantity numeric not null,
      cost numeric not null,
      close numeric,
      close_day date,
      market_value numeric not null,
      held_since date not null,
      primary key (run_id, day, nr, owner_user_id)
    );
    create table strategy.run_events (
      run_id bigint not null,
      owner_user_id bigint not null,
      nr integer not null check (nr >= 1),
      day date not null,
      instrument_id bigint,
      symbol text not null,
      name text,
      kind text not null,
      message text not null,
      amount numeric,
      primary key (run_id, nr, owner_user_id)
    );
    comment on index strategy.run_equity_pkey is '${OLDER}PRIMARY KEY (run_id, day)';
    comment on index strategy.run_orders_pkey is '${OLDER}PRIMARY KEY (run_id, nr)';
    comment on index strategy.run_orders_run_id_state_state_nr_owner_user_id_key is '${OLDER}UNIQUE (run_id, state, state_nr)';
    comment on index strategy.run_orders_run_id_trade_nr_idx is
      '${OLDER}CREATE UNIQUE INDEX run_orders_run_id_trade_nr_idx ON strategy.run_orders USING btree (run_id, trade_nr) WHERE (trade_nr IS NOT NULL)';
    comment on index strategy.run_holdings_pkey is '${OLDER}PRIMARY KEY (run_id, day, nr)';
    comment on index strategy.run_events_pkey is '${OLDER}PRIMARY KEY (run_id, nr)';
    ${each(ownedByUser)}
    create function strategy.results_gone() returns trigger language plpgsql security definer
      set search_path = pg_catalog as $gone$
    begin
      ${each((table) => `delete from ${table} r using gone g where (r.run_id, r.owner_user_id) = (g.id, g.owner_user_id);`)}
      return null;
    end $gone$;
    create trigger results_gone after delete on strategy.research_runs
      referencing old table as gone for each statement execute function strategy.results_gone();`;

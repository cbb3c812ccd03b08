import pg from 'pg';
import { type OptionsStore, TABLES } from '../../core/options/store/index.ts';
import { includedRows, inOrderOfReference, SCHEMAS } from '../../core/platform/backup/catalogue.ts';
import { query } from './plain-database.ts';

type Row = Record<string, unknown>;

/**
 * What checks of several columns, or checks that are no list and no pattern below, ask for; null for what must be empty.
 * A table that is not here is filled by its columns alone.
 */
const WANTED: Record<string, Row> = {
  'broker.connections': { trade_names: {} },
  'chat.ai_chat_messages': { state: 'ANSWERED' },
  'evidence.events': { kind: 'AI_RESEARCH_REQUESTED', pillar: 'research' },
  'identity.parts': { shown: [] },
  'market.action_fetches': { span: 'recent' },
  'market.latest_quotes': { failure: null },
  'market.holiday_lists': { entries: [], differences: [] },
  'market.fx_rates': { quote: 'USD' },
  'notifications.settings': { quiet_from: '22:00', quiet_to: '06:00' },
  'policy.policies': { mode: 'LIVE' },
  'policy.policy_contributions': { state: 'APPLIED', cash_before: 1, amount: 2.5, cash_after: 3.5 },
  'policy.policy_cycles': { cycle_type: 'CONTRIBUTION_ALLOCATION', status: 'FAILED' },
  'policy.policy_funding_allocations': { state: 'CONSUMED', released_at: null },
  'policy.policy_order_plans': {
    mode: 'LIVE',
    kind: 'SENT_AGAIN',
    state: 'EXECUTED',
    look: { funds: null },
    rehearsal: { orders: [] },
  },
  'policy.policy_orders': {
    mode: 'LIVE',
    state: 'FILLED',
    broker_charges: { state: 'UNKNOWN', broker: 'dhan', charges: null, reason: 'from the next day on' },
  },
  'policy.policy_signals': { unrankable: null },
  'policy.trading_accounts': {
    held_before: { held: [], cash: '1' },
    explanation: { at: '2026-01-05T03:30:00.000Z', records: null, shares: [] },
    earlier_holdings: [],
  },
  'portfolio.alerts': { kind: 'DRAWDOWN_PCT', item_id: null },
  'portfolio.fund_holdings': { holdings: [{ name: 'TCS' }] },
  'portfolio.goal_links': { link_type: 'HOLDING', sip_plan_id: null },
  'portfolio.holdings': { price_interval_days: 90 },
  'portfolio.portfolios': { price_interval_days: 90 },
  'portfolio.goals': { type: 'CORPUS', target_monthly_income: null },
  'portfolio.broker_changes': { state: 'LATER' },
  'portfolio.ledger_settings': { hourly_days: 90 },
  'portfolio.ledger_actions': { kind: 'MERGER' },
  'portfolio.market_catch_ups': { state: 'DONE' },
  'portfolio.snapshots': { source: 'MEASURED', units: { '1 A': '1' } },
  'portfolio.transactions': { source: 'ACTION', is_opening: true },
  'portfolio.user_provider_settings': { failover: ['cli_default'] },
  'research.ai_research_coverage': { is_covered: false },
  'research.ai_research_evaluation_judgements': { invalid_reason: null },
  'research.ai_research_evidence_sources': { outcome: 'USED', reason: null },
  'research.ai_research_runs': { mode: 'HISTORICAL', status: 'COMPLETED' },
  'research.ai_thesis_baselines': { is_active: false },
  'research.ai_thesis_outcomes': { from_day: '2026-01-01', reason: null },
  'research.ai_thesis_rotation': { outcome: 'PICKED', reason: null },
  'strategy.research_runs': { from_day: '2026-01-01', status: 'COMPLETED', failure: null },
};

/** Text for a check by pattern, of the row with that number. */
const PATTERNS: readonly [has: string, value: (nr: number) => string][] = [
  ["'^[A-Z]{3}$'", () => 'INR'],
  ["'^[A-Z0-9]{8}$'", (nr) => `ABCDEFG${nr}`],
  ["'^[A-Z0-9]{9,20}$'", (nr) => `ABCDEFGHI${nr}`],
  ["'^[0-9a-f]{64}$'", (nr) => String(nr).repeat(64)],
  ["'^[A-Z]{2}[A-Z0-9]{9}[0-9]$'", (nr) => `INE00000000${nr}`],
  ["'^[a-z][a-z0-9-]*:[^[:space:]]+$'", (nr) => `mf:${nr}`],
  ["'v1.%'", (nr) => `v1.sealed ${nr}`],
  ['= upper(btrim(', (nr) => `SYMBOL${nr}`],
];

interface Column {
  table: string;
  name: string;
  type: string;
  /** Where the database itself writes it. */
  is_generated: boolean;
  /** Every value that a check lists. */
  listed: string[] | null;
  /** The checks that name it alone. */
  checks: string;
}

interface Reference {
  from: string;
  to: string;
  columns: string[];
  targets: string[];
  is_deferrable: boolean;
}

/** Rows that each table gets: of two persons where it is a person's. */
const ROWS = [1, 2] as const;

/**
 * Fills every table of the main database with two rows that refer to each other as its foreign keys say, by its own
 * catalogue: a new table is filled by itself, or fails here with the check that it needs a value for.
 */
export async function fillEveryTable(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const [columns, references] = [await readColumns(client), await readReferences(client)];
    const names = [...new Set(columns.map(({ table }) => table))].map((name) => ({ name, columns: [] }));
    const tables = inOrderOfReference(
      names,
      references.filter(({ from, to, is_deferrable }) => from !== to && !is_deferrable),
    );
    const made = new Map<string, Row[]>();
    const rowsOf = (name: string): Row[] =>
      ROWS.map((nr) => {
        const row: Row = {};
        for (const column of columns.filter(({ table }) => table === name))
          if (!column.is_generated) row[column.name] = valueOf(column, nr);
        // A table that is filled later has the keys that its own columns give.
        for (const { from, to, columns: own, targets } of references) {
          if (from !== name) continue;
          const parent = from === to ? row : (made.get(to) ?? rowsOf(to))[nr - 1];
          own.forEach((column, at) => (row[column] = parent?.[targets[at] ?? '']));
        }
        return { ...row, ...WANTED[name] };
      });
    // Counters stand beyond the rows, for what triggers write as well.
    await client.query(
      `select setval(format('%I.%I', schemaname, sequencename)::regclass, 41) from pg_sequences
       where schemaname = any($1)`,
      [SCHEMAS],
    );
    await client.query('begin');
    for (const { name } of tables) {
      made.set(name, rowsOf(name));
      await insert(client, name, made.get(name) ?? []);
    }
    await client.query('commit');
  } finally {
    await client.end();
  }
}

async function insert(client: pg.Client, table: string, rows: readonly Row[]): Promise<void> {
  const names = Object.keys(rows[0] ?? {}).map((name) => pg.escapeIdentifier(name));
  try {
    await client.query(
      `insert into ${table} (${names.join(', ')}) overriding system value
       select ${names.join(', ')} from jsonb_populate_recordset(null::${table}, $1)`,
      [JSON.stringify(rows)],
    );
  } catch (error) {
    const { message, detail } = error as { message: string; detail?: string };
    throw new Error(`${table} needs values in WANTED: ${message} ${detail ?? ''}`, { cause: error });
  }
}

function valueOf({ name, type, listed, checks }: Column, nr: number): unknown {
  if (name === 'owner_user_id') return nr;
  if (listed !== null) return listed[0];
  const pattern = PATTERNS.find(([has]) => checks.includes(has));
  if (pattern !== undefined) return pattern[1](nr);
  if (type === 'bigint[]') return [nr, nr + 1];
  if (/^(bigint|integer|smallint)/.test(type)) return nr;
  if (/^numeric|^double|^real/.test(type)) return nr + 0.5;
  if (type === 'boolean') return nr === 1;
  if (type === 'date') return `2026-03-0${nr}`;
  if (type.startsWith('timestamp')) return `2026-03-0${nr}T04:05:06.789012Z`;
  if (type.startsWith('time')) return `0${nr}:30:00`;
  if (type === 'jsonb') return { [name]: [nr, null, 'a\tb "₹" \\. \n'] };
  if (type === 'bytea') return `\\x000a0d5c0${nr}`;
  if (type === 'uuid') return `00000000-0000-4000-8000-00000000000${nr}`;
  if (type.endsWith('[]')) return [`${name} ${nr}`, ',"\\'];
  if (/^text$/.test(type)) return `${name} \t\\.\n₹ ${nr}`;
  return `${name} ${nr}`.slice(0, 10);
}

async function readColumns(client: pg.Client): Promise<Column[]> {
  const { rows } = await client.query<Omit<Column, 'listed'>>(
    `select format('%I.%I', n.nspname, c.relname) as table, a.attname as name,
       format_type(a.atttypid, a.atttypmod) as type, a.attgenerated <> '' as is_generated,
       coalesce((select string_agg(pg_get_constraintdef(k.oid), ' ') from pg_constraint k
         where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum]), '') as checks
     from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
     where n.nspname = any($1) and c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped
     order by 1, a.attnum`,
    [SCHEMAS],
  );
  return rows.map((row) => {
    const list =
      /= ANY \(+ARRAY\[([^\]]*)\]/.exec(row.checks)?.[1] ?? /= ('[^']*')::text\)/.exec(row.checks)?.[1];
    const listed =
      list === undefined
        ? null
        : [...list.matchAll(/'([^']*)'|(\d+)/g)].map(([, word, count]) => word ?? count ?? '');
    return { ...row, listed };
  });
}

async function readReferences(client: pg.Client): Promise<Reference[]> {
  const names = (relation: string, keys: string): string =>
    `(select array_agg(a.attname::text order by k.at) from unnest(${keys}) with ordinality k (nr, at)
      join pg_attribute a on a.attrelid = ${relation} and a.attnum = k.nr)`;
  const { rows } = await client.query<Reference>(
    `select format('%I.%I', n.nspname, c.relname) as from, format('%I.%I', fn.nspname, fc.relname) as to,
       ${names('r.conrelid', 'r.conkey')} as columns, ${names('r.confrelid', 'r.confkey')} as targets,
       r.condeferrable as is_deferrable
     from pg_constraint r
     join pg_class c on c.oid = r.conrelid join pg_namespace n on n.oid = c.relnamespace
     join pg_class fc on fc.oid = r.confrelid join pg_namespace fn on fn.oid = fc.relnamespace
     where r.contype = 'f' and n.nspname = any($1) order by r.oid`,
    [SCHEMAS],
  );
  return rows;
}

/** Fills every table of an options workspace with two rows, by its columns. */
export async function fillEveryOptionsTable(store: OptionsStore): Promise<void> {
  await store.asSystem('test', async (knex) => {
    for (const table of TABLES) {
      const columns = Object.entries(await knex(table).columnInfo());
      const rows = ROWS.map((nr) =>
        Object.fromEntries(
          columns.map(([name, { type }]) => {
            const isNumber = /int|double|float|real/i.test(type);
            const value = name.endsWith('_e4') ? 9_007_199_254_740 + nr : nr;
            return [name, isNumber ? value : `${name} \t"\\.\n₹ ${nr}`];
          }),
        ),
      );
      await knex(table).insert(rows);
    }
  });
}

/** Every row of every table as text, by table, with the counters: all of them, or those that a backup holds. */
export async function everyRow(url: string, which: 'all' | 'in a backup'): Promise<Record<string, unknown>> {
  const tables = await query(
    url,
    `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p') and n.nspname = any('{${SCHEMAS.join()}}') order by 1`,
  );
  const parts = tables.map(({ name }) => {
    const kept = which === 'all' ? 'true' : (includedRows(String(name)) ?? 'false');
    const from = String(name);
    return `select '${from}' as name, coalesce(array_agg(t::text order by t::text), '{}') as rows
      from (select * from ${from} where ${kept}) t`;
  });
  const rows = await query(url, parts.join(' union all '));
  const counters = await query(
    url,
    `select schemaname || '.' || sequencename as name, last_value from pg_sequences
     where schemaname = any('{${SCHEMAS.join()}}') order by 1`,
  );
  return { ...Object.fromEntries(rows.map((row) => [String(row['name']), row['rows']])), counters };
}

/** Every row of every table of an options workspace, without the tokens unless `all` are asked for. */
export async function everyOptionsRow(store: OptionsStore, which: 'all' | 'in a backup'): Promise<unknown> {
  return await store.asSystem('test', async (knex) => {
    const found: Record<string, unknown> = {};
    for (const table of TABLES)
      found[table] =
        which === 'in a backup' && table === 'ingest_tokens'
          ? []
          : await knex(table).orderBy('owner_user_id');
    return found;
  });
}

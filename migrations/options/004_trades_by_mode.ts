import type { Knex } from 'knex';

/*
 * A trade is known by its mode and its tag. Before, it was by its tag alone, so that a report of one mode hid the trade of
 * another mode that has the same tag: its result, its row of the journal and its open position.
 */

type Row = Record<string, unknown>;
interface Shared {
  owner_user_id: number | string;
  tag: string;
}
interface Report extends Row {
  record_id: string;
  mode: string;
  at: string;
  received_at: string;
  is_counted: number;
  payload_json: string;
}
interface Position extends Row {
  record_id: string;
  mode: string;
  at: string;
  state: string;
  event_risk: string;
  is_open: number;
}

export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable('trade_journal', (t) => {
    t.dropPrimary();
    t.primary(['owner_user_id', 'mode', 'tag'], { constraintName: 'trade_journal_by_trade' });
  });
  const { rows } = await read<Shared>(
    knex,
    `select owner_user_id, tag from (
       select owner_user_id, tag, mode from closed_trades union select owner_user_id, tag, mode from positions) modes
     group by owner_user_id, tag having count(*) > 1`,
  );
  for (const shared of rows) await separate(knex, shared);
  // A last price of 0 was none.
  await knex.raw(
    `update positions set unrealised_gross_e4 = null
     where legs_json like '%"last_price":0,%' or legs_json like '%"last_price":0}%'`,
  );
}

/** Gives each mode of a tag its own trade again, from the reports, which are all there. */
async function separate(knex: Knex, { owner_user_id, tag }: Shared): Promise<void> {
  const of = { owner_user_id, tag };
  const { rows: reports } = await read<Report>(
    knex,
    `select c.*, coalesce(r.received_at, c.at) as received_at from closed_trades c
     left join ingest_records r on r.owner_user_id = c.owner_user_id and r.record_id = c.record_id
     where c.owner_user_id = ? and c.tag = ?`,
    [owner_user_id, tag],
  );
  const positions = await knex<Position>('positions').where(of).select();
  const isOfTradebook = await isTradeOfTradebook(knex, of);
  const standing = new Map<string, Report>();
  for (const report of reports.toSorted(byReception)) {
    // A tradebook took its trade back on purpose.
    const isOpenAgain = positions.some(({ mode, is_open }) => mode === report.mode && is_open === 1);
    if (report.is_counted === 0 && (isOpenAgain || isRetracted(report, 'closed', isOfTradebook))) continue;
    const known = standing.get(report.mode);
    if (known?.is_counted !== 1) standing.set(report.mode, report);
  }
  for (const { record_id, is_counted } of standing.values())
    if (is_counted === 0)
      await knex('closed_trades').where({ owner_user_id, record_id }).update({ is_counted: 1 });
  await separateJournal(knex, of, { reports, positions, standing });
  await knex('positions').where(of).update({ is_open: 0 });
  for (const mode of new Set(positions.map((one) => one.mode))) {
    const newest = positions
      .filter((one) => one.mode === mode)
      .toSorted((a, b) => order(a.at, b.at) || order(a.record_id, b.record_id))
      .at(-1);
    if (newest === undefined || newest.state === 'CLOSED' || standing.has(mode)) continue;
    if (isRetracted(newest, 'open', isOfTradebook)) continue;
    await knex('positions').where({ owner_user_id, record_id: newest.record_id }).update({ is_open: 1 });
  }
}

/** A note stays with the report that it was written on: the last one that had come by then. */
async function separateJournal(
  knex: Knex,
  { owner_user_id, tag }: Shared,
  {
    reports,
    positions,
    standing,
  }: { reports: readonly Report[]; positions: readonly Position[]; standing: ReadonlyMap<string, Report> },
): Promise<void> {
  const kept = (await knex<Row>('trade_journal').where({ owner_user_id, tag }).first()) as Row | undefined;
  const noted = kept?.['notes_updated_at'] as string | null | undefined;
  const notedOn = reports
    .toSorted(byReception)
    .findLast(({ received_at }) => received_at <= (noted ?? ''))?.mode;
  const owner = notedOn !== undefined && standing.has(notedOn) ? notedOn : kept?.['mode'];
  const NOTES = ['operator_notes', 'notes_updated_at'] as const;
  for (const [mode, report] of standing) {
    const risk = positions.find((one) => one.mode === mode)?.event_risk;
    if (mode === kept?.['mode']) continue;
    await knex('trade_journal').insert({
      owner_user_id,
      tag,
      mode,
      ...journalOf(report),
      event_risk_at_entry: risk ?? kept?.['event_risk_at_entry'] ?? 'UNKNOWN',
      ...(mode === owner ? Object.fromEntries(NOTES.map((name) => [name, kept?.[name]])) : {}),
    });
  }
  if (kept !== undefined && owner !== kept['mode'])
    await knex('trade_journal')
      .where({ owner_user_id, tag, mode: kept['mode'] as string })
      .update({ operator_notes: null, notes_updated_at: null });
}

function journalOf(report: Report): Row {
  const given = JSON.parse(report.payload_json) as Row;
  const units = (name: string) => (typeof given[name] === 'number' ? Math.round(given[name] * 10_000) : null);
  const json = (name: string) => ((given[name] ?? null) === null ? null : JSON.stringify(given[name]));
  const same = (...names: string[]) => Object.fromEntries(names.map((name) => [name, report[name]]));
  return {
    close_time: report.at,
    ...same('day', 'strategy', 'underlying', 'exit_reason'),
    ...same('realised_gross_e4', 'realised_costs_e4', 'realised_net_e4', 'payload_json'),
    ...Object.fromEntries(
      ['mfe', 'mae', 'slippage_entry', 'slippage_exit', 'entry_spot', 'exit_spot'].map((name) => [
        `${name}_e4`,
        units(name),
      ]),
    ),
    ...Object.fromEntries(
      ['entry_iv', 'exit_iv', 'skew', 'ai_verdict'].map((name) => [name, given[name] ?? null]),
    ),
    regime_json: json('regime'),
    rejected_strategies_json: json('rejected_strategies'),
  };
}

/** Whether the fills of a tradebook still make a trade of this tag. */
async function isTradeOfTradebook(knex: Knex, { owner_user_id, tag }: Shared): Promise<boolean> {
  const fill = await knex<Row>('executions').where({ owner_user_id, tag, mode: 'LIVE' }).first('record_id');
  const opened = await knex<Row>('tradebook_fills').where({ owner_user_id, opens_tag: tag }).first('fill_id');
  return fill !== undefined || opened !== undefined;
}

const isRetracted = (
  { record_id, mode }: Pick<Report, 'record_id' | 'mode'>,
  kind: 'closed' | 'open',
  isOfTradebook: boolean,
): boolean => mode === 'LIVE' && !isOfTradebook && new RegExp(`:${kind}:\\d{4,}$`).test(record_id);

const order = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
const byReception = (a: Report, b: Report): number =>
  order(a.received_at, b.received_at) || order(a.at, b.at) || order(a.record_id, b.record_id);

async function read<T>(knex: Knex, sql: string, values: readonly Knex.Value[] = []): Promise<{ rows: T[] }> {
  const answer = (await knex.raw(sql, [...values])) as T[] | { rows: T[] };
  return Array.isArray(answer) ? { rows: answer } : answer;
}

/** Leaves the most real trade of each tag. */
export async function down(knex: Knex): Promise<void> {
  const rank = (of: string) => `case ${of}.mode when 'LIVE' then 0 when 'DRY_RUN' then 1 else 2 end`;
  const hasMoreReal = (table: string) => `exists (select 1 from trade_journal o
    where o.owner_user_id = ${table}.owner_user_id and o.tag = ${table}.tag and ${rank('o')} < ${rank(table)})`;
  await knex.raw(
    `update closed_trades set is_counted = 0 where is_counted = 1 and ${hasMoreReal('closed_trades')}`,
  );
  await knex.raw(`delete from trade_journal where ${hasMoreReal('trade_journal')}`);
  await knex.schema.alterTable('trade_journal', (t) => {
    t.dropPrimary('trade_journal_by_trade');
    t.primary(['owner_user_id', 'tag'], { constraintName: 'trade_journal_pkey' });
  });
}

import { type Costs, rupeesOf, rupeesOrNull, unitsOf, unitsOrNull } from '../records/index.ts';
import type { Workspace } from '../store/index.ts';
import type { Fill } from './fill.ts';

/** Values of one statement. */
const AT_ONCE = 500;
function* partsOf<T>(values: readonly T[]): Generator<T[]> {
  for (let from = 0; from < values.length; from += AT_ONCE) yield values.slice(from, from + AT_ONCE);
}

interface FillRow extends Omit<Fill, 'strike' | 'price' | 'brokerage' | 'costs'> {
  opens_tag?: string | null;
  strike_e4: number | null;
  price_e4: number;
  brokerage_e4: number | null;
  costs_json: string | null;
}

const toFill = (row: FillRow): Fill => ({
  fill_id: row.fill_id,
  source: row.source,
  exchange: row.exchange,
  at: row.at,
  day: row.day,
  trade_number: row.trade_number,
  order_id: row.order_id,
  symbol: row.symbol,
  underlying: row.underlying,
  instrument: row.instrument,
  expiry: row.expiry,
  strike: rupeesOrNull(row.strike_e4),
  side: row.side,
  quantity: row.quantity,
  price: rupeesOf(row.price_e4),
  brokerage: rupeesOrNull(row.brokerage_e4),
  costs: row.costs_json === null ? null : (JSON.parse(row.costs_json) as Costs),
  strategy: row.strategy,
  given_tag: row.given_tag,
});

export async function insertFills(workspace: Workspace, fills: readonly Fill[]): Promise<void> {
  await workspace.insert(
    'tradebook_fills',
    fills.map(({ strike, price, brokerage, costs, ...fill }) => ({
      ...fill,
      strike_e4: unitsOrNull(strike),
      price_e4: unitsOf(price),
      brokerage_e4: unitsOrNull(brokerage),
      costs_json: costs === null ? null : JSON.stringify(costs),
    })),
  );
}

/** Those of these fills that the workspace has, by id. */
export async function readKnownFills(
  workspace: Workspace,
  ids: readonly string[],
): Promise<Map<string, Fill>> {
  const known = new Map<string, Fill>();
  for (const some of partsOf(ids))
    for (const row of await workspace.rows<FillRow>('tradebook_fills').whereIn('fill_id', some).select())
      known.set(row.fill_id, toFill(row));
  return known;
}

/**
 * Adds to these fills all that the workspace has of the same underlyings and expiries, and of the same tags of a person: what
 * trades they are can be told from all of them alone.
 */
export async function withTheirOthers(workspace: Workspace, fills: readonly Fill[]): Promise<Fill[]> {
  const all = new Map(fills.map((fill) => [fill.fill_id, fill]));
  const asked = new Set<string>();
  for (;;) {
    const wanted = new Map<string, Pick<Fill, 'underlying' | 'expiry' | 'given_tag'>>();
    for (const { underlying, expiry, given_tag } of all.values()) {
      const keys = [`of ${underlying} ${expiry}`, ...(given_tag === null ? [] : [`tag ${given_tag}`])];
      for (const key of keys)
        if (!asked.has(key))
          wanted.set(key, { underlying, expiry, given_tag: key.startsWith('tag') ? given_tag : null });
    }
    if (wanted.size === 0) return [...all.values()];
    for (const [key, { underlying, expiry, given_tag }] of wanted) {
      asked.add(key);
      const rows = await workspace
        .rows<FillRow>('tradebook_fills')
        .where(given_tag === null ? { underlying, expiry } : { given_tag })
        .select();
      for (const row of rows) if (!all.has(row.fill_id)) all.set(row.fill_id, toFill(row));
    }
  }
}

/** Fills of contracts that expired before a day and stand in trades that the workspace still takes for open. */
export async function readFillsOfExpired(workspace: Workspace, today: string): Promise<Fill[]> {
  const rows = await workspace.select<FillRow>(
    `select f.* from tradebook_fills f
     join executions e on e.owner_user_id = f.owner_user_id and e.record_id = f.fill_id
     join positions p on p.owner_user_id = e.owner_user_id and p.mode = 'LIVE' and p.tag in (e.tag, f.opens_tag)
       and p.is_open = 1
     where f.owner_user_id = :owner and f.expiry <= :today`,
    { today },
  );
  return [...new Map(rows.map((row) => [row.fill_id, toFill(row)])).values()];
}

/** Fills of trades that are over and whose gross result is unknown. */
export async function readFillsOfUnknown(workspace: Workspace): Promise<Fill[]> {
  const rows = await workspace.select<FillRow>(
    `select f.* from tradebook_fills f
     join executions e on e.owner_user_id = f.owner_user_id and e.record_id = f.fill_id
     join closed_trades c on c.owner_user_id = e.owner_user_id and c.mode = 'LIVE' and c.tag in (e.tag, f.opens_tag)
       and c.is_counted = 1 and c.realised_gross_e4 is null
     where f.owner_user_id = :owner`,
  );
  return [...new Map(rows.map((row) => [row.fill_id, toFill(row)])).values()];
}

export async function readFillsOf(workspace: Workspace, underlying: string, expiry: string): Promise<Fill[]> {
  return (await workspace.rows<FillRow>('tradebook_fills').where({ underlying, expiry }).select()).map(
    toFill,
  );
}

interface Stored {
  record_id: string;
  tag: string;
  payload_json: string;
}

const COLUMNS = ['record_id', 'tag', 'payload_json'] as const;

/** A tradebook tells of trades with money: one of another mode that has the same tag is a different trade. */
const REAL = { mode: 'LIVE' };

/** What the workspace says of these fills and of the trades they were in. */
export interface Known {
  /** Executions by their id. */
  executions: Map<string, Stored>;
  /** Trades that a fill opened which ended another as well, by the fill: no execution names them. */
  opened: Map<string, string>;
  /** The report that counts of each closed trade, by tag. */
  closed: Map<string, Stored>;
  /** The report of each open trade, by tag. */
  open: Map<string, Stored>;
}

/** @param tags of trades that are looked for beside those of the executions */
export async function readKnown(
  workspace: Workspace,
  ids: readonly string[],
  tags: readonly string[],
): Promise<Known> {
  const executions: Stored[] = [];
  for (const some of partsOf(ids))
    executions.push(
      ...(await workspace
        .rows<Stored>('executions')
        .whereIn('record_id', some)
        .select(...COLUMNS)),
    );
  const opened = new Map<string, string>();
  for (const some of partsOf(ids))
    for (const { fill_id, opens_tag } of await workspace
      .rows<{ fill_id: string; opens_tag: string | null }>('tradebook_fills')
      .whereIn('fill_id', some)
      .whereNotNull('opens_tag')
      .select('fill_id', 'opens_tag'))
      if (opens_tag !== null) opened.set(fill_id, opens_tag);
  const wanted = [...new Set([...tags, ...executions.map(({ tag }) => tag), ...opened.values()])];
  const closed: Stored[] = [];
  const open: Stored[] = [];
  for (const some of partsOf(wanted)) {
    const of = (table: 'closed_trades' | 'positions', flag: string) =>
      workspace
        .rows<Stored & Record<string, unknown>>(table)
        .where({ ...REAL, [flag]: 1 })
        .whereIn('tag', some)
        .select(...COLUMNS);
    closed.push(...((await of('closed_trades', 'is_counted')) as Stored[]));
    open.push(...((await of('positions', 'is_open')) as Stored[]));
  }
  const byTag = (rows: Stored[]) => new Map(rows.map((row) => [row.tag, row]));
  return {
    executions: new Map(executions.map((row) => [row.record_id, row])),
    opened,
    closed: byTag(closed),
    open: byTag(open),
  };
}

/** How many reports each tag has had, in whatever mode and whatever became of them: ids count up by it. */
export async function readReportCounts(
  workspace: Workspace,
  table: 'closed_trades' | 'positions',
  tags: readonly string[],
): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (const some of partsOf(tags))
    for (const { tag } of await workspace.rows<{ tag: string }>(table).whereIn('tag', some).select('tag'))
      counts.set(tag, (counts.get(tag) ?? 0) + 1);
  return counts;
}

/** Writes anew what is said of a fill: the trade that it belongs to, and its costs. */
export async function restateExecution(
  workspace: Workspace,
  id: string,
  {
    tag,
    strategy,
    costs_e4,
    payload,
  }: { tag: string; strategy: string; costs_e4: number | null; payload: object },
): Promise<void> {
  await workspace
    .rows<{ record_id: string }>('executions')
    .where({ record_id: id })
    .update({ tag, strategy, costs_e4, payload_json: JSON.stringify(payload) } as object);
}

/** Writes down which trade a fill opens beside the one that it ends; null for none. */
export async function writeOpened(workspace: Workspace, fillId: string, tag: string | null): Promise<void> {
  await workspace
    .rows<{ fill_id: string }>('tradebook_fills')
    .where({ fill_id: fillId })
    .update({ opens_tag: tag } as object);
}

/** Takes trades back that later fills showed to be none. @returns notes that a person wrote to them, by tag */
export async function retract(
  workspace: Workspace,
  { closed, open }: { closed: readonly string[]; open: readonly string[] },
): Promise<Map<string, string>> {
  const notes = new Map<string, string>();
  for (const some of partsOf(closed)) {
    const rows = await workspace
      .rows<{ tag: string; mode: string; operator_notes: string | null }>('trade_journal')
      .where(REAL)
      .whereIn('tag', some)
      .select('tag', 'operator_notes');
    for (const { tag, operator_notes } of rows) if (operator_notes !== null) notes.set(tag, operator_notes);
    await workspace.rows('trade_journal').where(REAL).whereIn('tag', some).delete();
    await workspace.rows('closed_trades').where(REAL).whereIn('tag', some).update({ is_counted: 0 });
  }
  for (const some of partsOf(open))
    await workspace.rows('positions').where(REAL).whereIn('tag', some).update({ is_open: 0 });
  return notes;
}

/** Adds notes to the journal of a trade. @returns false where it has no row: it is open */
export async function addNotes(workspace: Workspace, tag: string, notes: string, at: Date): Promise<boolean> {
  const row = await workspace
    .rows<{ tag: string; mode: string; operator_notes: string | null }>('trade_journal')
    .where({ ...REAL, tag })
    .first('operator_notes');
  if (row === undefined) return false;
  const own = (row as { operator_notes: string | null }).operator_notes;
  await workspace
    .rows<{ tag: string; mode: string }>('trade_journal')
    .where({ ...REAL, tag })
    .update({
      operator_notes: own === null ? notes : `${own}\n${notes}`,
      notes_updated_at: at.toISOString(),
    } as object);
  return true;
}

/** Files that were shown and wait to be confirmed. */
export async function keepFile(
  workspace: Workspace,
  file: { id: string; name: string; expires_at: string; reading_json: string },
  now: Date,
): Promise<void> {
  await workspace
    .rows<{ expires_at: string }>('tradebook_files')
    .where('expires_at', '<', now.toISOString())
    .delete();
  await workspace.insert('tradebook_files', [file]);
}

export async function readFile(
  workspace: Workspace,
  id: string,
): Promise<{ name: string; expires_at: string; reading_json: string } | null> {
  const row: unknown = await workspace.rows<{ id: string }>('tradebook_files').where({ id }).first();
  return (row ?? null) as { name: string; expires_at: string; reading_json: string } | null;
}

export async function forgetFile(workspace: Workspace, id: string): Promise<void> {
  await workspace.rows<{ id: string }>('tradebook_files').where({ id }).delete();
}

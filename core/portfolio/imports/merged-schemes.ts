import { dayInWords, Decimal, type DbTransaction } from '../../platform/index.ts';
import type { AuditedChange } from '../../audit/index.ts';
import type { PositionKey } from '../positions/index.ts';
import { portfolioNames } from '../records/index.ts';

/** A row of a statement by which units left a scheme, or came to one, as their schemes were merged. */
export interface MergerRow {
  id: string;
  portfolio_id: string;
  symbol: string;
  isin: string | null;
  date: string;
  type: 'BUY' | 'SELL';
  units: Decimal;
  amount: Decimal;
}

/** A scheme that became another one. */
interface SchemeMerger {
  portfolio_id: string;
  date: string;
  symbol: string;
  into_symbol: string;
  into_isin: string | null;
  /** Units that left and came. */
  old_units: Decimal;
  new_units: Decimal;
  rows: string[];
}

/** One that an import has just applied. */
export interface AppliedMerger extends SchemeMerger {
  action_id: string;
}

/** Both sides come to the same money, but for what NAVs and units are rounded to. */
const CLOSE = '0.005';

/**
 * Pairs what left one scheme with what came to another on the same day for the same amount, row by row (each folio has its
 * own), and adds up the rows of two schemes. Rows without another side are left alone.
 */
export function pairMergers(rows: readonly MergerRow[]): SchemeMerger[] {
  const free = new Set(rows.filter(({ type }) => type === 'BUY'));
  const found = new Map<string, SchemeMerger>();
  for (const out of rows.filter(({ type }) => type === 'SELL')) {
    const gap = ({ amount }: MergerRow) => amount.minus(out.amount).abs();
    const fits = [...free].filter(
      (one) =>
        one.portfolio_id === out.portfolio_id &&
        one.date === out.date &&
        one.symbol !== out.symbol &&
        gap(one).lte(out.amount.times(CLOSE)),
    );
    const [into] = fits.sort((a, b) => gap(a).cmp(gap(b)));
    if (into === undefined) continue;
    free.delete(into);
    const key = [out.portfolio_id, out.date, out.symbol, into.symbol].join('\0');
    const known = found.get(key);
    found.set(key, {
      portfolio_id: out.portfolio_id,
      date: out.date,
      symbol: out.symbol,
      into_symbol: into.symbol,
      into_isin: known?.into_isin ?? into.isin,
      old_units: out.units.plus(known?.old_units ?? 0),
      new_units: into.units.plus(known?.new_units ?? 0),
      rows: [...(known?.rows ?? []), out.id, into.id],
    });
  }
  return [...found.values()];
}

/**
 * Makes mergers of schemes that statements tell of corporate actions of the ledger: the units keep their dates and cost, and
 * nothing is sold (section 47(xviii)). The rows of the statements stay on record and count for nothing while the action is
 * applied. A merger whose earlier purchases are not on record waits until they are. A repeat changes nothing.
 * @returns the symbols whose ledgers may have changed, and the mergers that are new.
 */
export async function mergeSchemes(
  trx: DbTransaction,
  userId: string,
  portfolioIds: readonly string[],
  now: Date,
): Promise<{ touched: PositionKey[]; applied: AppliedMerger[] }> {
  const { rows } = await trx.raw<{ rows: MergerRow[] }>(
    `select t.id::text, t.portfolio_id::text, t.symbol, t.isin, t.trade_date::text as date, t.type, t.quantity as units,
       t.quantity * t.price as amount
     from portfolio.transactions t
     where t.portfolio_id = any(?::bigint[]) and t.asset_class = 'Mutual Fund' and t.type in ('BUY', 'SELL')
       and t.quantity > 0 and t.price > 0 and t.note ~* '\\mmerge(r|d|)\\M' and t.action_id is null
     order by t.trade_date, t.id`,
    [[...portfolioIds]] as never,
  );
  const touched: PositionKey[] = [];
  const applied: AppliedMerger[] = [];
  for (const merger of pairMergers(rows)) {
    const held = await unitsBefore(trx, merger);
    const missing = merger.old_units.minus(held);
    if (missing.gt('0.01')) continue;
    // Balances are rounded: all that was held becomes all that came.
    const old = missing.abs().lte('0.01') ? held : merger.old_units;
    const action = await applyMerger(trx, userId, { ...merger, old_units: old }, now);
    if (action?.is_new === true) applied.push({ ...merger, action_id: action.id });
    const { portfolio_id, symbol, into_symbol } = merger;
    touched.push({ portfolio_id, symbol }, { portfolio_id, symbol: into_symbol });
  }
  return { touched, applied };
}

/** Puts mergers on record as decisions that an import made. */
export async function recordMergers(
  change: Pick<AuditedChange, 'record' | 'trx'>,
  applied: readonly AppliedMerger[],
): Promise<void> {
  if (applied.length === 0) return;
  const names = await portfolioNames(change.trx);
  for (const { action_id, portfolio_id, symbol, into_symbol, date: ex_date } of applied)
    await change.record('LEDGER_ACTION_APPLIED', action_id, {
      portfolio: names.get(portfolio_id) ?? '',
      name: `${symbol} merged into ${into_symbol}, ${dayInWords(ex_date)}`,
      action: 'MERGER',
      of: symbol,
      ex_date,
      source: 'STATEMENT',
    });
}

/** Takes mergers away whose rows are all gone, after an import was undone. What follows from them goes with them. */
export async function dropMergers(trx: DbTransaction, userId: string): Promise<void> {
  await trx.raw(
    `delete from portfolio.ledger_actions a
     where a.owner_user_id = ? and a.source = 'STATEMENT'
       and not exists (select from portfolio.transactions t where t.merged_by = a.id)`,
    [userId],
  );
}

/** Units of a scheme on record before the day it was merged, as its statements tell them. */
async function unitsBefore(
  trx: DbTransaction,
  { portfolio_id, symbol, date }: SchemeMerger,
): Promise<Decimal> {
  const { rows } = await trx.raw<{ rows: { units: Decimal | null }[] }>(
    `select sum(case when t.type = 'SELL' then -t.quantity when t.type in ('DIVIDEND', 'SPLIT') then 0 else t.quantity end) as units
     from portfolio.transactions t
     where t.portfolio_id = ? and t.symbol = ? and t.trade_date < ?::date and t.action_id is null`,
    [portfolio_id, symbol, date],
  );
  return new Decimal(rows[0]?.units ?? 0);
}

async function applyMerger(
  trx: DbTransaction,
  userId: string,
  { portfolio_id, date, symbol, into_symbol, into_isin, old_units, new_units, rows }: SchemeMerger,
  now: Date,
): Promise<{ id: string; is_new: boolean } | undefined> {
  const { rows: found } = await trx.raw<{ rows: { id: string; is_new: boolean }[] }>(
    `with action as (
       insert into portfolio.ledger_actions as a (owner_user_id, portfolio_id, symbol, kind, ex_date, new_shares, old_shares,
         into_symbol, into_isin, source, status, decided_at, decided_by)
       values (?, ?, ?, 'MERGER', ?, ?, ?, ?, ?, 'STATEMENT', 'APPLIED', ?, 'import')
       on conflict (portfolio_id, symbol, kind, ex_date, into_symbol, owner_user_id) do update
         set new_shares = case when a.source = 'STATEMENT' then excluded.new_shares else a.new_shares end,
           old_shares = case when a.source = 'STATEMENT' then excluded.old_shares else a.old_shares end
       returning id, xmax = 0 as is_new
     ),
     marked as (update portfolio.transactions t set merged_by = action.id from action where t.id = any(?::bigint[]))
     select id::text, is_new from action`,
    [
      userId,
      portfolio_id,
      symbol,
      date,
      new_units.toFixed(),
      old_units.toFixed(),
      into_symbol,
      into_isin,
      now,
      rows,
    ] as never,
  );
  return found[0];
}

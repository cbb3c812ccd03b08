import type { Context } from '../context.ts';
import { Decimal, notFound, type Transaction } from '../platform/index.ts';
import { type DailyValues, type DayAmount, type DayRecord, flowsBetween } from './daily-value.ts';
import type { Fx, LoadFx } from './fx.ts';
import { NETWORTH } from './inputs.ts';
import { type InvestedChange, mergeHistory } from './invested-history.ts';
import { type PositionKey, walkPositions } from './ledger-store.ts';
import { HoldingModel, type PortfolioModel, PositionModel } from './models.ts';
import { ensureNetworth, findPortfolioByName } from './portfolio-store.ts';

/** A total that leaves something out would rise on the day that it is priced. */
const WHOLE_STATES = new Set(['AVAILABLE', 'ESTIMATED']);

interface MovedMoney {
  day: string;
  currency: string;
  kind: 'FLOW' | 'DIVIDEND';
  amount: Decimal;
}

/** Values day by day with the money that moved, for returns over spans of time (spec: Report rules 4 and 6). */
export function createDailyValueService({ database }: Context, loadFx: LoadFx) {
  async function read(trx: Transaction, portfolio: PortfolioModel): Promise<DailyValues> {
    const snapshots = await lastOfEachDay(trx, portfolio.id);
    const moved = await movedMoney(trx, portfolio);
    const base = portfolio.base_currency;
    const foreign = await HoldingModel.query(trx).select('id').whereNot('currency', base).first();
    const hasRates = foreign !== undefined || moved.some(({ currency }) => currency !== base);
    const fx = await loadFx(trx, {
      from: moved.map(({ currency }) => currency),
      to: [base],
      days: hasRates ? [...moved, ...snapshots].map(({ day }) => day) : [],
    });
    const records = await recordsOf(trx, portfolio, snapshots, fx);
    return {
      portfolio: portfolio.name,
      currency: base,
      days: records.map(({ day, value }) => ({ day, value })),
      ...flowsBetween(records, inBase(moved, 'FLOW', base, fx), hasRates, await openingDays(trx, portfolio)),
      dividends: inBase(moved, 'DIVIDEND', base, fx),
    };
  }

  return {
    /** @param name a portfolio, or nothing for Networth. @throws 404 PORTFOLIO_NOT_FOUND. */
    async read(userId: string, name?: string | null): Promise<DailyValues> {
      const wanted = name?.trim() || NETWORTH;
      return await database.asUser(userId, async (trx) => {
        const portfolio =
          wanted.toLowerCase() === NETWORTH.toLowerCase()
            ? await ensureNetworth(trx, userId)
            : await findPortfolioByName(trx, wanted);
        if (portfolio === undefined) throw notFound('PORTFOLIO');
        return await read(trx, portfolio);
      });
    },
  };
}

/** The snapshots beside what the ledger says that the holdings of their days had cost. */
async function recordsOf(
  trx: Transaction,
  portfolio: PortfolioModel,
  snapshots: readonly Snapshot[],
  fx: Fx,
): Promise<DayRecord[]> {
  if (snapshots.length === 0) return [];
  const keys: PositionKey[] = await PositionModel.query(trx)
    .select('portfolio_id', 'symbol')
    .where((where) => {
      if (!portfolio.is_protected) void where.where('portfolio_id', portfolio.id);
    });
  const days = snapshots.map(({ day }) => day);
  const sums = new Map<string, InvestedChange>();
  let isTraded = false;
  // Summed up to the snapshot that sees them first, while the walk takes its breaths: thousands at once would block.
  await walkPositions(trx, keys, (currency, date, amount, unknown) => {
    isTraded = true;
    const seen = days[firstFrom(days, date)];
    if (seen === undefined) return;
    const key = `${seen} ${currency}`;
    const sum = sums.get(key);
    if (sum === undefined) sums.set(key, { currency, date: seen, amount, unknown });
    else {
      sum.amount = sum.amount.plus(amount);
      sum.unknown = (sum.unknown ?? 0) + unknown;
    }
  });
  const asked = days.map((date) => ({ date, value: null, invested: null }));
  const inLedger = new Map(
    mergeHistory([...sums.values()], asked, portfolio.base_currency, fx, days.at(-1) ?? '', true).map(
      (one) => [one.date, one.invested],
    ),
  );
  return snapshots.map(({ day, value, invested, state }) => {
    const known = isTraded ? (inLedger.get(day) ?? (sums.size === 0 ? 0 : null)) : 0;
    return {
      day,
      value: value === null || !WHOLE_STATES.has(state) ? null : value.toNumber(),
      invested,
      in_ledger: known === null ? null : new Decimal(known),
    };
  });
}

/** Index of the first of some ascending days that is not before `date`; their number where there is none. */
function firstFrom(days: readonly string[], date: string): number {
  let low = 0;
  let high = days.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((days[middle] ?? '') < date) low = middle + 1;
    else high = middle;
  }
  return low;
}

interface Snapshot {
  day: string;
  value: Decimal | null;
  invested: Decimal | null;
  state: string;
}

async function lastOfEachDay(trx: Transaction, portfolioId: string): Promise<Snapshot[]> {
  const { rows } = await trx.raw<{ rows: Snapshot[] }>(
    `select distinct on (day) (recorded_at at time zone 'Asia/Kolkata')::date as day, current_value as value,
       total_invested as invested, state
     from portfolio.snapshots where portfolio_id = ? order by day, recorded_at desc`,
    [portfolioId],
  );
  return rows;
}

/** Purchases with their fees and sales after theirs, and dividends, by day and currency; rules as in the ledger. */
async function movedMoney(trx: Transaction, portfolio: PortfolioModel): Promise<MovedMoney[]> {
  const { rows } = await trx.raw<{ rows: MovedMoney[] }>(
    `select trade_date as day, currency, case when type = 'DIVIDEND' then 'DIVIDEND' else 'FLOW' end as kind,
       sum(case
         when type = 'BUY' then quantity * price + fee_tax
         when type = 'SELL' then fee_tax - quantity * price
         when quantity = 0 then price - fee_tax
         else quantity * price - fee_tax
       end) as amount
     from portfolio.transactions
     where type in ('BUY', 'SELL', 'DIVIDEND') and (?::boolean or portfolio_id = ?::bigint)
     group by 1, 2, 3 order by 1, 2, 3`,
    [portfolio.is_protected, portfolio.id],
  );
  return rows;
}

/** Days on which units of unknown cost were recorded, whatever day they are of: their value is there from then on. */
async function openingDays(trx: Transaction, portfolio: PortfolioModel): Promise<string[]> {
  const { rows } = await trx.raw<{ rows: { day: string }[] }>(
    `select distinct (created_at at time zone 'Asia/Kolkata')::date as day from portfolio.transactions
     where type = 'TRANSFER_IN' and action_id is null and (?::boolean or portfolio_id = ?::bigint)`,
    [portfolio.is_protected, portfolio.id],
  );
  return rows.map(({ day }) => day);
}

function inBase(moved: readonly MovedMoney[], kind: MovedMoney['kind'], base: string, fx: Fx): DayAmount[] {
  const byDay = new Map<string, Decimal>();
  for (const one of moved) {
    if (one.kind !== kind) continue;
    // A currency without any rate is in no value either.
    const rate = fx(one.currency, base, one.day)?.rate;
    if (rate === undefined) continue;
    // Thousands of days at once: the usual one, of a single currency, costs no arithmetic.
    const amount = rate.eq(1) ? one.amount : one.amount.times(rate);
    const before = byDay.get(one.day);
    byDay.set(one.day, before === undefined ? amount : before.plus(amount));
  }
  return Array.from(byDay, ([day, amount]) => ({ day, amount: amount.toNumber() }));
}

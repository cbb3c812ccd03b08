import { type Fx, type LoadFx, list } from '../valuation/index.ts';
import { portfolioScope, type PortfolioScope } from '../records/index.ts';
import { type Context, Decimal, type DbTransaction } from '../../platform/index.ts';
import type { CountedDay } from './counted-days.ts';
import { type DayRecord, flowsBetween, hasOtherCost, type RecordedValues } from './daily-value.ts';
import { type InvestedChange, mergeHistory } from './invested-history.ts';
import { HoldingModel } from '../models.ts';
import type { ReplayedLedgers } from './replayed-ledger.ts';
import { type RecordedDay, type RecordedDays, readBookChanges } from './book-changes.ts';
import {
  lastOfEachDay,
  readRenames,
  recordedSymbols,
  type Snapshot,
  symbolOf,
  unitsByName,
} from './recorded-units.ts';
import { positionKey } from './snapshot.ts';
import { compareUnits, type UnitChange, type UnitsOfDay } from './unit-changes.ts';
import type { DayAmount } from '../../finance/returns/index.ts';

/** A total that leaves something out would rise on the day that it is priced. */
const WHOLE_STATES = new Set(['AVAILABLE', 'ESTIMATED']);

interface MovedMoney {
  day: string;
  currency: string;
  kind: 'FLOW' | 'DIVIDEND';
  amount: Decimal;
}

/** What one walk through the ledger tells. */
interface Counted {
  moved: MovedMoney[];
  /** Changes of the cost of what was held, summed up to the snapshot that sees them first. */
  costs: InvestedChange[];
  units: UnitChange[];
  isTraded: boolean;
  first_day: string | null;
}

/** Values day by day with the money that moved, for returns over spans of time (spec: Report rules 4 and 6). */
export function createDailyValueService({ database }: Context, loadFx: LoadFx, ledgers: ReplayedLedgers) {
  /** The snapshots of a portfolio beside its ledger as it is now. */
  async function recordsAndLedger(trx: DbTransaction, userId: string, portfolio: PortfolioScope) {
    const snapshots = await lastOfEachDay(trx, portfolio);
    const counted = await countedOf(snapshots, async (see) => {
      const of = { userId, portfolioId: portfolio.id, wanted: 'days' } as const;
      await ledgers.each(trx, of, ({ portfolio_id, symbol, days }) => {
        const key = positionKey({ portfolio: portfolio_id, symbol });
        for (const day of days) see(day, key);
      });
    });
    const { moved } = counted;
    const base = portfolio.currency;
    const foreign = await HoldingModel.query(trx).select('id').whereNot('currency', base).first();
    const hasRates = foreign !== undefined || moved.some(({ currency }) => currency !== base);
    const fx = await loadFx(trx, {
      from: moved.map(({ currency }) => currency),
      to: [base],
      days: hasRates ? [...moved, ...snapshots].map(({ day }) => day) : [],
    });
    const named = unitsByName(await readRenames(trx), new Set(counted.units.map(({ key }) => key)));
    const records = recordsOf(counted, snapshots, base, fx).map((one) => ({ ...one, units: named(one) }));
    const units = compareUnits(counted.units.map((one) => ({ ...one, key: symbolOf(one.key) })));
    return { snapshots, counted, records, units, fx, hasRates };
  }

  async function read(
    trx: DbTransaction,
    userId: string,
    portfolio: PortfolioScope,
  ): Promise<RecordedValues> {
    const { counted, records, units, fx, hasRates } = await recordsAndLedger(trx, userId, portfolio);
    const { moved } = counted;
    const base = portfolio.currency;
    const flows = inBase(moved, 'FLOW', base, fx);
    const dividends = inBase(moved, 'DIVIDEND', base, fx);
    return {
      portfolio: portfolio.name,
      currency: base,
      is_converted: hasRates,
      days: records.map(({ day, value }) => ({ day, value })),
      ...flowsBetween(records, flows, hasRates, await openingDays(trx, portfolio), (from, to) =>
        units.between(from, to),
      ),
      dividends,
      payments: {
        amounts: [...flows, ...dividends.map(({ day, amount }) => ({ day, amount: -amount }))].sort((a, b) =>
          a.day < b.day ? -1 : a.day > b.day ? 1 : 0,
        ),
        first_day: counted.first_day,
        reason: await unlikeHeld(trx, portfolio, moved, fx),
      },
    };
  }

  return {
    /** @param name a portfolio, or nothing for Networth. @throws 404 PORTFOLIO_NOT_FOUND. */
    async read(userId: string, name?: string | null): Promise<RecordedValues> {
      return await database.asUser(
        userId,
        async (trx) => await read(trx, userId, await portfolioScope(trx, name)),
      );
    },

    /**
     * The recorded days, each with the symbols whose units are other ones in the ledger as it is now, and the changes of the
     * books that were made after one of them was recorded.
     * @param name a portfolio, or nothing for Networth. @throws 404 PORTFOLIO_NOT_FOUND.
     */
    async recordedDays(userId: string, name?: string | null): Promise<RecordedDays> {
      return await database.asUser(userId, async (trx) => {
        const portfolio = await portfolioScope(trx, name);
        const { snapshots, records, units, hasRates } = await recordsAndLedger(trx, userId, portfolio);
        const unlike = units.unlikeLedger(records, await recordedSymbols(trx, portfolio));
        const days = records.map((record, at): RecordedDay => {
          const keys = unlike[at] ?? null;
          const isOther = keys === null ? hasOtherCost(record, hasRates) : keys.length > 0;
          return {
            day: record.day,
            value: record.value,
            recorded_at: snapshots[at]?.recorded_at ?? new Date(0),
            books: isOther ? 'OTHER' : keys === null ? 'UNKNOWN' : 'SAME',
            symbols: keys ?? [],
          };
        });
        return { days, changes: await readBookChanges(trx, portfolio, days) };
      });
    },
  };
}

/** Walks through the ledger once, symbol by symbol: what is added up is by day, not by row. */
async function countedOf(
  snapshots: readonly Snapshot[],
  walk: (see: (day: CountedDay, key: string) => void) => Promise<void>,
): Promise<Counted> {
  const days = snapshots.map(({ day }) => day);
  const costs = new Map<string, InvestedChange>();
  const moved = new Map<string, MovedMoney>();
  const changes: UnitChange[] = [];
  const add = (kind: MovedMoney['kind'], day: string, currency: string, amount: Decimal) => {
    if (amount.isZero()) return;
    const key = `${day} ${currency} ${kind}`;
    const known = moved.get(key);
    if (known === undefined) moved.set(key, { day, currency, kind, amount });
    else known.amount = known.amount.plus(amount);
  };
  let [isTraded, first_day]: [boolean, string | null] = [false, null];
  await walk(({ date, currency, cost, flow, dividends, cash, units, unknown }, key) => {
    if (!units.isZero()) changes.push({ day: date, key, units, is_paid: !flow.isZero() });
    add('FLOW', date, currency, flow);
    add('DIVIDEND', date, currency, dividends);
    const hasMoved = [flow, dividends, cash].some((amount) => !amount.isZero()) || unknown !== 0;
    if (hasMoved && (first_day === null || date < first_day)) first_day = date;
    if (cost.isZero() && unknown === 0) return;
    isTraded = true;
    const seen = days[firstFrom(days, date)];
    if (seen === undefined) return;
    const at = `${seen} ${currency}`;
    const sum = costs.get(at);
    if (sum === undefined) costs.set(at, { currency, date: seen, amount: cost, unknown });
    else {
      sum.amount = sum.amount.plus(cost);
      sum.unknown = (sum.unknown ?? 0) + unknown;
    }
  });
  return {
    moved: [...moved.values()].sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0)),
    costs: [...costs.values()],
    units: changes,
    isTraded,
    first_day,
  };
}

/** The snapshots beside what the ledger says that the holdings of their days had cost. */
function recordsOf(
  { costs, isTraded }: Counted,
  snapshots: readonly Snapshot[],
  base: string,
  fx: Fx,
): (DayRecord & UnitsOfDay)[] {
  const days = snapshots.map(({ day }) => day);
  const asked = days.map((date) => ({ date, value: null, invested: null }));
  const inLedger = new Map(
    mergeHistory(costs, asked, base, fx, days.at(-1) ?? '', true).map((one) => [one.date, one.invested]),
  );
  return snapshots.map(({ day, value, invested, state, units }) => {
    const known = isTraded ? (inLedger.get(day) ?? (costs.length === 0 ? 0 : null)) : 0;
    return {
      day,
      value: value === null || !WHOLE_STATES.has(state) ? null : value.toNumber(),
      invested,
      in_ledger: known === null ? null : new Decimal(known),
      units,
    };
  });
}

/** Why payments and holdings do not belong together; null where they do. */
async function unlikeHeld(
  trx: DbTransaction,
  portfolio: PortfolioScope,
  moved: readonly MovedMoney[],
  fx: Fx,
): Promise<string | null> {
  const { rows } = await trx.raw<{ rows: { symbol: string }[] }>(
    `select distinct coalesce(h.symbol, l.symbol) as symbol from portfolio.holdings h
       full join portfolio.positions l on l.portfolio_id = h.portfolio_id and l.symbol = h.symbol
     where (?::bigint is null or coalesce(h.portfolio_id, l.portfolio_id) = ?::bigint)
       and coalesce(h.quantity, 0) <> coalesce(l.quantity, 0)
     order by 1`,
    [portfolio.id, portfolio.id] as string[],
  );
  if (rows.length > 0)
    return `The transactions of ${list(rows.map(({ symbol }) => symbol))} do not add up to your holdings. Import the missing ones.`;
  const base = portfolio.currency;
  const currency = moved.find((one) => fx(one.currency, base, one.day) === null)?.currency;
  return currency === undefined ? null : `No exchange rate from ${currency} to ${base} is recorded.`;
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

/** Days on which units of unknown cost were recorded, whatever day they are of: their value is there from then on. */
async function openingDays(trx: DbTransaction, portfolio: PortfolioScope): Promise<string[]> {
  const { rows } = await trx.raw<{ rows: { day: string }[] }>(
    `select distinct (created_at at time zone 'Asia/Kolkata')::date as day from portfolio.transactions
     where type = 'TRANSFER_IN' and action_id is null and (?::bigint is null or portfolio_id = ?::bigint)`,
    [portfolio.id, portfolio.id] as string[],
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

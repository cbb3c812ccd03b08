import { Decimal } from '../../platform/index.ts';
import type { DebtRecord } from '../../liabilities/index.ts';
import type { TotalState } from '../../portfolio/index.ts';
import type { ValueLine } from '../measures/index.ts';
import type { Span } from '../span.ts';
import type { NetWorthPoint } from './view.ts';

/** The value of all assets at the end of a day. */
interface AssetDay {
  day: string;
  value: number | null;
  state: TotalState;
  /** True where there is no value though a part of it is known. */
  has_part?: boolean;
}

const NOTHING_PRICED = 'No holding had a price and an exchange rate.';
const TOO_LITTLE_PRICED = 'Less than half of the value had prices and exchange rates.';

/**
 * The days of the line of all portfolios within a span, ascending, and today.
 * @param debtDays days with a record of a debt. Without a session they have the value of the day before.
 */
export function assetDays(line: ValueLine, { from, to }: Span, debtDays: readonly string[] = []): AssetDay[] {
  const whole: TotalState = line.is_converted ? 'ESTIMATED' : 'AVAILABLE';
  const days = [...line.days, ...(line.carried === null ? [] : [line.carried])];
  const valued = days.map(({ day, value }): AssetDay => {
    const state = value === null ? 'UNAVAILABLE' : line.shares.has(day) ? 'PARTIAL' : whole;
    return { day, value, state, has_part: value === null && (line.shares.get(day) ?? 0) > 0 };
  });
  const known = new Set(valued.map(({ day }) => day));
  const between = [...new Set(debtDays)].flatMap((day) => {
    const before = valued.findLast((one) => one.day < day);
    const isWithin = before !== undefined && before !== valued.at(-1) && !known.has(day);
    return isWithin ? [{ ...before, day }] : [];
  });
  return [...valued, ...between]
    .sort((one, other) => (one.day < other.day ? -1 : 1))
    .filter(({ day }) => (from === null || day >= from) && (to === null || day <= to));
}

/** A rate into the report's currency on a day, or now where no day is given; null where none is known. */
export type RateOn = (currency: string, day?: string) => { rate: Decimal; estimated: boolean } | null;

/** All debts in one currency, or why that is not known. */
interface LiabilityTotal {
  amount: Decimal | null;
  is_estimated: boolean;
  reason: string | null;
}

/** Adds up debts of several currencies. */
export function totalLiabilities(
  debts: Iterable<{ balance: Decimal; currency: string }>,
  rateOn: RateOn,
  day?: string,
): LiabilityTotal {
  let amount = new Decimal(0);
  let is_estimated = false;
  for (const { balance, currency } of debts) {
    if (balance.isZero()) continue;
    const rate = rateOn(currency, day);
    if (rate === null)
      return {
        amount: null,
        is_estimated: false,
        reason: `No exchange rate for ${currency}, the currency of a liability.`,
      };
    amount = amount.plus(balance.times(rate.rate));
    is_estimated ||= rate.estimated;
  }
  return { amount, is_estimated, reason: null };
}

/**
 * Net worth day by day (spec: Report rules 13). From the day of the first record on, a day is reduced by the balances on
 * record at its end: a debt that was entered later is not in it. Days before that are reduced by today's balances, and by
 * nothing else: no past debt is made up.
 * @param days ascending.
 * @param records oldest first.
 */
export function netWorthHistory(
  days: readonly AssetDay[],
  records: readonly DebtRecord[],
  current: LiabilityTotal,
  rateOn: RateOn,
): NetWorthPoint[] {
  const balances = new Map<string, DebtRecord>();
  const first = records[0]?.day;
  let read = 0;
  return days.map(({ day, value, state, has_part }) => {
    for (let next = records[read]; next !== undefined && next.day <= day; next = records[read]) {
      balances.set(next.liability_id, next);
      read += 1;
    }
    const isRecorded = first !== undefined && first <= day;
    const debt = isRecorded ? totalLiabilities(balances.values(), rateOn, day) : current;
    return {
      date: day,
      assets: value,
      liabilities: debt.amount?.toNumber() ?? null,
      net_worth:
        value === null || debt.amount === null ? null : new Decimal(value).minus(debt.amount).toNumber(),
      state,
      liabilities_basis: isRecorded ? 'RECORDED' : 'CURRENT',
      is_estimated: state === 'ESTIMATED' || debt.is_estimated,
      reason: value !== null ? debt.reason : has_part ? TOO_LITTLE_PRICED : NOTHING_PRICED,
    };
  });
}

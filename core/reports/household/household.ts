import { exactSum } from '../../finance/figures/index.ts';
import { Decimal } from '../../platform/index.ts';
import type { HouseholdDay, HouseholdMemberTotals, HouseholdView } from './view.ts';

/** The books of one member before anything is added up. */
export interface MemberBooks {
  name: string;
  is_you: boolean;
  currency: string;
  holdings_count: number;
  /** The value leaves something out. */
  is_partial: boolean;
  current_value: number | null;
  total_invested: number | null;
  total_profit: number | null;
  day_change: number | null;
  day: HouseholdDay;
  /** Says that this person’s corporate actions may change the figures; the actions of others are not named. Null without any. */
  provisional_reason: string | null;
  /** Of each asset class, in `currency`; null where something of it has no value. */
  classes: readonly { asset_class: string; value: number | null }[];
}

const MEASURES = ['current_value', 'total_invested', 'total_profit', 'day_change'] as const;

/**
 * Adds up what several people own, in one currency.
 * @param rate units of the household's currency for one of another; null where none is on record.
 */
export function addUp(
  books: readonly MemberBooks[],
  currency: string,
  rate: (from: string) => Decimal | null,
): Pick<HouseholdView, 'members' | 'total' | 'allocation'> {
  const inCurrency = (amount: number | null, from: string): number | null => {
    const units = from === currency ? new Decimal(1) : rate(from);
    return amount === null || units === null ? null : new Decimal(amount).times(units).toNumber();
  };
  const members = books.map((one): HouseholdMemberTotals => {
    const converted = Object.fromEntries(
      MEASURES.map((measure) => [measure, inCurrency(one[measure], one.currency)]),
    ) as Record<(typeof MEASURES)[number], number | null>;
    return {
      name: one.name,
      is_you: one.is_you,
      holdings_count: one.holdings_count,
      ...converted,
      day: { ...one.day, change: inCurrency(one.day.change, one.currency) },
      is_partial: one.is_partial,
      provisional_reason: one.provisional_reason,
      reason: reasonOf(one, currency, converted.current_value, rate),
    };
  });
  const sum = (values: readonly (number | null)[]): number | null =>
    values.includes(null)
      ? null
      : values.reduce<Decimal>((all, value) => all.plus(value ?? 0), new Decimal(0)).toNumber();
  const total = Object.fromEntries(
    MEASURES.map((measure) => [measure, sum(members.map((one) => one[measure]))]),
  ) as Omit<HouseholdView['total'], 'day' | 'is_partial' | 'provisional_reason'>;
  // Changes of different days make no change of a day.
  const days = members.filter((one) => one.holdings_count > 0).map((one) => one.day);
  if (new Set(days.map(({ date }) => date)).size > 1) total.day_change = null;
  const classes = new Map<string, (number | null)[]>();
  for (const { currency: from, classes: own } of books)
    for (const { asset_class, value } of own)
      classes.set(asset_class, [...(classes.get(asset_class) ?? []), inCurrency(value, from)]);
  const allocation = [...classes].map(([asset_class, values]) => {
    const value = sum(values);
    const whole = total.current_value;
    return {
      asset_class,
      value,
      share_pct: value === null || whole === null || whole === 0 ? null : (value / whole) * 100,
    };
  });
  allocation.sort((one, other) => (other.value ?? -1) - (one.value ?? -1));
  const provisional = members.flatMap((one) => one.provisional_reason ?? []);
  return {
    members,
    total: {
      ...total,
      day: dayOfAll(days),
      is_partial: members.some((one) => one.is_partial),
      provisional_reason: provisional.length === 0 ? null : [...new Set(provisional)].join(' '),
    },
    allocation,
  };
}

/** The newest session with a known change, added up over those whose change is of it; null where nothing is held. */
function dayOfAll(days: readonly HouseholdDay[]): HouseholdDay | null {
  const known = days.filter(({ change }) => change !== null);
  const newest = (known.length > 0 ? known : days).reduce<HouseholdDay | null>(
    (last, one) => (last === null || one.date > last.date ? one : last),
    null,
  );
  if (newest === null) return null;
  const same = known.filter(({ date }) => date === newest.date);
  const count = (of: readonly HouseholdDay[], field: 'holdings_counted' | 'holdings_total') =>
    of.reduce((sum, one) => sum + one[field], 0);
  return {
    ...newest,
    change: same.length === 0 ? null : exactSum(same.map(({ change }) => change ?? 0)),
    holdings_counted: count(same, 'holdings_counted'),
    holdings_total: count(days, 'holdings_total'),
  };
}

function reasonOf(
  { currency: from, current_value, holdings_count, is_partial }: MemberBooks,
  currency: string,
  converted: number | null,
  rate: (from: string) => Decimal | null,
): string | null {
  if (converted !== null) return is_partial ? 'Excludes holdings without a price or exchange rate.' : null;
  if (current_value !== null && rate(from) === null) return `No exchange rate from ${from} to ${currency}.`;
  return holdings_count === 0 ? 'No holdings yet.' : 'Some holdings have no price yet.';
}

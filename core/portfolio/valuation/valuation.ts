import { dayInWords } from '../../platform/index.ts';
import { FRESH_MINUTES, type PriceSessions } from '../../market/calendar/index.ts';
import { allocationOf } from './allocation.ts';
import { type Fx, type UsedRate, usedRates } from './fx.ts';
import { isStale, isUnlisted, type ValuableHolding, type ValuedHolding, valueEach } from './holding-value.ts';
import { moversOf } from './movers.ts';
import { priceAge, stalePrices } from './price-age.ts';
import { changeDays, list, totalsOf } from './totals.ts';
import type { Freshness, Totals, Valuation, ValuationWarning, WarningCode } from './view.ts';

export interface ValuationOptions {
  /** Base currency. */
  base: string;
  fx: Fx;
  now: Date;
  sessions: PriceSessions;
  /** Portfolios to list even when they hold nothing. */
  portfolios?: readonly string[];
  /** Labels of connections whose last sync failed. */
  failed_syncs?: readonly string[];
  /** Names of trades that are not booked before the person says which share they are of. */
  asked_names?: readonly string[];
}

/** Values holdings and everything the overview says about them. Exact inside, JSON numbers out. */
export function valueHoldings(holdings: Iterable<ValuableHolding>, options: ValuationOptions): Valuation {
  const { base } = options;
  const valued = valueEach(holdings, options);
  const days = changeDays(options.sessions, options.now);
  const total = totalsOf(valued, { currency: base, in_: 'base', days });
  const currencies = grouped(valued, ({ holding }) => holding.currency);
  const portfolios = grouped(valued, ({ holding }) => holding.portfolio, options.portfolios);
  const converted = valued.filter((one) => one.isConverted && one.hasRate);
  const rates = usedRates(
    converted.map(({ holding }) => holding.currency),
    base,
    options.fx,
  );
  return {
    calculated_at: options.now.toISOString(),
    base_currency: base,
    total,
    by_currency: currencies.map(([currency, held]) => totalsOf(held, { currency, in_: 'own', days })),
    portfolios: portfolios.map(([portfolio, held]) => ({
      portfolio,
      ...totalsOf(held, { currency: base, in_: 'base', days }),
      provisional_reason: null,
    })),
    provisional_reason: null,
    allocation: allocationOf(valued),
    movers: moversOf(valued, days),
    fx_rates: rates,
    freshness: freshnessOf(valued, options.now),
    warnings: warningsOf(valued, total, rates, options),
  };
}

/** 1 USD = 88.25 INR of 20 Nov 2026 */
function rateInWords({ from, to, rate, day }: UsedRate): string {
  const shown = rate.toLocaleString('en-US', { maximumSignificantDigits: 6, useGrouping: false });
  return `1 ${from} = ${shown} ${to}${day === null ? ' from the settings' : ` of ${dayInWords(day)}`}`;
}

function grouped(
  valued: readonly ValuedHolding[],
  keyOf: (one: ValuedHolding) => string,
  always: readonly string[] = [],
): [string, ValuedHolding[]][] {
  const groups = new Map<string, ValuedHolding[]>(always.map((key) => [key, []]));
  for (const one of valued) {
    const key = keyOf(one);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [one]);
    else group.push(one);
  }
  return [...groups].sort(([a], [b]) => (a < b ? -1 : 1));
}

/** The first millisecond after an instant at which one of some prices goes stale; infinite if none does any more. */
export function nextStale(pricedAt: readonly (Date | string | null)[], now: Date): number {
  let next = Number.POSITIVE_INFINITY;
  for (const at of pricedAt) {
    const stale = at === null ? 0 : new Date(at).getTime() + FRESH_MINUTES * 60_000 + 1;
    if (stale > now.getTime() && stale < next) next = stale;
  }
  return next;
}

/** When the next price of each value that was made goes stale. */
const staleFrom = new WeakMap<Freshness, number>();

/** `nextStale` of the prices that a freshness is of; undefined for a copy of it. */
export const goesStaleAt = (freshness: Freshness): number | undefined => staleFrom.get(freshness);

/** Moment and age of the prices that a value was made with. */
export function freshnessOf(valued: readonly ValuedHolding[], now: Date): Freshness {
  let newest: Date | null = null;
  let oldest: Date | null = null;
  for (const { pricedAt } of valued) {
    if (pricedAt === null) continue;
    if (newest === null || pricedAt > newest) newest = pricedAt;
    if (oldest === null || pricedAt < oldest) oldest = pricedAt;
  }
  const freshness = {
    ...priceAge(valued, now),
    threshold_minutes: FRESH_MINUTES,
    valuation_timestamp: newest?.toISOString() ?? null,
    oldest_priced_at: oldest?.toISOString() ?? null,
    stale_holdings: valued.filter(({ age }) => isStale(age)).length,
    unavailable_holdings: valued.filter((one) => one.price === null).length,
  };
  staleFrom.set(
    freshness,
    nextStale(
      valued.map(({ pricedAt }) => pricedAt),
      now,
    ),
  );
  return freshness;
}

/** Ends the warning of missing prices, where no button says the same. */
export const UNPRICED_ADVICE = ' Edit a holding to enter one, or import holdings with their prices.';

function warningsOf(
  valued: readonly ValuedHolding[],
  total: Totals,
  rates: readonly UsedRate[],
  { now, sessions, failed_syncs: failedSyncs = [], asked_names: askedNames = [] }: ValuationOptions,
): ValuationWarning[] {
  const symbolsWhere = (test: (one: ValuedHolding) => boolean): string[] =>
    valued.filter(test).map(({ holding }) => holding.symbol);
  const currenciesWhere = (test: (one: ValuedHolding) => boolean): string[] => [
    ...new Set(valued.filter(test).map(({ holding }) => holding.currency)),
  ];
  const unpriced = symbolsWhere((one) => one.price === null);
  const converted = currenciesWhere((one) => one.isConverted && one.hasRate);
  const unconverted = currenciesWhere((one) => !one.hasRate);
  const closeless = symbolsWhere(
    (one) => one.own.value !== null && one.own.dayChange === null && !isUnlisted(one.holding),
  );
  const ended = sessions.endedCalendars(
    valued.map(({ holding }) => holding),
    now,
  );
  const left =
    total.valued_count === 0
      ? 'so there is no total'
      : `so the total excludes ${unpriced.length === 1 ? 'it' : 'them'}`;
  const found: [WarningCode, string[], string][] = [
    ['VALUATION_PARTIAL', unpriced, `No price for ${list(unpriced)}, ${left}.${UNPRICED_ADVICE}`],
    ['VALUATION_STALE', symbolsWhere(({ age }) => isStale(age)), `${stalePrices(valued, now) ?? ''}.`],
    [
      'FX_ESTIMATED',
      converted,
      `Totals are estimates: amounts in ${list(converted)} are converted at one rate (${rates.map(rateInWords).join('; ')}).`,
    ],
    [
      'FX_UNAVAILABLE',
      unconverted,
      `No exchange rate for ${list(unconverted)}, so totals exclude these holdings.`,
    ],
    [
      'PREVIOUS_CLOSE_MISSING',
      closeless,
      `No previous close for ${list(closeless)}, so the day's change is unknown.`,
    ],
    [
      'SYNC_FAILED',
      [...failedSyncs],
      `The last sync of ${list(failedSyncs)} failed, so its holdings may be out of date.`,
    ],
    [
      'TRADES_UNASSIGNED',
      [...askedNames],
      `Trades of ${list(askedNames)} are not booked until you say which share they are of.`,
    ],
    [
      'CALENDAR_ENDED',
      ended.map(({ exchange }) => exchange),
      ended
        .map(
          ({ exchange, until }) =>
            `The calendar of ${exchange} is known until ${dayInWords(until)}; days after are assumed weekdays.`,
        )
        .join(' '),
    ],
  ];
  return found
    .filter(([, concerned]) => concerned.length > 0)
    .map(([code, concerned, message]) => ({ code, message, count: concerned.length }));
}

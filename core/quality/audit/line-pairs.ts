import { dayInWords } from '../../platform/index.ts';
import { type HoldingView, NETWORTH } from '../../portfolio/index.ts';
import type { Pair } from './identity.ts';
import { besideHoldings, besideTotal, held, holdingsValue, incomplete, named, partOf } from './pairs.ts';
import type { PerformanceReading, ReadingsOf } from './readings.ts';

/* The value of now beside the ends of the lines over time, and beside what other doors show. */

/** Read for the end of a line, which has the units, prices and rates of now. */
type Ends = 'overview' | 'holdings' | 'rates' | 'today';

/**
 * The symbol that has two prices, where a line has one a day, as the reason for no comparison; null without such a symbol. Of
 * prices by hand each portfolio has its own.
 */
function pricedTwice(holdings: readonly HoldingView[]): string | null {
  const prices = new Map<string, number | null>();
  for (const { symbol, currency, current_price, price_source, isin } of held(holdings)) {
    if (isin === null && (price_source === 'MANUAL' || price_source === 'CSV')) continue;
    const key = `${symbol} ${currency}`;
    const known = prices.get(key);
    if (known !== undefined && known !== current_price)
      return `${symbol} has different prices in your portfolios. Refresh prices, or enter the same price in each.`;
    prices.set(key, current_price);
  }
  return null;
}

export function netWorthEnd(readings: ReadingsOf<Ends | 'networth' | 'value_history'>): Pair[] {
  const { holdings, networth, overview, today, value_history } = readings;
  const last = networth.history.points.at(-1);
  const { left: assets, reason, ...beside } = besideEnd(readings, value_history, 'history');
  const debts = (overview.total.current_value ?? 0) - (networth.net_worth ?? 0);
  return [
    {
      ...beside,
      subject: NETWORTH,
      left: assets === null ? null : assets - debts,
      right: last?.net_worth ?? null,
      reason:
        networth.net_worth_reason ??
        reason ??
        pricedTwice(holdings) ??
        (last?.date === today ? null : endsBefore(last?.date, 'history')),
    },
  ];
}

export function performanceValue({ overview, performance }: ReadingsOf<'overview' | 'performance'>): Pair[] {
  return [
    besideTotal(overview, performance.current_value, {
      reason: performance.reasons.current_value,
      part: partOf(overview),
    }),
  ];
}

export function performanceEnd(readings: ReadingsOf<Ends | 'performance'>): Pair[] {
  const { holdings, performance } = readings;
  // Between two sessions nothing changes, and the last point of the series is of the last one.
  const last = performance.series.findLast(({ value }) => value !== null);
  const { reason, ...beside } = besideEnd(readings, performance, 'series');
  const isOpen = performance.series.at(-1) !== last;
  const why = last === undefined || isOpen ? endsBefore(last?.date, 'series') : pricedTwice(holdings);
  return [{ ...beside, right: last?.value ?? null, reason: reason ?? why }];
}

export function chartEnd(readings: ReadingsOf<Ends | 'value_history'>): Pair[] {
  const { holdings, value_history, today } = readings;
  const last = value_history.points.findLast(({ value }) => value !== null);
  const { reason, ...beside } = besideEnd(readings, value_history, 'chart');
  const why = last?.date === today ? pricedTwice(holdings) : endsBefore(last?.date, 'chart');
  return [{ ...beside, right: last?.value ?? null, reason: reason ?? why }];
}

const endsBefore = (day: string | undefined, what: string): string =>
  day === undefined ? `The ${what} has no day yet.` : `The ${what} ends on ${dayInWords(day)}.`;

/** The total for the end of a line: of all holdings, or the sum of those that the line covers there. */
function besideEnd(
  readings: ReadingsOf<Ends>,
  { coverage }: Pick<PerformanceReading, 'coverage'>,
  what: string,
): Omit<Pair, 'right'> {
  const { overview, holdings, rates } = readings;
  if (coverage === null) return besideTotal(overview, null, { reason: incomplete(overview) });
  const { holdings_counted, holdings_total, missing, value_share_pct: share } = coverage;
  const excluded = holdings_total - holdings_counted;
  if (excluded === 0) return besideTotal(overview, null, { reason: incomplete(overview) });
  const some = share === null ? 'a part' : `${share.toFixed(1)} %`;
  const part = `The ${what} covers ${some} of the value.`;
  // `missing` lists the holdings excluded at the end first, and is cut at a maximum length.
  const names = new Set(missing.slice(0, excluded).map(named));
  const own = holdings.filter((one) => !names.has(named(one)));
  return {
    ...besideTotal(overview, null),
    left: holdingsValue(own, overview.total.currency, rates),
    reason: names.size < excluded ? part : null,
    part: `${part} The two figures agree for this part.`,
  };
}

export function exportedValue({ overview, exported }: ReadingsOf<'overview' | 'exported'>): Pair[] {
  const reason = exported.value === undefined ? 'The file has no value.' : null;
  return [besideTotal(overview, exported.value ?? null, { reason, part: partOf(overview) })];
}

/** Chat reads the total of the overview: it is compared with the holdings instead. */
export function chatValue(readings: ReadingsOf<'overview' | 'holdings' | 'rates' | 'chat'>): Pair[] {
  return [besideHoldings(readings, readings.chat.value)];
}

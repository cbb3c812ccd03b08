import { type DayNumber, dayText } from './daily-series.ts';
import type { Engine, Held } from './engine.ts';
import type { ValueReason } from './values-view.ts';

/** Why some of the series of a scope are unknown or limited. `portfolio` is the engine's name of it. */
export function valueReasons(engine: Engine, name: string | null, currency: string): ValueReason[] {
  const { first, length } = engine;
  const positions = length === 0 ? [] : engine.positions(name);
  const reasons: ValueReason[] = [];
  if (positions.length === 0) reasons.push(noTransactions());
  for (const held of positions) {
    reasons.push(...unpriced(held, first, length), ...ofRates(engine, held, currency, first, length));
    reasons.push(...splits(held, first));
    const sold = held.line.state?.unmatched.length ?? 0;
    if (sold > 0) {
      reasons.push(
        reason(
          'UNMATCHED_SALE',
          held.line.portfolio,
          held.line.symbol,
          `More ${held.line.symbol} was sold than was ever bought: add the missing purchases. Until then the sale counts only as far as there are purchases.`,
        ),
      );
    }
  }
  for (const { portfolio, symbol, leftOut } of engine.lines()) {
    if (leftOut.length === 0 || (name !== null && portfolio !== name)) continue;
    const [one] = leftOut;
    const more = leftOut.length > 1 ? ` and ${leftOut.length - 1} more` : '';
    reasons.push(
      reason(
        'ROW_LEFT_OUT',
        portfolio,
        symbol,
        `A row of ${symbol} is left out: ${one?.reason ?? ''}${more}. Correct it, and it counts.`,
        leftOut.map(({ day }) => day),
      ),
    );
  }
  return reasons;
}

export function noTransactions(): ValueReason {
  const sentence = 'There are no transactions yet: import a file or add one, and the days since then appear.';
  return reason('NO_TRANSACTIONS', null, null, sentence);
}

/** Days on which units were held without a price. */
function unpriced({ line, market, price }: Held, origin: DayNumber, length: number): ValueReason[] {
  const days: DayNumber[] = [];
  for (const [at, from] of market.day.entries()) {
    if ((market.units[at] ?? 0) === 0) continue;
    const end = Math.min(origin + length, market.day[at + 1] ?? origin + length);
    for (let day = from; day < end; day += 1)
      if (Number.isNaN(price?.price[day - origin] ?? Number.NaN)) days.push(day);
  }
  if (days.length === 0) return [];
  const sentence = `No close of ${line.symbol} is on record for ${days.length.toLocaleString('en-IN')} of the days on which it was held, so that the value of these days is unknown. Import its prices with npm run import-prices.`;
  return [reason('NO_PRICE', line.portfolio, line.symbol, sentence, days)];
}

function ofRates(
  engine: Engine,
  { line, foreign }: Held,
  currency: string,
  origin: DayNumber,
  length: number,
): ValueReason[] {
  if (foreign === null || line.currency === null) return [];
  const estimated = engine.estimated(line.currency, currency);
  const begins = (line.steps.day[0] ?? origin) - origin;
  const days: DayNumber[] = [];
  let unknown = 0;
  const isHeld = (line.steps.units.at(-1) ?? 0) > 0;
  const end = isHeld ? length : Math.min(length, (line.steps.day.at(-1) ?? origin) - origin + 1);
  for (let at = begins; at < end; at += 1) {
    if (Number.isNaN(foreign.rate[at] ?? Number.NaN)) unknown += 1;
    else if (estimated?.[at] !== 1) continue;
    days.push(origin + at);
  }
  if (days.length === 0) return [];
  const pair = `${line.currency} in ${currency}`;
  return unknown > 0
    ? [
        reason(
          'NO_RATE',
          line.portfolio,
          line.symbol,
          `No rate of ${pair} is on record, so that ${line.symbol} cannot be added up with the others. Refresh the prices: that fetches the rates too.`,
          days,
        ),
      ]
    : [
        reason(
          'RATE_ESTIMATED',
          line.portfolio,
          line.symbol,
          `Rates of ${pair} are missing for ${days.length} days; the nearest one stands in their place.`,
          days,
        ),
      ];
}

function splits({ line, alignment }: Held, origin: DayNumber): ValueReason[] {
  const missing = alignment.unrecorded.filter(({ day }) => day >= origin);
  if (missing.length === 0) return [];
  const told = missing
    .map(({ day, ratio }) => `${dayText(day)} (${Number(ratio.toFixed(6))} for 1)`)
    .join(', ');
  const sentence = `${line.symbol} changed its shares on ${told} while you held it, and the ledger has no such row: the value falls on that day. Add a SPLIT.`;
  return [
    reason(
      'SPLIT_NOT_IN_LEDGER',
      line.portfolio,
      line.symbol,
      sentence,
      missing.map(({ day }) => day),
    ),
  ];
}

/** @param days ascending. */
function reason(
  code: ValueReason['code'],
  portfolio: string | null,
  symbol: string | null,
  sentence: string,
  days: readonly DayNumber[] = [],
): ValueReason {
  const [from, to] = [days[0], days.at(-1)];
  return {
    code,
    portfolio,
    symbol,
    from: from === undefined ? null : dayText(from),
    to: to === undefined ? null : dayText(to),
    days: new Set(days).size,
    reason: sentence,
  };
}

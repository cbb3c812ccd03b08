import { dayInWords } from '../../platform/dates.ts';
import type { Contribution } from './accumulate.ts';
import { type DayNumber, dayText } from './daily-series.ts';
import type { Engine } from './engine.ts';
import { unitsOf } from './steps.ts';
import type { ValueReason } from './values-view.ts';

/** Reasons for unknown or limited series of a scope. `portfolio` is the engine's name of it. */
export function valueReasons(engine: Engine, name: string | null, currency: string): ValueReason[] {
  const { first, length } = engine;
  const positions = length === 0 ? [] : engine.contributions(name);
  // A position without a price leaves its day without a value: on all other days each has one.
  const { value } = engine.series(name);
  const unknown: number[] = [];
  for (let at = 0; at < length; at += 1) if (Number.isNaN(value[at] ?? 0)) unknown.push(at);
  const reasons: ValueReason[] = [];
  if (positions.length === 0) reasons.push(noTransactions());
  for (const held of positions) {
    reasons.push(...unpriced(held, first, unknown), ...ofRates(engine, held, currency, first, length));
    reasons.push(...splits(held, first, engine.to));
    reasons.push(...unmatched(held), ...costUnknown(held));
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
        `A transaction of ${symbol} is excluded: ${one?.reason ?? ''}${more}. Correct it to include it.`,
        leftOut.map(({ day }) => day),
      ),
    );
  }
  return reasons;
}

export function noTransactions(): ValueReason {
  const sentence = 'There are no transactions yet. Import a file or add one to see daily values.';
  return reason('NO_TRANSACTIONS', null, null, sentence);
}

/** Days on which units were held without a price. @param unknown indexes of the days whose value is unknown. */
function unpriced(
  { line, market, price }: Contribution,
  origin: DayNumber,
  unknown: readonly number[],
): ValueReason[] {
  const days: DayNumber[] = [];
  let at = -1;
  for (const index of unknown) {
    const day = origin + index;
    while ((market.day[at + 1] ?? Number.POSITIVE_INFINITY) <= day) at += 1;
    const isHeld = at >= 0 && market.units[at] !== 0;
    if (isHeld && Number.isNaN(price?.price[index] ?? Number.NaN)) days.push(day);
  }
  if (days.length === 0) return [];
  const sentence = `No ${line.symbol} close is recorded for ${days.length.toLocaleString('en-IN')} of the days you held it, so the value on those days is unknown. Import its prices with npm run import-prices.`;
  return [reason('NO_PRICE', line.portfolio, line.symbol, sentence, days)];
}

function ofRates(
  engine: Engine,
  { line, foreign }: Contribution,
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
          `No ${pair} exchange rate is recorded, so ${line.symbol} cannot be included in the total. Refresh prices to fetch exchange rates too.`,
          days,
        ),
      ]
    : [
        reason(
          'RATE_ESTIMATED',
          line.portfolio,
          line.symbol,
          `${pair} exchange rates are missing for ${days.length} days; the nearest rate is used.`,
          days,
        ),
      ];
}

/** Sales without units. */
function unmatched({ line: { portfolio, symbol, state } }: Contribution): ValueReason[] {
  if (state === null || !state.unmatched.some(({ kind }) => kind === 'NO_UNITS')) return [];
  const sentence = `More ${symbol} was sold than bought. Add an opening position under Data quality. Until then, the sale counts only up to the units bought.`;
  return [reason('UNMATCHED_SALE', portfolio, symbol, sentence)];
}

/** Units of unknown cost that are held or were sold, and units that left at an unknown price. */
function costUnknown({ line: { portfolio, symbol, state } }: Contribution): ValueReason[] {
  if (state === null) return [];
  const left = (kind: 'NO_COST' | 'NO_PRICE') =>
    state.unmatched.reduce((sum, one) => (one.kind === kind ? sum + one.quantity : sum), 0n);
  const [sold, unpriced] = [left('NO_COST'), left('NO_PRICE')];
  if (state.unknownCost === 0n && sold === 0n && unpriced === 0n) return [];
  const units = (quantity: bigint) =>
    unitsOf(quantity).toLocaleString('en-IN', { maximumFractionDigits: 10 });
  const parts = [
    state.unknownCost > 0n
      ? `The cost of ${units(state.unknownCost)} of ${units(state.quantity)} ${symbol} is unknown, so their gain is unknown too.`
      : null,
    sold > 0n
      ? `${units(sold)} ${symbol} of unknown cost were sold, so the gain of that sale is unknown.`
      : null,
    unpriced > 0n
      ? `${units(unpriced)} ${symbol} left without a sale on record, so their gain is unknown. Record the sale under Transactions, dated no later than their transfer out.`
      : null,
    state.unknownCost > 0n || sold > 0n ? 'Record the cost under Data quality, Opening positions.' : null,
  ];
  return [reason('COST_UNKNOWN', portfolio, symbol, parts.filter((one) => one !== null).join(' '))];
}

/** Each change of a share that the ledger does not have, unless it gave the units that were held nothing. */
function splits({ line, alignment, market }: Contribution, origin: DayNumber, to: DayNumber): ValueReason[] {
  return alignment.unrecorded
    .filter(
      ({ day, ratio }) =>
        day >= origin && day <= to && ratio !== 1 && !givesNothing(line, unitsBefore(market, day), ratio),
    )
    .map(({ day, ratio }) => {
      const sentence = `The shares of ${line.symbol} changed on ${dayInWords(dayText(day))} (${Number(ratio.toFixed(6))} for 1) while you held them, but no transaction records it, so the value drops on that day. Apply the corporate action under Corporate actions.`;
      return reason('SPLIT_NOT_IN_LEDGER', line.portfolio, line.symbol, sentence, [day]);
    });
}

/** A bonus or split under which whole shares give no further whole share; fractions of it are paid out. */
function givesNothing({ state }: Contribution['line'], units: number, ratio: number): boolean {
  if (state?.assetClass === 'Mutual Fund' || !Number.isInteger(units)) return false;
  return ratio > 1 && Math.floor(units * ratio + 1e-9) === units;
}

function unitsBefore({ day: days, units }: Contribution['market'], day: DayNumber): number {
  let held = 0;
  for (const [at, from] of days.entries()) {
    if (from >= day) break;
    held = units[at] ?? 0;
  }
  return held;
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

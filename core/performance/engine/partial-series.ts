import { accumulate, emptyArrays } from './accumulate.ts';
import { dayText, PARTIAL_FIGURES, type PartialFigure } from './daily-series.ts';
import type { Engine } from './engine.ts';
import { USUAL_CARRY_DAYS } from './engine-input.ts';
import type { LeftOutCode, ExcludedPosition, PositionName } from './excluded-positions.ts';
import type { PartialSeries } from './messages.ts';
import type { ValueReason } from './values-view.ts';

const keyOf = ({ portfolio, symbol }: PositionName): string => `${portfolio}\0${symbol}`;

/**
 * The series of the positions of a scope that are known throughout: with all their transactions, and a price and a rate on
 * every day on which they are held. As many days as a close stands for others may lack one (new shares before their first
 * session): they have no value, as in any series. Nothing is added up where nothing is left out.
 * @param reasons of the same scope. @param incomplete positions with another quantity than their holding.
 * @param skipped days at the beginning that are not asked for.
 */
export function partialSeries(
  engine: Engine,
  scope: string | null,
  reasons: readonly ValueReason[],
  incomplete: readonly PositionName[],
  skipped: number,
): PartialSeries | null {
  const leftOut = new Map<string, ExcludedPosition>();
  for (const { portfolio, symbol } of incomplete)
    leftOut.set(keyOf({ portfolio, symbol }), { portfolio, symbol, code: 'LEDGER_INCOMPLETE' });
  for (const one of reasons) {
    const { portfolio, symbol } = one;
    const code = codeOf(one, engine);
    if (code === null || portfolio === null || symbol === null) continue;
    const name = { portfolio, symbol };
    if (!leftOut.has(keyOf(name))) leftOut.set(keyOf(name), { ...name, code });
  }
  if (leftOut.size === 0) return null;
  const left_out = [...leftOut.values()];
  const isCounted = (line: PositionName) => !leftOut.has(keyOf(line));
  const all = engine.positions(scope);
  const counted = all.filter(({ line }) => isCounted(line));
  if (counted.length === all.length) return { daily: null, left_out };
  const sums = emptyArrays(engine.length);
  for (const one of counted) accumulate(sums, one, engine.first, 0, engine.length);
  const daily = Object.fromEntries(PARTIAL_FIGURES.map((name) => [name, sums[name].slice(skipped)]));
  return { daily: daily as Record<PartialFigure, Float64Array>, left_out };
}

function codeOf({ code, days, to }: ValueReason, engine: Engine): LeftOutCode | null {
  if (code === 'NO_PRICE') return days > USUAL_CARRY_DAYS || to === dayText(engine.to) ? code : null;
  return code === 'NO_RATE' || code === 'UNMATCHED_SALE' || code === 'ROW_LEFT_OUT' ? code : null;
}

import { numberOf, type ValuedHolding } from './holding-value.ts';
import { type ChangeDays, dayOfChange } from './day-change.ts';
import { type Amount, daysBetween, LONGEST_CLOSURE_DAYS, percentOf } from '../../platform/index.ts';
import type { Mover, Movers, MoversBy } from './view.ts';

/** How many are listed each way. */
const MOVERS_SHOWN = 5;

/**
 * Top gainers and losers by the day's change and by the gain on what was paid. Changes of the day come before those of
 * earlier sessions, which have their own label; one of long ago is in no list of a day.
 */
export function moversOf(holdings: readonly ValuedHolding[], days: ChangeDays): MoversBy {
  const day = dayOfChange(holdings, 'base', days);
  const all = [...bySymbol(holdings, days).values()];
  const ofDays = all.filter(
    ({ date }) => day !== null && date !== null && daysBetween(date, day) <= LONGEST_CLOSURE_DAYS,
  );
  return {
    day: ranked(ofDays, 'dayChange', 'previous', { days, first: day }),
    total: ranked(all, 'gain', 'cost', { days, first: null }),
  };
}

interface Amounts {
  value: Amount | null;
  cost: Amount | null;
  previous: Amount | null;
  dayChange: Amount | null;
  gain: Amount | null;
}

interface SymbolAmounts {
  label: string;
  name: string | null;
  date: string | null;
  own: Amounts;
  base: Amounts;
}

/**
 * One entry for each symbol and currency; a figure that one of its holdings lacks is unknown for all, and so is the change
 * of a day where their prices are of several days.
 */
function bySymbol(holdings: readonly ValuedHolding[], days: ChangeDays): Map<string, SymbolAmounts> {
  const symbols = new Map<string, SymbolAmounts>();
  for (const { holding, own, base } of holdings) {
    const key = `${holding.symbol}\n${holding.currency}`;
    const known = symbols.get(key);
    const date = days.dateOf(holding);
    const amounts = amountsOf(own);
    const inBase = base === own ? amounts : amountsOf(base);
    if (known === undefined) {
      symbols.set(key, {
        label: holding.symbol,
        name: holding.name ?? null,
        date,
        own: amounts,
        base: inBase,
      });
      continue;
    }
    known.name ??= holding.name ?? null;
    known.own = sumOf(known.own, amounts, known.date === date);
    known.base = sumOf(known.base, inBase, known.date === date);
    known.date = date;
  }
  return symbols;
}

function amountsOf({ value, cost, dayChange }: ValuedHolding['own']): Amounts {
  return {
    value,
    cost,
    dayChange,
    previous: value === null || dayChange === null ? null : value - dayChange,
    gain: value === null || cost === null ? null : value - cost,
  };
}

function sumOf(one: Amounts, other: Amounts, isOfOneDay: boolean): Amounts {
  return {
    value: added(one.value, other.value),
    cost: added(one.cost, other.cost),
    previous: isOfOneDay ? added(one.previous, other.previous) : null,
    dayChange: isOfOneDay ? added(one.dayChange, other.dayChange) : null,
    gain: added(one.gain, other.gain),
  };
}

function added(one: Amount | null, other: Amount | null): Amount | null {
  return one === null || other === null ? null : one + other;
}

function ranked(
  symbols: readonly SymbolAmounts[],
  change: 'dayChange' | 'gain',
  whole: 'previous' | 'cost',
  { days, first }: { days: ChangeDays; first: string | null },
): Movers {
  const isLater = ({ symbol }: { symbol: SymbolAmounts }) => Number(first !== null && symbol.date !== first);
  const moved = symbols.flatMap((symbol) => {
    const { [change]: moved_by, [whole]: from } = symbol.own;
    const change_pct = moved_by === null || from === null ? null : percentOf(moved_by, from);
    return change_pct === null || change_pct === 0 ? [] : [{ symbol, change_pct }];
  });
  const strongest = (sign: 1 | -1): Mover[] =>
    moved
      .filter((one) => sign * one.change_pct > 0)
      .sort(
        (a, b) =>
          isLater(a) - isLater(b) ||
          sign * (b.change_pct - a.change_pct) ||
          (a.symbol.label < b.symbol.label ? -1 : 1),
      )
      .slice(0, MOVERS_SHOWN)
      .map(({ symbol: { label, name, base, date }, change_pct }) => ({
        label,
        name,
        change: numberOf(base[change]),
        change_pct,
        market_value: numberOf(base.value),
        day_change_label: days.changeOf(date).day_change_label,
      }));
  return { gainers: strongest(1), losers: strongest(-1) };
}

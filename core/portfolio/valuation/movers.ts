import type { ChangeDay } from '../../market/calendar/index.ts';
import { numberOf, type ValuedHolding } from './holding-value.ts';
import { type ChangeDays, dayOfChange, isUnlisted } from './day-change.ts';
import { type Amount, daysBetween, LONGEST_CLOSURE_DAYS, percentOf } from '../../platform/index.ts';
import type { Mover, Movers, MoversBy } from './view.ts';

/** How many are listed each way. */
const MOVERS_SHOWN = 5;

/** Top gainers and losers by the day's change and by the gain on what was paid. A change of long ago is none of the day. */
export function moversOf(holdings: readonly ValuedHolding[], days: ChangeDays): MoversBy {
  const day = dayOfChange(holdings, 'base', days);
  const listed = holdings.filter(({ holding }) => !isUnlisted(holding));
  const ofDay = [...bySymbol(listed, days).values()].filter(
    ({ date }) => day !== null && date !== null && daysBetween(date, day) <= LONGEST_CLOSURE_DAYS,
  );
  return {
    day: ranked(ofDay, (amounts) => amounts.dayChange, 'previous'),
    total: ranked([...bySymbol(holdings, days).values()], (amounts) => amounts.gain, 'cost'),
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
  changeDay: () => ChangeDay;
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
    const isOfOneDay = known === undefined || known.date === date;
    const unlessMixed = (amounts: Amounts): Amounts =>
      isOfOneDay ? amounts : { ...amounts, previous: null, dayChange: null };
    symbols.set(key, {
      label: holding.symbol,
      name: known?.name ?? holding.name ?? null,
      date,
      changeDay: () => days.changeOf(date),
      own: unlessMixed(plus(known?.own, own)),
      base: unlessMixed(plus(known?.base, base)),
    });
  }
  return symbols;
}

function plus(sum: Amounts | undefined, { value, cost, dayChange }: ValuedHolding['own']): Amounts {
  const one: Amounts = {
    value,
    cost,
    dayChange,
    previous: value === null || dayChange === null ? null : value - dayChange,
    gain: value === null || cost === null ? null : value - cost,
  };
  if (sum === undefined) return one;
  const add = (a: Amount | null, b: Amount | null): Amount | null =>
    a === null || b === null ? null : a + b;
  return {
    value: add(sum.value, one.value),
    cost: add(sum.cost, one.cost),
    previous: add(sum.previous, one.previous),
    dayChange: add(sum.dayChange, one.dayChange),
    gain: add(sum.gain, one.gain),
  };
}

function ranked(
  symbols: readonly SymbolAmounts[],
  changeOf: (amounts: Amounts) => Amount | null,
  whole: 'previous' | 'cost',
): Movers {
  const moved = symbols.flatMap((symbol) => {
    const change = changeOf(symbol.own);
    const from = symbol.own[whole];
    const change_pct = change === null || from === null ? null : percentOf(change, from);
    return change_pct === null ? [] : [{ ...symbol, change_pct }];
  });
  const strongest = (sign: 1 | -1): Mover[] =>
    moved
      .filter((one) => sign * one.change_pct > 0)
      .sort((a, b) => sign * (b.change_pct - a.change_pct) || (a.label < b.label ? -1 : 1))
      .slice(0, MOVERS_SHOWN)
      .map(({ label, name, base, change_pct, changeDay }) => ({
        label,
        name,
        change: numberOf(changeOf(base)),
        change_pct,
        market_value: numberOf(base.value),
        day_change_label: changeDay().day_change_label,
      }));
  return { gainers: strongest(1), losers: strongest(-1) };
}

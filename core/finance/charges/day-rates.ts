import { type Amount, FIXED_ONE, type Fixed, parseFixed } from '../../platform/fixed-point.ts';
import {
  CHARGE_ITEMS,
  CHARGE_ROWS,
  CHARGED_KINDS,
  type ChargedKind,
  type ChargeItem,
  type ChargeRow,
  FIRST_CHARGES_DAY,
  TRADE_SIDES,
  type TradeSide,
} from './charge-rows.ts';
import { toPaisa } from './rounding.ts';

/** The rates of one kind and side, as parts of 1. */
interface SideRates {
  brokerage: Fixed;
  stt: Fixed;
  exchange: Fixed;
  sebi: Fixed;
  stamp_duty: Fixed;
  gst: Fixed;
  is_sebi_taxed: boolean;
  /** Rupees for a share and day, with the tax on it. */
  dp: Amount;
}

/** All rates of a span in which none changes. */
interface DayRates {
  from: string;
  /** The first day after it. */
  until: string;
  of: Readonly<Record<ChargedKind, Readonly<Record<TradeSide, SideRates>>>>;
}

const NEVER = '9999-99-99';

/** Spans of equal rates, from the table. Throws where a day has no row of an item, or two. */
function ratesByDay(rows: readonly ChargeRow[], first: string): DayRates[] {
  const starts = [...new Set(rows.map(({ from }) => from))].filter((day) => day >= first).sort();
  return starts.map((from, at) => {
    const ofKind = (kind: ChargedKind) =>
      byName(TRADE_SIDES, (side) => sideRates(rows, { day: from, kind, side }));
    return { from, until: starts[at + 1] ?? NEVER, of: byName(CHARGED_KINDS, ofKind) };
  });
}

function sideRates(
  rows: readonly ChargeRow[],
  of: { day: string; kind: ChargedKind; side: TradeSide },
): SideRates {
  const { day, kind, side } = of;
  const row = (item: ChargeItem): ChargeRow => {
    const [found, ...others] = rows.filter(
      (one) =>
        one.item === item &&
        (one.kinds?.includes(kind) ?? true) &&
        (one.side ?? side) === side &&
        one.from <= day &&
        day <= (one.to ?? NEVER),
    );
    if (found === undefined || others.length > 0)
      throw new Error(`${item} of ${kind} ${side} has ${others.length + (found ? 1 : 0)} rows on ${day}`);
    return found;
  };
  const rates = byName(CHARGE_ITEMS, (item) => parseFixed(row(item).rate));
  const taxed = row('gst').on ?? [];
  const tax = taxed.includes('dp') ? rates.gst : 0n;
  return {
    ...rates,
    is_sebi_taxed: taxed.includes('sebi'),
    dp: toPaisa(rates.dp * FIXED_ONE, FIXED_ONE + tax),
  };
}

function byName<K extends string, V>(names: readonly K[], of: (name: K) => V): Record<K, V> {
  return Object.fromEntries(names.map((name) => [name, of(name)])) as Record<K, V>;
}

const SPANS = ratesByDay(CHARGE_ROWS, FIRST_CHARGES_DAY);
/** The span found last: most questions are about the same day, or the next one. */
let last = SPANS[SPANS.length - 1] as DayRates;

/** The rates of a day (YYYY-MM-DD). Throws a RangeError before `FIRST_CHARGES_DAY`. */
export function ratesOn(day: string): DayRates {
  if (last.from <= day && day < last.until) return last;
  const found = SPANS.findLast(({ from }) => from <= day);
  if (found === undefined)
    throw new RangeError(`Charges are known from ${FIRST_CHARGES_DAY} on; there are none for ${day}.`);
  last = found;
  return found;
}

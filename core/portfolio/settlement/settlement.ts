import type { Settles } from '../../market/calendar/index.ts';
import { addDays, dayInWords, Decimal, toNumber } from '../../platform/index.ts';
import { grouped } from '../../platform/grouped.ts';
import {
  date,
  dateOrNull,
  listOf,
  number,
  numberOrNull,
  text,
  view,
  type ViewOf,
} from '../../platform/schema/index.ts';
import type { HoldingModel } from '../models.ts';
import { unitsBefore } from '../positions/index.ts';
import { settlementOn, type Trade } from './settled-units.ts';

/** Holidays in a row and a cycle of three days lie within it. */
const LONGEST_SETTLEMENT_DAYS = 14;

const onTheWay = listOf(view({ date, quantity: number }));

/** The parts of one holding by their delivery. */
export const settlementView = view({
  portfolio: text,
  quantity: number,
  /** Delivered, what was sold and is not delivered yet included. */
  delivered: number,
  /** Bought, by the day of delivery. */
  arriving: onTheWay,
  /** Sold, by the day of delivery. */
  leaving: onTheWay,
  /** Given as collateral, and held by open orders; null where no broker says so. */
  pledged: numberOrNull,
  blocked: numberOrNull,
  /** Delivered and free, as far as that is known. */
  sellable: number,
  /** Day of the broker's list; null for a holding without one. */
  stock_of: dateOrNull,
  /** All of it in one sentence. */
  summary: text,
});
export type Settlement = ViewOf<typeof settlementView>;

/** A holding with what its broker said last. */
type Held = Pick<
  HoldingModel,
  'quantity' | 'stock_arriving' | 'pledged_quantity' | 'blocked_quantity' | 'stock_day'
> & { portfolio: string };

const NOTHING = new Decimal(0);

/**
 * The parts of a holding on a day: what is delivered, what arrives and leaves on which day, what is pledged or blocked, and
 * what can be sold. Trades count with the morning after their delivery. Units that the broker lists as bought and no
 * recorded trade explains arrive with the trades of the session before its list.
 * @param rows those of the ledger, in any order.
 * @param today in India, YYYY-MM-DD.
 */
export function settlementOf(
  held: Held,
  rows: readonly Trade[],
  { settles, today }: { settles: Settles; today: string },
): Settlement {
  const since = addDays(today, -LONGEST_SETTLEMENT_DAYS);
  const recent = rows.filter((row) => row.date > since && row.date <= today);
  const [first] = rows;
  // Securities that settle on their own day are never on their way.
  const isDelayed = [0, 1, 2, 3].map((back) => addDays(today, -back)).some((day) => settles(day) > day);
  const opening = unitsBefore(
    held.quantity,
    recent.map(({ type, quantity }) => ({ type, quantity: new Decimal(quantity) })),
  );
  const before: Trade[] =
    first === undefined
      ? []
      : [{ ...first, id: '0', type: 'BUY', date: since, quantity: opening, action_id: null }];
  const [found] = settlementOn([...before, ...recent], [today], (day) => addDays(settles(day), 1));
  const onTheirWay = isDelayed ? (found?.waiting ?? []) : [];
  const net = onTheirWay.reduce((sum, { units }) => sum.plus(units), NOTHING);
  // A quantity that was corrected below what is on its way says nothing of it.
  const waiting = net.gt(held.quantity) ? [] : onTheirWay;
  const byDay = [...grouped(waiting, ({ day }) => addDays(day, -1))]
    .map(([day, units]) => ({ date: day, units: units.reduce((sum, one) => sum.plus(one.units), NOTHING) }))
    .filter(({ units }) => !units.isZero());
  const listed = listedArrival(held, byDay, { settles, today });
  const on = [...byDay, ...listed].toSorted((one, other) => (one.date < other.date ? -1 : 1));
  const arriving = on.filter(({ units }) => units.gt(0));
  const leaving = on.filter(({ units }) => units.lt(0)).map((one) => ({ ...one, units: one.units.neg() }));
  const sum = (parts: readonly { units: Decimal }[]) =>
    parts.reduce((all, { units }) => all.plus(units), NOTHING);
  const delivered = held.quantity.minus(sum(arriving)).plus(sum(leaving));
  // Units that were sold are not blocked by an order any more.
  const blocked =
    held.blocked_quantity === null ? null : Decimal.max(held.blocked_quantity.minus(sum(leaving)), 0);
  const taken = sum(leaving)
    .plus(held.pledged_quantity ?? 0)
    .plus(blocked ?? 0);
  const shown = (parts: typeof on) =>
    parts.map(({ date: day, units }) => ({ date: day, quantity: units.toNumber() }));
  const parts = {
    portfolio: held.portfolio,
    quantity: held.quantity.toNumber(),
    delivered: Decimal.max(delivered, 0).toNumber(),
    arriving: shown(arriving),
    leaving: shown(leaving),
    pledged: toNumber(held.pledged_quantity),
    blocked: toNumber(blocked),
    sellable: Decimal.max(delivered.minus(taken), 0).toNumber(),
    stock_of: held.stock_day,
  };
  return { ...parts, summary: summaryOf(parts) };
}

/** What the broker lists as bought beyond the recorded trades, while its delivery is ahead. */
function listedArrival(
  { stock_arriving: listed, stock_day: day }: Held,
  byDay: readonly { date: string; units: Decimal }[],
  { settles, today }: { settles: Settles; today: string },
): { date: string; units: Decimal }[] {
  if (listed === null || day === null) return [];
  const due = settles(addDays(day, -1));
  if (due < today) return [];
  const known = byDay.filter(({ date: on, units }) => on <= due && units.gt(0));
  const rest = known.reduce((left, { units }) => left.minus(units), listed);
  return rest.gt(0) ? [{ date: due, units: rest }] : [];
}

function summaryOf(parts: Omit<Settlement, 'summary'>): string {
  const { delivered, arriving, leaving, pledged, blocked, sellable } = parts;
  const said = [
    ...arriving.map(({ quantity, date: on }) => `${quantity} bought, arriving on ${dayInWords(on)}`),
    ...leaving.map(({ quantity, date: on }) => `${quantity} sold, leaving on ${dayInWords(on)}`),
    ...(pledged ? [`${pledged} pledged`] : []),
    ...(blocked ? [`${blocked} held by open orders`] : []),
  ];
  if (said.length === 0) return `All ${delivered} delivered.`;
  return `${delivered} delivered; ${said.join('; ')}. Delivered and free to sell: ${sellable}.`;
}

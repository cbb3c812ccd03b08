import { dayInWords, fixedText, istDate, istInstant, parseFixed } from '../../platform/index.ts';
import type { LiveOrderState } from '../order-states.ts';
import { AS_MANY_SHARES, type Difference, sharesText } from './differences.ts';
import type { Suspect } from './explain-holdings.ts';
import type { LiveOrder, LivePlan } from './live-orders.ts';
import { type BookEntry, WATCHED } from './order-machine.ts';

/*
 * Orders that are over and not filled in full: the broker's book may show a fill later that day, and its trades or the shares of
 * the account on a later day.
 */

/** Whatever is filled of one of these beyond what is known is named. */
const OVER: readonly LiveOrderState[] = [...WATCHED, 'ABSENT', 'FILLED', 'EXPIRED', 'EXCLUDED', 'DECLINED'];
/** While nothing else is open in an account, its book is read so often, and once more so long after the close. */
const LOOK_EVERY_MS = 10 * 60_000;
const LAST_LOOK_MS = 10 * 60_000;

/** When the book of a day is read for the last time. @param close null where the hours of a session are not known */
export const lastLookOf = (close: Date | null, usualClose: string, now: Date): Date =>
  new Date((close ?? istInstant(istDate(now), usualClose)).getTime() + LAST_LOOK_MS);

/** Whether a book in which nothing is open is to be read again. */
export function isLookDue(readAt: Date | null, lastLook: Date, now: Date): boolean {
  if (readAt === null) return true;
  if (now >= lastLook) return readAt < lastLook;
  return !isRecent(readAt, now);
}

/** Whether the last look of the day is still to come: what was filled in full is looked at then alone. */
export const isLastLookDue = (readAt: Date | null, lastLook: Date, now: Date): boolean =>
  readAt !== null && now >= lastLook && readAt < lastLook;

/** Whether an order of these was sent since a moment and filled in full. */
export const hasFilled = (plans: readonly LivePlan[], since: Date): boolean =>
  plans.some(({ orders }) =>
    orders.some(
      ({ state, submitted_at }) => state === 'FILLED' && submitted_at !== null && submitted_at >= since,
    ),
  );

/** Whether it was looked at within the pause between two looks. A moment in the future is one of a clock that was set back. */
export function isRecent(at: Date, now: Date): boolean {
  const since = now.getTime() - at.getTime();
  return since >= 0 && since < LOOK_EVERY_MS;
}

/** Whether an order of these was sent since a moment and ended before all of it was filled, or its fills are not proven. */
export const hasWatched = (plans: readonly LivePlan[], since: Date): boolean =>
  plans.some(({ orders }) =>
    orders.some(
      ({ state, submitted_at, confirmed_by, settlement }) =>
        (WATCHED.includes(state) ||
          (state === 'FILLED' && confirmed_by === null && settlement !== 'ADOPTED')) &&
        submitted_at !== null &&
        submitted_at >= since,
    ),
  );

/** What the broker filled of an order that is over beyond what is known of it. */
export function lateFill(order: LiveOrder, entry: BookEntry | null): Difference[] {
  if (entry === null || !OVER.includes(order.state)) return [];
  const { filled, averagePrice } = entry;
  const known = parseFixed(order.filled_quantity);
  if (filled <= known) return [];
  const { tag, symbol, side, state, filled_quantity } = order;
  const price = averagePrice === null ? '' : `, at ₹${fixedText(averagePrice)} on average`;
  return [
    {
      kind: 'LATE_ORDER',
      subject: tag,
      expected: sharesText(fixedText(known)),
      found: sharesText(fixedText(filled)),
      message: `The ${side === 'BUY' ? 'purchase' : 'sale'} of ${symbol} is ${state} here with ${filled_quantity.toFixed()} shares filled, but the broker says that ${sharesText(fixedText(filled))} were${price}. The rest is not in the books until you take it over.`,
    },
  ];
}

/** Trades of its day, of an order that is not known to be ours, have as many shares as an order that has no id: a person decides. */
export function asManyTraded(order: LiveOrder): Difference[] {
  const { tag, symbol, side, state, quantity, filled_quantity: known, submitted_at: at } = order;
  if (at === null || known.gte(quantity)) return [];
  const [noun, verb] = side === 'BUY' ? ['purchase', 'bought'] : ['sale', 'sold'];
  return [
    {
      kind: 'LATE_ORDER',
      code: AS_MANY_SHARES,
      subject: tag,
      expected: sharesText(known),
      found: sharesText(quantity),
      message: `The broker’s trades of ${dayInWords(istDate(at))} have a ${noun} of ${quantity.toFixed()} ${symbol} that is not in the books. The ${noun} of as many shares of that day, which is ${state} here with ${sharesText(known)} in the books, may be it, or you ${verb} them yourself. Look for it in your broker’s app and take it over with the price on the contract note, or settle the difference if you ${verb} the shares yourself.`,
    },
  ];
}

/** Shares of an account changed by as many as an order has left unfilled: nothing says that they are its, so a person decides. */
export function asManyShares({ unfilled, found, books }: Suspect): Difference {
  const { order, booked, since } = unfilled;
  const { tag, symbol, side, state, quantity } = order;
  const rest = quantity.minus(booked);
  const isBuy = side === 'BUY';
  const fate =
    state === 'EXPIRED'
      ? 'that these restored books hold as not sent'
      : `of ${dayInWords(istDate(since))} that is ${state} here with ${sharesText(booked)} in the books`;
  return {
    kind: 'LATE_ORDER',
    code: AS_MANY_SHARES,
    subject: tag,
    expected: sharesText(booked),
    found: sharesText(quantity),
    message: `The broker has ${found.toFixed()} ${symbol}, the books ${books.toFixed()}. The ${isBuy ? 'purchase' : 'sale'} of ${quantity.toFixed()} ${symbol} ${fate} would explain ${sharesText(rest)} ${isBuy ? 'more' : 'fewer'} than before. Look for it in your broker’s app and take it over with the price on the contract note, or settle the difference if you ${isBuy ? 'bought' : 'sold'} the shares yourself.`,
  };
}

import { addDays, Decimal, istDate, istTime } from '../../platform/index.ts';
import {
  type EarlierHoldings,
  type HoldingFacts,
  isShare,
  type KnownShare,
  ownRecords,
  type RecordedDay,
  recordedDays,
  type RecordedRow,
  type Share,
  signed,
  sumOf,
  type UnfilledOrder,
} from './own-records.ts';

/*
 * Explains the shares of an account: in the books of which policies, in the person's own records, unknown. A change that an order
 * of ours would explain which the books hold as not filled is that order's.
 */

/** Shares of one kind, explained. Quantities are exact text. */
export interface ExplainedShare extends Share {
  broker: string;
  policies: { name: string; quantity: string }[];
  /** In the person's own records; null where there are none of this account. */
  own: string | null;
  /** Neither in books nor in records. */
  unknown: string;
  /** Tag of an order that as many shares would explain. */
  order: string | null;
  /** True if policies hold it or had an order for it. */
  is_traded: boolean;
}

/** An order that explains a change of shares. */
export interface Suspect {
  unfilled: UnfilledOrder;
  found: Decimal;
  books: Decimal;
}

const ZERO = new Decimal(0);
const keyOf = ({ isin, symbol }: Share): string => isin ?? symbol;
/** Units that an action gives are credited up to so many days after its ex-date. */
const CREDIT_DAYS = 7;
/** More orders of one share than this are tried one by one only. */
const MOST_TOGETHER = 6;

/** @returns every share that the broker has or policies hold, and the orders that changes of shares point to. */
export function explainHoldings(facts: HoldingFacts): { shares: ExplainedShare[]; suspects: Suspect[] } {
  const suspects: Suspect[] = [];
  const shares: ExplainedShare[] = [];
  for (const [share, known] of sharesOfAccount(facts)) {
    const broker = sumOf(
      facts.held.filter((one) => isShare(one, share)).map((one) => new Decimal(one.quantity)),
    );
    const books = sumOf((known?.policies ?? []).map(({ quantity }) => quantity));
    const beyond = broker.minus(books);
    const named = known === null ? [] : suspectsOf(known, beyond, facts);
    suspects.push(...named.map((unfilled) => ({ unfilled, found: broker, books })));
    const late = sumOf(named.map(({ order, booked }) => signed(order.side, order.quantity.minus(booked))));
    const recorded = ownRecords(share, known, books, facts);
    const most = Decimal.max(0, beyond.minus(Decimal.max(0, late)));
    const own = recorded === null ? null : Decimal.min(Decimal.max(0, recorded), most);
    if (broker.isZero() && books.isZero()) continue;
    shares.push({
      ...share,
      broker: broker.toFixed(),
      policies: (known?.policies ?? [])
        .filter(({ quantity }) => quantity.gt(0))
        .map(({ name, quantity }) => ({ name, quantity: quantity.toFixed() })),
      own: own?.toFixed() ?? null,
      unknown: Decimal.max(0, beyond.minus(own ?? 0)).toFixed(),
      order: named[0]?.order.tag ?? null,
      is_traded: known !== null,
    });
  }
  return { shares: shares.sort((one, other) => (one.symbol < other.symbol ? -1 : 1)), suspects };
}

/** Shares that the broker has beyond the books, for later comparison. */
export function holdingsNow(shares: readonly ExplainedShare[], now: Date): EarlierHoldings {
  const beyond = shares.map((share) => {
    const books = sumOf(share.policies.map(({ quantity }) => new Decimal(quantity)));
    return [keyOf(share), new Decimal(share.broker).minus(books).toFixed()] as const;
  });
  return { at: now.toISOString(), beyond: Object.fromEntries(beyond.filter(([, units]) => units !== '0')) };
}

/** Shares of the broker and of the policies, each once. */
function sharesOfAccount({ held, known }: HoldingFacts): [Share, KnownShare | null][] {
  const shares: [Share, KnownShare | null][] = known.map((one) => [
    { symbol: one.symbol, isin: one.isin },
    one,
  ]);
  for (const { symbol, isin } of held)
    if (!shares.some(([share]) => isShare(share, { symbol, isin }))) shares.push([{ symbol, isin }, null]);
  return shares;
}

/** The unfilled orders of a share that explain how it changed since the account was looked at before they were sent. */
function suspectsOf(known: KnownShare, beyond: Decimal, facts: HoldingFacts): UnfilledOrder[] {
  if (facts.moving.has(known.instrument_id)) return [];
  const all = facts.orders.filter(({ order }) => order.instrument_id === known.instrument_id);
  const open = all
    .filter((one) => !one.is_settled && one.order.quantity.gt(one.booked))
    .sort((one, other) => other.since.getTime() - one.since.getTime());
  const restOf = ({ order, booked }: UnfilledOrder) => signed(order.side, order.quantity.minus(booked));
  const isExplainedBy = (some: readonly UnfilledOrder[]): boolean => {
    const change = unexplained(known, beyond, some, all, facts);
    return change !== null && !change.isZero() && change.eq(sumOf(some.map(restOf)));
  };
  const single = open.find((one) => isExplainedBy([one]));
  if (single !== undefined) return [single];
  if (open.length > MOST_TOGETHER) return [];
  return (
    subsets(open)
      .filter((some) => some.length > 1)
      .sort((one, other) => one.length - other.length)
      .find(isExplainedBy) ?? []
  );
}

const subsets = <T>(of: readonly T[]): T[][] =>
  of.reduce<T[][]>((found, one) => [...found, ...found.map((some) => [...some, one])], [[]]);

/**
 * How many shares an account has more or fewer, beyond books and records, than before some orders were sent; null where it
 * cannot be said. Rows of the day of an order that are as many as its rest may be the order itself.
 */
function unexplained(
  known: KnownShare,
  beyond: Decimal,
  some: readonly UnfilledOrder[],
  all: readonly UnfilledOrder[],
  facts: HoldingFacts,
): Decimal | null {
  const sent = some.map(({ since }) => since).reduce((one, other) => (one < other ? one : other));
  const before = facts.earlier
    .filter(({ at }) => new Date(at) < sent)
    .reduce<EarlierHoldings | null>((last, one) => (last === null || one.at > last.at ? one : last), null);
  const from = before === null ? sent : new Date(before.at);
  const earliest = addDays(istDate(from), -CREDIT_DAYS);
  const isChanged = (facts.exDates.get(known.instrument_id) ?? []).some(
    (day) => day >= earliest && day <= istDate(facts.now),
  );
  const rows = (facts.records?.rows ?? []).filter((row) => isSince(row, from));
  if (isChanged || rows.some((row) => row.type === 'SPLIT' && isShare(row, known))) return null;
  const trades = facts.trades.filter(({ instrument_id }) => instrument_id === known.instrument_id);
  const days = recordedDays(known, rows, trades, facts.ownIds);
  const isOf = ({ day, side, own, isExact }: RecordedDay, { order, booked, since }: UnfilledOrder): boolean =>
    !isExact && day === istDate(since) && side === order.side && own.eq(order.quantity.minus(booked));
  const recorded = days
    .filter((one) => !some.some((unfilled) => isOf(one, unfilled)))
    .map(({ side, own }) => signed(side, own));
  if (before === null) {
    // Nothing was read before: what records have beyond the books is the person's own, as far as the broker has it still. A list
    // of before the orders, or of while an order was being filled, says nothing of what they changed.
    const listedAt = facts.records?.listed_at ?? null;
    const isUnclear = (list: Date) =>
      some.some(({ since }) => since > list) || trades.some((one) => one.sent <= list && list < one.at);
    if (listedAt !== null && isUnclear(listedAt)) return null;
    const recordedOwn = ownRecords(known, known, booksOf(known), facts) ?? ZERO;
    const own = Decimal.max(0, Decimal.min(recordedOwn, beyond));
    const possible = days.filter((one) => some.some((unfilled) => isOf(one, unfilled)));
    return beyond.minus(own).plus(sumOf(possible.map(({ side, own: units }) => signed(side, units))));
  }
  const settled = all.filter(
    (one) => one.is_settled && one.since > from && !days.some((day) => isOf(day, one)),
  );
  return beyond
    .minus(before.beyond[known.isin ?? ''] ?? before.beyond[known.symbol] ?? 0)
    .minus(sumOf(recorded))
    .minus(sumOf(settled.map(({ order, booked }) => signed(order.side, order.quantity.minus(booked)))));
}

const booksOf = ({ policies }: KnownShare): Decimal => sumOf(policies.map(({ quantity }) => quantity));

/** True for a row after a moment; a row of the same day without a time counts too. */
const isSince = ({ day, time }: RecordedRow, from: Date): boolean =>
  day > istDate(from) || (day === istDate(from) && (time === null || time.slice(0, 5) >= istTime(from)));

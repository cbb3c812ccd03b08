import type { BrokerPosition } from '../../brokers/orders/index.ts';
import { Decimal } from '../../platform/index.ts';
import { grouped } from '../../platform/grouped.ts';
import type { Side } from '../../strategies/index.ts';
import type { LiveOrder } from './live-orders.ts';

/*
 * What books and records say of the shares of an account, and how many of the recorded ones are the person's own: records of an
 * account have the trades of policies too, where a sync or a file of the broker made them.
 */

/** A share by the names that books, records and broker have for it. */
export interface Share {
  symbol: string;
  isin: string | null;
}

/** A person's own records of an account. */
export interface AccountRecords {
  portfolio: string;
  /** When a sync read the broker's list last; null where none did. */
  listed_at: Date | null;
  holdings: readonly (Share & { quantity: Decimal; is_listed: boolean })[];
  rows: readonly RecordedRow[];
}
export interface RecordedRow extends Share {
  day: string;
  type: 'BUY' | 'SELL' | 'SPLIT' | 'TRANSFER_IN' | 'TRANSFER_OUT' | 'FRACTION';
  quantity: Decimal;
  /** HH:MM:SS at the exchange; null where it is not known. */
  time: string | null;
  is_synced: boolean;
  execution_id: string | null;
}

/** A share that policies of the account hold, or ever had an order for. */
export interface KnownShare extends Share {
  instrument_id: string;
  policies: readonly { name: string; quantity: Decimal }[];
}

/** An order that ended, for the books, before all of it was filled. */
export interface UnfilledOrder {
  order: Pick<
    LiveOrder,
    'tag' | 'symbol' | 'side' | 'state' | 'quantity' | 'instrument_id' | 'broker_order_ids'
  >;
  /** When it was sent, or could have been. */
  since: Date;
  /** Shares of it in the books. */
  booked: Decimal;
  /** A person said that what it would explain is their own. */
  is_settled: boolean;
  /** The broker’s book or trades show a fill of it, which is named already. */
  is_named: boolean;
}

export interface BookedTrade {
  instrument_id: string;
  day: string;
  /** When its order was sent, and when it ended: its fills lie between. */
  sent: Date;
  at: Date;
  side: Side;
  quantity: Decimal;
}

/** Shares that the broker had beyond the books at a moment at which nothing was under way, by ISIN, or symbol without one. */
export interface EarlierHoldings {
  at: string;
  beyond: Record<string, string>;
}

export interface HoldingFacts {
  held: readonly BrokerPosition[];
  known: readonly KnownShare[];
  records: AccountRecords | null;
  /** Of the policies, as far back as they may be in the records. */
  trades: readonly BookedTrade[];
  orders: readonly UnfilledOrder[];
  /** Ids that the broker gave orders of ours. */
  ownIds: ReadonlySet<string>;
  earlier: readonly EarlierHoldings[];
  /** Shares of which an order is under way: nothing is concluded from them. */
  moving: ReadonlySet<string>;
  /** Ex-dates of splits and other corporate actions by instrument, without dividends. */
  exDates: ReadonlyMap<string, readonly string[]>;
  now: Date;
}

export const sumOf = (parts: readonly Decimal[]): Decimal => Decimal.sum(0, ...parts);
export const signed = (side: Side, quantity: Decimal): Decimal =>
  side === 'BUY' ? quantity : quantity.negated();
export const isShare = (one: Share, other: Share): boolean =>
  one.isin !== null && other.isin !== null ? one.isin === other.isin : one.symbol === other.symbol;
const sideOf = ({ type }: RecordedRow): Side => (type === 'BUY' || type === 'TRANSFER_IN' ? 'BUY' : 'SELL');

/**
 * Shares of an account in the person's records that are not a policy's. A list that a sync read has those that policies held at
 * that moment. Of an order that was being filled then it may have none or all: the fewer shares are the person’s. A ledger without a list has a purchase of a policy where it has as much of that day.
 */
export function ownRecords(
  share: Share,
  known: KnownShare | null,
  books: Decimal,
  { records, trades, ownIds }: HoldingFacts,
): Decimal | null {
  if (records === null) return null;
  const { listed_at: listedAt } = records;
  const holdings = records.holdings.filter((one) => isShare(one, share));
  const recorded = sumOf(holdings.map(({ quantity }) => quantity));
  if (known === null) return recorded;
  const own = trades.filter(({ instrument_id }) => instrument_id === known.instrument_id);
  if (listedAt !== null && holdings.some(({ is_listed }) => is_listed)) {
    const later = own
      .filter(({ at, sent, side }) => at > listedAt && (sent > listedAt || side === 'SELL'))
      .map(({ side, quantity }) => signed(side, quantity));
    return recorded.minus(books.minus(sumOf(later)));
  }
  const days = recordedDays(share, records.rows, own, ownIds);
  const contained = days.map(({ side, total, own: persons }) => signed(side, total.minus(persons)));
  return recorded.minus(sumOf(contained));
}

export interface RecordedDay {
  day: string;
  side: Side;
  total: Decimal;
  /** Not a policy's. */
  own: Decimal;
  /** The broker's ids of the orders say whose each row is. */
  isExact: boolean;
}

/** The id of the order in the name of an execution; the exchange's numbers name none. */
const orderIdOf = ({ execution_id: id }: RecordedRow): string | null =>
  /^DHAN:[\d-]+:(\d+):/.exec(id ?? '')?.[1] ?? null;

/** Recorded rows of a share by day and side, without those that are trades of policies. */
export function recordedDays(
  share: Share,
  rows: readonly RecordedRow[],
  trades: readonly BookedTrade[],
  ownIds: ReadonlySet<string>,
): RecordedDay[] {
  const own = rows.filter((row) => row.type !== 'SPLIT' && isShare(row, share));
  return [...grouped(own, (row) => `${row.day} ${sideOf(row)}`).values()].flatMap(
    (rowsOfDay): RecordedDay[] => {
      const [first] = rowsOfDay;
      if (first === undefined) return [];
      const [day, side] = [first.day, sideOf(first)];
      const total = sumOf(rowsOfDay.map(({ quantity }) => quantity));
      if (ownIds.size > 0 && rowsOfDay.every((row) => orderIdOf(row) !== null)) {
        const persons = rowsOfDay.filter((row) => !ownIds.has(orderIdOf(row) ?? ''));
        return [{ day, side, total, own: sumOf(persons.map(({ quantity }) => quantity)), isExact: true }];
      }
      const traded = sumOf(
        trades.filter((trade) => trade.day === day && trade.side === side).map(({ quantity }) => quantity),
      );
      // A sync may have seen some of the fills of a day; a person records all of an order, or none.
      const isSynced = rowsOfDay.some(({ is_synced }) => is_synced);
      const rest = isSynced ? Decimal.max(0, total.minus(traded)) : total;
      return [
        {
          day,
          side,
          total,
          own: !isSynced && total.gte(traded) ? total.minus(traded) : rest,
          isExact: false,
        },
      ];
    },
  );
}

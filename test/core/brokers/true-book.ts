import type { BrokerTrade } from '../../../core/brokers/adapter.ts';
import { addDays } from '../../../core/platform/index.ts';
import { trade } from '../../support/fake-broker.ts';

// NSE/CMTR/71775 of 12 December 2025, and the settlement calendar of its clearing corporation.
const CLOSED = new Set(['2026-03-03', '2026-03-26', '2026-03-31', '2026-04-03', '2026-04-14']);
const NO_DELIVERY = new Set([...CLOSED, '2026-02-19', '2026-03-19', '2026-04-01']);

const isWeekend = (day: string) => [0, 6].includes(new Date(day).getUTCDay());
export const isSession = (day: string) => !isWeekend(day) && !CLOSED.has(day);
export const sessionBefore = (day: string): string =>
  isSession(addDays(day, -1)) ? addDays(day, -1) : sessionBefore(addDays(day, -1));

/** The slow settlement: day by day to the next one on which units are delivered. */
function delivered(day: string): string {
  for (let next = addDays(day, 1); ; next = addDays(next, 1))
    if (!isWeekend(next) && !NO_DELIVERY.has(next)) return next;
}

/** What a trade is, from a day on. Units below 0 are sold; 0 is a trade that the exchange cancelled. */
export interface Version {
  since: string;
  units: number;
  price: number;
  fee: number;
}

export interface Executed {
  id: string;
  symbol: string;
  day: string;
  hour: number;
  /** The oldest first. */
  versions: Version[];
}

export type Fact = 'price' | 'fee' | 'quantity' | 'cancel' | 'return';

/** A change that waits for a decision, in a few words. */
export interface Waiting {
  text: string;
  accept: () => void;
}

/** How a list of stock lags at one reading. */
export interface Lag {
  isOfSessionBefore: boolean;
  listsUndelivered: boolean;
  salesLeaveAtOnce: boolean;
}

const NEWEST = '9999';
const isOf = (version: Version | undefined): version is Version =>
  version !== undefined && version.units !== 0;

/** The version of a trade as it was known on a day; undefined where the exchange had cancelled it, or it was not made. */
export function versionOf(one: Executed, day = NEWEST): Version | undefined {
  const version = one.versions.findLast(({ since }) => since <= day);
  return isOf(version) ? version : undefined;
}

/** A broker with the book as it is: trades with their corrections, and what its list of stock shows of them. */
export class TrueBook {
  readonly trades: Executed[] = [];
  /** Versions in the books of the person, by trade; a trade that is not in them has none. */
  readonly recorded = new Map<string, Version | undefined>();
  /** Units that came without a trade. */
  gift: { day: string; units: number } | null = null;
  readonly #byHand: Executed[] = [];
  /** The version that the last accepted change of a trade replaced. */
  readonly #replaced = new Map<string, [Version | undefined]>();
  readonly #name: string;

  constructor(name: string) {
    this.#name = name;
    // Units that never move: a broker with an empty list is believed in nothing.
    this.#add('HDFCBANK', '2026-01-05', 10, 50);
  }

  #add(symbol: string, day: string, hour: number, units: number): void {
    const version = { since: day, units, price: 100, fee: 1 };
    this.trades.push({ id: `${this.#name}-${this.trades.length}`, symbol, day, hour, versions: [version] });
  }

  trade(symbol: string, day: string, hour: number, wanted: number): void {
    const units = Math.max(wanted, -this.#least(symbol));
    if (units !== 0) this.#add(symbol, day, hour, units);
  }

  /** Corrects a trade of the week before; nothing where units would have been sold that nobody had. */
  correct(nth: number, fact: Fact, day: string): void {
    const some = this.trades.filter((one) => one.day > addDays(day, -7) && one.symbol !== 'HDFCBANK');
    const one = some[nth % Math.max(1, some.length)];
    const last = one?.versions.at(-1);
    if (one === undefined || last === undefined) return;
    const made = this.#corrected(one, last, fact, day);
    if (made === null) return;
    one.versions.push(made);
    if (this.#least(one.symbol) < 0) one.versions.pop();
  }

  #corrected(one: Executed, last: Version, fact: Fact, since: string): Version | null {
    if (fact === 'return') {
      const before = one.versions.findLast(isOf);
      return last.units === 0 && before !== undefined ? { ...before, since } : null;
    }
    if (last.units === 0) return null;
    if (fact === 'cancel') return { ...last, since, units: 0 };
    if (fact === 'price') return { ...last, since, price: last.price + 1 };
    if (fact === 'fee') return { ...last, since, fee: last.fee + 1 };
    return { ...last, since, units: last.units + Math.sign(last.units) * (1 + (one.day.charCodeAt(9) % 4)) };
  }

  /** The least units that a symbol ever had, whichever changes are in the books and which are not; 0 or what is left. */
  #least(symbol: string): number {
    let units = 0;
    let least = Infinity;
    for (const one of this.trades.filter((found) => found.symbol === symbol)) {
      const recorded = this.recorded.has(one.id) ? [this.recorded.get(one.id)] : [];
      units += Math.min(...[...recorded, versionOf(one)].map((version) => version?.units ?? 0));
      least = Math.min(least, units);
    }
    return Math.min(least, units) < 0 ? -1 : Math.max(0, units);
  }

  /** The trades that the broker lists, as known on a day. */
  #listed(until: string): (readonly [Executed, Version])[] {
    return this.trades.flatMap((one) => {
      const version = one.day <= until ? versionOf(one, until) : undefined;
      return version === undefined ? [] : [[one, version] as const];
    });
  }

  tradeList(until = NEWEST): BrokerTrade[] {
    return this.#listed(until).map(([{ id, symbol, day, hour }, { units, price, fee }]) =>
      trade(id, symbol, String(Math.abs(units)), {
        type: units > 0 ? 'BUY' : 'SELL',
        date: day,
        price: String(price),
        fee_tax: String(fee),
        executed_at: `${String(hour).padStart(2, '0')}:00:00`,
      }),
    );
  }

  recordByHand(symbol: string, day: string, units: number): void {
    const version = { since: day, units, price: 100, fee: 0 };
    const one = { id: `hand-${day}`, symbol, day, hour: 10, versions: [version] };
    this.#byHand.push(one);
    this.recorded.set(one.id, version);
  }

  /** What was paid and received by day, with all charges. */
  payments(): [string, number][] {
    return [...this.trades, ...this.#byHand].flatMap((one): [string, number][] => {
      const version = this.recorded.get(one.id);
      return version === undefined ? [] : [[one.day, version.units * version.price + version.fee]];
    });
  }

  /**
   * The list of stock: what has been delivered by the morning, in the version of the evening before where a reading has seen that
   * one; a list that is late by a correction which was never seen can be explained by nothing.
   */
  stock({ isOfSessionBefore, listsUndelivered, salesLeaveAtOnce }: Lag, today: string): Map<string, number> {
    const day = isOfSessionBefore ? sessionBefore(today) : today;
    const morning = addDays(day, -1);
    return this.#sum(
      (one) => {
        const now = versionOf(one);
        if (now !== undefined && now.units < 0 && salesLeaveAtOnce && !isOfSessionBefore) return now;
        const isIn = listsUndelivered ? one.day < day : delivered(one.day) < day;
        if (!isIn || this.#byHand.includes(one)) return undefined;
        const then = versionOf(one, morning);
        const seen = [
          ...(this.recorded.has(one.id) ? [this.recorded.get(one.id)] : []),
          ...(this.#replaced.get(one.id) ?? []),
        ];
        return seen.includes(then) ? then : now;
      },
      this.gift !== null && this.gift.day < day ? this.gift.units : 0,
    );
  }

  traded(until: string): Map<string, number> {
    return this.#sum((one) => (one.day <= until ? versionOf(one, until) : undefined), 0);
  }

  /** What the books of the person hold, at the end of a day. */
  books(day = NEWEST): Map<string, number> {
    return this.#sum((one) => (one.day <= day ? this.recorded.get(one.id) : undefined));
  }

  /** Quantities above 0. */
  #sum(version: (one: Executed) => Version | undefined, gift = 0): Map<string, number> {
    const sums = new Map<string, number>([['HDFCBANK', gift]]);
    for (const one of [...this.trades, ...this.#byHand])
      sums.set(one.symbol, (sums.get(one.symbol) ?? 0) + (version(one)?.units ?? 0));
    return new Map(
      [...sums].filter(([, units]) => units > 0).sort(([one], [other]) => (one < other ? -1 : 1)),
    );
  }

  /**
   * A reading of the trades: new ones are recorded, and the others wait as they are.
   * @param whole last day of which the reading has every trade.
   */
  read(until: string, whole: string): Waiting[] {
    const listed = new Map(this.#listed(until).map(([{ id }, version]) => [id, version]));
    const waiting: Waiting[] = [];
    const wait = (one: Executed, kind: string) => {
      const now = listed.get(one.id);
      const text = `${kind} ${one.symbol} ${one.day} ${factsOf(this.recorded.get(one.id))} → ${factsOf(now)}`;
      waiting.push({
        text,
        accept: () => {
          this.#replaced.set(one.id, [this.recorded.get(one.id)]);
          this.recorded.set(one.id, now);
        },
      });
    };
    for (const one of this.trades) {
      const now = listed.get(one.id);
      if (!this.recorded.has(one.id)) {
        if (now !== undefined) this.recorded.set(one.id, now);
        continue;
      }
      const known = this.recorded.get(one.id);
      if (known === undefined && now !== undefined) wait(one, 'RETURNED');
      else if (known !== undefined && now !== undefined && !isSame(known, now)) wait(one, 'CHANGED');
      else if (known !== undefined && now === undefined && one.day <= whole) wait(one, 'VANISHED');
    }
    return waiting;
  }
}

export const factsOf = (facts: Omit<Version, 'since'> | undefined): string =>
  facts === undefined ? 'none' : `${facts.units} at ${facts.price} and ${facts.fee}`;

const isSame = (one: Version, other: Version) =>
  one.units === other.units && one.price === other.price && one.fee === other.fee;

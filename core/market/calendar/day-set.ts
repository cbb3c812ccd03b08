import { type DayNumber, FIRST_DAY, formatDay, LAST_DAY } from './day.ts';

/**
 * A set of days between 1900 and 2200 that counts. `before[i]` holds how many members lie before FIRST_DAY + i, so
 * that membership, neighbours, the nth next and the count of a span are each one or two array reads.
 */
export class DaySet {
  readonly #before: Uint32Array;
  readonly #members: Int32Array;

  constructor(isMember: (day: DayNumber) => boolean) {
    const span = LAST_DAY - FIRST_DAY + 1;
    this.#before = new Uint32Array(span + 1);
    const members = new Int32Array(span);
    let count = 0;
    for (let slot = 0; slot < span; slot += 1) {
      this.#before[slot] = count;
      if (isMember(FIRST_DAY + slot)) members[count++] = FIRST_DAY + slot;
    }
    this.#before[span] = count;
    this.#members = members.slice(0, count);
  }

  has(day: DayNumber): boolean {
    return this.count(day, day) === 1;
  }

  /** How many members lie in first..last, both included; 0 when last is before first. */
  count(first: DayNumber, last: DayNumber): number {
    return last < first ? 0 : this.#rank(last + 1) - this.#rank(first);
  }

  /** The nth member after the day (n from 1). @throws RangeError past the year 2200. */
  after(day: DayNumber, n = 1): DayNumber {
    return this.#member(this.#rank(day + 1) + n - 1, day);
  }

  /** The nth member before the day (n from 1). @throws RangeError before the year 1900. */
  before(day: DayNumber, n = 1): DayNumber {
    return this.#member(this.#rank(day) - n, day);
  }

  /** The first member in first..last, or null. */
  firstIn({ first, last }: { first: DayNumber; last: DayNumber }): DayNumber | null {
    return this.count(first, last) === 0 ? null : this.after(first - 1);
  }

  /** The last member in first..last, or null. */
  lastIn({ first, last }: { first: DayNumber; last: DayNumber }): DayNumber | null {
    return this.count(first, last) === 0 ? null : this.before(last + 1);
  }

  /** The members of first..last in order. */
  list(first: DayNumber, last: DayNumber): Int32Array {
    return last < first ? new Int32Array(0) : this.#members.subarray(this.#rank(first), this.#rank(last + 1));
  }

  #rank(day: DayNumber): number {
    const slot = Math.min(Math.max(day - FIRST_DAY, 0), this.#before.length - 1);
    return this.#before[slot] ?? 0;
  }

  #member(position: number, from: DayNumber): DayNumber {
    const member = this.#members[position];
    if (member === undefined)
      throw new RangeError(`The calendar ends before it has counted from ${formatDay(from)}`);
    return member;
  }
}

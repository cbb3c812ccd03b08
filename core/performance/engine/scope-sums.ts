import {
  accumulate,
  addArrays,
  type Contribution,
  type DailyArrays,
  emptyArrays,
  grown,
} from './accumulate.ts';
import { DAILY_FIGURES, type DayNumber } from './daily-series.ts';
import type { Scope } from './engine-input.ts';

/** Room for this many days to come, so that a day more moves nothing. */
const ROOM = 64;

/** One symbol of a portfolio as a part of the sums, in the currency of a scope. */
interface Addend {
  scope: Scope;
  into: (scope: Scope) => Contribution;
}

/** The daily figures of each portfolio, and of all of them together. */
export function createScopeSums(portfolios: readonly Scope[], all: Scope) {
  let capacity = 0;
  let total = emptyArrays(0);
  let arrays = new Map<string, DailyArrays>();

  return {
    get capacity() {
      return capacity;
    },

    /** Makes room for so many days. @param isMoved the first day is another one: nothing stays. */
    lay(length: number, isMoved: boolean): void {
      if (!isMoved && length <= capacity) return;
      capacity = length + ROOM;
      total = isMoved ? emptyArrays(capacity) : grown(total, capacity);
      arrays = new Map(
        portfolios.map(({ name }) => {
          const known = arrays.get(name);
          return [name, isMoved || known === undefined ? emptyArrays(capacity) : grown(known, capacity)];
        }),
      );
    },

    /** Adds everything up anew from an index on. The order of the addends decides the last bits of the sums. */
    addUp(addends: Iterable<Addend>, origin: DayNumber, from: number, length: number): void {
      for (const one of [total, ...arrays.values()])
        for (const name of DAILY_FIGURES) one[name].fill(0, from, length);
      for (const { scope, into } of addends) {
        const own = arrays.get(scope.name);
        if (own === undefined) continue;
        accumulate(own, into(scope), origin, from, length);
        if (scope.currency !== all.currency) accumulate(total, into(all), origin, from, length);
      }
      for (const { name, currency } of portfolios) {
        const own = arrays.get(name);
        if (own !== undefined && currency === all.currency) addArrays(total, own, from, length);
      }
    },

    /** Of a portfolio, or of all where none is named; undefined where there is no such portfolio. */
    of: (name: string | null): DailyArrays | undefined => (name === null ? total : arrays.get(name)),
  };
}

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

/** Spare days, so that a new day copies nothing. */
const ROOM = 64;

/** One symbol of a portfolio as an addend, in the currency of a scope. */
interface Addend {
  scope: Scope;
  into: (scope: Scope) => Contribution;
}

/** Daily figures of each portfolio, and of all together. */
export function createScopeSums(portfolios: readonly Scope[], all: Scope) {
  let capacity = 0;
  let total = emptyArrays(0);
  let arrays = new Map<string, DailyArrays>();

  /** Makes room for `length` days. @param isMoved the first day has changed: all sums are dropped. */
  function lay(length: number, isMoved: boolean): void {
    if (!isMoved && length <= capacity) return;
    capacity = length + ROOM;
    total = isMoved ? emptyArrays(capacity) : grown(total, capacity);
    arrays = new Map(
      portfolios.map(({ name }) => {
        const known = arrays.get(name);
        return [name, isMoved || known === undefined ? emptyArrays(capacity) : grown(known, capacity)];
      }),
    );
  }

  return {
    get capacity() {
      return capacity;
    },

    get bytes() {
      return capacity * DAILY_FIGURES.length * Float64Array.BYTES_PER_ELEMENT * (portfolios.length + 1);
    },

    /** Drops all sums. */
    rest(): void {
      capacity = 0;
      total = emptyArrays(0);
      arrays = new Map();
    },

    lay,

    /** Sums up again from an index on; from 0 after a rest. The order of the addends decides the last bits of the sums. */
    addUp(addends: Iterable<Addend>, origin: DayNumber, from: number, length: number): void {
      lay(length, false);
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

    /** Sums of a portfolio; null for all of them. Undefined for an unknown portfolio. */
    of: (name: string | null): DailyArrays | undefined => (name === null ? total : arrays.get(name)),
  };
}

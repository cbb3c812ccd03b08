/** Value of a book at the end of a day, in its base currency; null where something held had no price. */
export interface DayValue {
  day: string;
  value: number | null;
}

/** Money of one day, in the base currency. */
export interface DayAmount {
  day: string;
  amount: number;
}

/**
 * Adds up, from day to day, what came (was put in) and what went (was taken out) since the day asked for last: neither is
 * negative. Days are asked for in their order.
 */
export function amountsUntil(amounts: readonly DayAmount[]): (day: string) => { came: number; went: number } {
  const sorted = amounts.toSorted((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0));
  let next = 0;
  return (day) => {
    let [came, went] = [0, 0];
    for (; next < sorted.length; next += 1) {
      const one = sorted[next];
      if (one === undefined || one.day > day) break;
      if (one.amount > 0) came += one.amount;
      else went -= one.amount;
    }
    return { came, went };
  };
}

/** Flows into and out of a book: money, and holdings transferred without money. */
interface Moved {
  flows: readonly DayAmount[];
  entered?: readonly DayAmount[] | undefined;
  left?: readonly DayAmount[] | undefined;
}

/** All of it as flows, positive where it came in. */
export function allFlows({ flows, entered = [], left = [] }: Moved): DayAmount[] {
  return [...flows, ...entered, ...left.map(({ day, amount }) => ({ day, amount: -amount }))];
}

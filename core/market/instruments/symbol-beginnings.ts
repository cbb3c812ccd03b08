import type { Registry } from './instrument.ts';

/** Answers which symbols of exchanges, of today or before, begin with some letters; other signs do not count. Sorted once. */
export function createSymbolBeginnings({ instruments, changes }: Registry): (letters: string) => string[] {
  let sorted: [letters: string, symbol: string][] | null = null;
  const sort = () => {
    const symbols = new Set(changes.flatMap(({ from, to }) => [from, to]));
    for (const { exchange, symbol } of instruments) if (exchange !== null) symbols.add(symbol);
    return [...symbols]
      .map((symbol): [string, string] => [symbol.toUpperCase().replaceAll(/[^A-Z]/g, ''), symbol])
      .sort(([one], [other]) => (one < other ? -1 : Number(one > other)));
  };
  return (letters) => {
    sorted ??= sort();
    let low = 0;
    for (let high = sorted.length; low < high;) {
      const middle = (low + high) >> 1;
      if ((sorted[middle]?.[0] ?? '') < letters) low = middle + 1;
      else high = middle;
    }
    const found: string[] = [];
    for (let at = low; sorted[at]?.[0].startsWith(letters) === true; at += 1)
      found.push(sorted[at]?.[1] ?? '');
    return found;
  };
}

/*
 * A second, slower way to every derivation of the fact ledger: whole numbers and fractions, quarters one by one, and no code
 * of the product. Money is in paise, so that a BigInt is exact.
 */

/** Of which quarters of its year a part is: from and until, counted from 0. */
export const QUARTERS_OF: Readonly<Record<string, readonly [number, number]>> = {
  Q1: [0, 1],
  Q2: [1, 2],
  Q3: [2, 3],
  Q4: [3, 4],
  H1: [0, 2],
  M9: [0, 3],
  FY: [0, 4],
};

/** What the quarters of a part come to. */
export function sumOf(quarters: readonly bigint[], part: string): bigint {
  const [from, until] = QUARTERS_OF[part]!;
  let sum = 0n;
  for (let at = from; at < until; at += 1) sum += quarters[at]!;
  return sum;
}

/**
 * Which parts follow from some of them: the ends of quarters are points, a known part joins two of them, and a part is known
 * when its two ends hang together.
 */
export function reachableParts(known: readonly string[]): Set<string> {
  const group = [0, 1, 2, 3, 4];
  for (let pass = 0; pass < 5; pass += 1)
    for (const part of known) {
      const [from, until] = QUARTERS_OF[part]!;
      const least = Math.min(group[from]!, group[until]!);
      const most = Math.max(group[from]!, group[until]!);
      for (let at = 0; at < 5; at += 1) if (group[at] === most) group[at] = least;
    }
  return new Set(
    Object.entries(QUARTERS_OF)
      .filter(([, [from, until]]) => group[from] === group[until])
      .map(([part]) => part),
  );
}

/** Paise as text in rupees. */
export function rupees(paise: bigint): string {
  const whole = paise < 0n ? -paise : paise;
  const part = (whole % 100n).toString().padStart(2, '0').replace(/0+$/, '');
  const text = `${whole / 100n}${part === '' ? '' : `.${part}`}`;
  return paise < 0n ? `-${text}` : text;
}

/** Whether a text is a fraction to within a trillionth of it. */
export function isFraction(text: string | null, above: bigint, below: bigint): boolean {
  if (text === null) return false;
  const [whole = '', part = ''] = text.replace('-', '').split('.');
  const scale = 10n ** BigInt(part.length);
  const value = BigInt(whole + part) * (text.startsWith('-') ? -1n : 1n);
  // value / scale against above / below
  const off = value * below - above * scale;
  const size = above * scale;
  const abs = (one: bigint) => (one < 0n ? -one : one);
  return abs(off) * 10n ** 12n <= abs(size) + 10n ** 3n * abs(below);
}

/** The middle of several fractions, by counting how many are below each. */
export function medianOf(values: readonly number[]): number {
  const at = (rank: number) => {
    for (const value of values) {
      let below = 0;
      let equal = 0;
      for (const other of values) {
        if (other < value) below += 1;
        else if (other === value) equal += 1;
      }
      if (below <= rank && rank < below + equal) return value;
    }
    throw new RangeError('no such rank');
  };
  const half = values.length >> 1;
  return values.length % 2 === 1 ? at(half) : at(half - 1) / 2 + at(half) / 2;
}

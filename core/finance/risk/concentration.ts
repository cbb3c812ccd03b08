import { exactSum } from '../figures/index.ts';

/** A part of a whole. */
export interface Part {
  label: string;
  value: number;
}

/** How much of the whole lies in few parts; shares in percentage points. */
interface Concentration {
  largest: string | null;
  largest_pct: number | null;
  top_5_pct: number | null;
  top_10_pct: number | null;
  /** As many parts of the same size would be spread just so: 1 / Herfindahl. */
  effective_count: number | null;
}

/** The sum of the squared shares, from near 0 (spread over many) to 1 (all in one); null of nothing. */
export function herfindahl(parts: readonly Part[]): number | null {
  const whole = sum(parts);
  if (!(whole > 0)) return null;
  return parts.reduce((all, { value }) => all + (value / whole) ** 2, 0);
}

export function concentration(parts: readonly Part[]): Concentration {
  const whole = sum(parts);
  const index = herfindahl(parts);
  if (index === null)
    return { largest: null, largest_pct: null, top_5_pct: null, top_10_pct: null, effective_count: null };
  const sorted = parts.toSorted((a, b) => b.value - a.value || (a.label < b.label ? -1 : 1));
  const share = (count: number) => (sum(sorted.slice(0, count)) / whole) * 100;
  return {
    largest: sorted[0]?.label ?? null,
    largest_pct: share(1),
    top_5_pct: share(5),
    top_10_pct: share(10),
    effective_count: 1 / index,
  };
}

/** Parts of the same label as one, largest first. */
export function grouped<T extends Part>(parts: readonly T[]): (Part & { count: number })[] {
  const groups = new Map<string, number[]>();
  for (const { label, value } of parts) {
    const values = groups.get(label);
    if (values === undefined) groups.set(label, [value]);
    else values.push(value);
  }
  return Array.from(groups, ([label, values]) => ({
    label,
    value: exactSum(values),
    count: values.length,
  })).sort((a, b) => b.value - a.value || (a.label < b.label ? -1 : 1));
}

function sum(parts: readonly Part[]): number {
  return exactSum(parts.map(({ value }) => value));
}

/** A figure, or a sentence that says why there is none. */
export type Figure = { value: number; reason: null } | { value: null; reason: string };

/** A figure that came out of arithmetic; what is beyond all numbers is unknown. */
export function knownFigure(value: number): Figure {
  return Number.isFinite(value) ? { value, reason: null } : unknown('The figure is too large to show.');
}

export function unknown(reason: string): Figure {
  return { value: null, reason };
}

/** Figures by name as a report shows them: the values, and the reasons of those that are null. */
export function shownFigures<K extends string>(
  figures: Readonly<Record<K, Figure>>,
): { values: Record<K, number | null>; reasons: Partial<Record<K, string>> } {
  const values = {} as Record<K, number | null>;
  const reasons: Partial<Record<K, string>> = {};
  for (const [name, { value, reason }] of Object.entries(figures) as [K, Figure][]) {
    values[name] = value;
    if (reason !== null) reasons[name] = reason;
  }
  return { values, reasons };
}

/** Number of single-letter changes between two words; a swap of neighbours counts as one. */
export function editDistance(one: string, other: string): number {
  const rows = Array.from({ length: one.length + 1 }, (_, i) =>
    Array.from({ length: other.length + 1 }, (__, j) => (i === 0 ? j : j === 0 ? i : 0)),
  );
  const at = (i: number, j: number) => rows[i]?.[j] ?? 0;
  for (let i = 1; i <= one.length; i += 1) {
    for (let j = 1; j <= other.length; j += 1) {
      const cost = one[i - 1] === other[j - 1] ? 0 : 1;
      let best = Math.min(at(i - 1, j) + 1, at(i, j - 1) + 1, at(i - 1, j - 1) + cost);
      const swapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      if (swapped) best = Math.min(best, at(i - 2, j - 2) + 1);
      const row = rows[i];
      if (row !== undefined) row[j] = best;
    }
  }
  return at(one.length, other.length);
}

/**
 * The words a person may have meant, best first, at most three. A word that begins with what was typed counts as
 * close; others may differ in about a third of their letters.
 */
export function closest(typed: string, words: readonly string[]): string[] {
  const wanted = typed.toLowerCase();
  if (wanted === '') return [];
  const allowed = Math.max(1, Math.floor(wanted.length / 3));
  return words
    .map((word) => {
      const lower = word.toLowerCase();
      const distance = lower.startsWith(wanted) && wanted.length >= 2 ? 0.5 : editDistance(wanted, lower);
      return { word, distance };
    })
    .filter(({ distance }) => distance <= allowed)
    .sort((a, b) => a.distance - b.distance || a.word.localeCompare(b.word))
    .slice(0, 3)
    .map(({ word }) => word);
}

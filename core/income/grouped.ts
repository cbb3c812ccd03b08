/** Rows by a word of each, in the order in which they come. */
export function grouped<T>(rows: readonly T[], wordOf: (row: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const row of rows) {
    const word = wordOf(row);
    const group = groups.get(word);
    if (group === undefined) groups.set(word, [row]);
    else group.push(row);
  }
  return groups;
}

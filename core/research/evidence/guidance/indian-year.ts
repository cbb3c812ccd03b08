/** FY27 is April 2026 to March 2027; quarters are of three months. */
export function indianYear(year: number, quarter: number | null): { start: string; end: string } {
  if (quarter === null) return { start: `${year - 1}-04-01`, end: `${year}-03-31` };
  const spans = [
    [`${year - 1}-04-01`, `${year - 1}-06-30`],
    [`${year - 1}-07-01`, `${year - 1}-09-30`],
    [`${year - 1}-10-01`, `${year - 1}-12-31`],
    [`${year}-01-01`, `${year}-03-31`],
  ] as const;
  const [start, end] = spans[quarter - 1] ?? [`${year - 1}-04-01`, `${year}-03-31`];
  return { start, end };
}

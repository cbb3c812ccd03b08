import { dayBefore } from '../../platform/index.ts';
export const INDEXES = ['NIFTY50', 'NIFTY500'] as const;
export type IndexName = (typeof INDEXES)[number];

export interface Member {
  instrument_id: string | null;
  symbol: string;
  isin: string | null;
}

/** One span in an index: `valid_from` and `valid_to` are its first and last day; null lasts on. */
export interface Membership extends Member {
  /** Null before it is stored. */
  id: string | null;
  valid_from: string;
  valid_to: string | null;
  source: string;
}

/** What is to be written. Nothing in it means that all of it was known. */
export interface MembershipChanges {
  add: Membership[];
  /** With their new values. */
  update: Membership[];
}

/** The mark of spans that a published list began or ended: it outweighs a history compiled by others. */
const LIST = 'list';

/**
 * Brings the spans in line with the complete list of one day: who is on it and has no span on that day begins one, and
 * who has one and is not on it was a member until the day before. Spans of other days are left alone.
 */
export function applyList(
  current: readonly Membership[],
  listed: readonly Member[],
  on: string,
): MembershipChanges {
  const changes: MembershipChanges = { add: [], update: [] };
  const isThere = new Set(listed.map(keyOf));
  const spans = spansByMember(current);
  for (const member of listed) {
    const own = spans.get(keyOf(member)) ?? [];
    if (own.some((span) => covers(span, on))) continue;
    const next = own.find(({ valid_from }) => valid_from > on);
    changes.add.push({
      ...member,
      id: null,
      valid_from: on,
      valid_to: next === undefined ? null : dayBefore(next.valid_from),
      source: `${LIST} ${on}`,
    });
  }
  for (const span of current) {
    if (!covers(span, on) || isThere.has(keyOf(span))) continue;
    // A span that began on this very day and is not on the list of the day keeps that one day: it was published too.
    const last = span.valid_from === on ? on : dayBefore(on);
    if (last !== span.valid_to) changes.update.push({ ...span, valid_to: last, source: `${LIST} ${on}` });
  }
  return changes;
}

/**
 * Merges spans from a history. A span that overlaps a known one becomes one with it, from the earlier first day; an end
 * that is known beats "still", and an end that a list set stays.
 */
export function applyHistory(
  current: readonly Membership[],
  history: readonly Omit<Membership, 'id'>[],
): MembershipChanges {
  const spans = spansByMember(current);
  const touched = new Set<Membership>();
  for (const row of [...history].sort((a, b) => (a.valid_from < b.valid_from ? -1 : 1))) {
    const own = spans.get(keyOf(row)) ?? [];
    const known = own.find((span) => overlap(span, row));
    if (known === undefined) {
      const added = { ...row, id: null };
      touched.add(added);
      spans.set(keyOf(row), inOrder([...own, added]));
      continue;
    }
    const isFirm = known.valid_to !== null && known.source.startsWith(LIST);
    const end = isFirm ? known.valid_to : (row.valid_to ?? known.valid_to);
    const next = own[own.indexOf(known) + 1];
    // What is known of later days stays as it is.
    const isInTheWay = next !== undefined && next.valid_from <= (end ?? '9999');
    const valid_to = isInTheWay ? dayBefore(next.valid_from) : end;
    const valid_from = known.valid_from < row.valid_from ? known.valid_from : row.valid_from;
    if (valid_from === known.valid_from && valid_to === known.valid_to) continue;
    touched.add(Object.assign(known, { valid_from, valid_to, source: isFirm ? known.source : row.source }));
  }
  return {
    add: [...touched].filter(({ id }) => id === null),
    update: [...touched].filter(({ id }) => id !== null),
  };
}

/** The rows that overlap an earlier row of the same member, by index: one of the two must be wrong. */
export function overlapsWithin(rows: readonly Omit<Membership, 'id'>[]): number[] {
  const seen = new Map<string, Omit<Membership, 'id'>[]>();
  return rows.flatMap((row, index) => {
    const earlier = seen.get(keyOf(row)) ?? [];
    if (earlier.some((one) => overlap(one, row))) return [index];
    seen.set(keyOf(row), [...earlier, row]);
    return [];
  });
}

export function covers({ valid_from, valid_to }: Pick<Membership, 'valid_from' | 'valid_to'>, on: string) {
  return valid_from <= on && on <= (valid_to ?? '9999');
}

function overlap(a: Pick<Membership, 'valid_from' | 'valid_to'>, b: typeof a): boolean {
  return a.valid_from <= (b.valid_to ?? '9999') && b.valid_from <= (a.valid_to ?? '9999');
}

/** A company stays itself under another symbol. */
function keyOf({ instrument_id, symbol }: Member): string {
  return instrument_id === null ? `symbol ${symbol}` : `instrument ${instrument_id}`;
}

/** Copies, by member and in order of time. */
function spansByMember(current: readonly Membership[]): Map<string, Membership[]> {
  const spans = new Map<string, Membership[]>();
  for (const span of inOrder(current))
    spans.set(keyOf(span), [...(spans.get(keyOf(span)) ?? []), { ...span }]);
  return spans;
}

function inOrder(spans: readonly Membership[]): Membership[] {
  return [...spans].sort((a, b) => (a.valid_from < b.valid_from ? -1 : 1));
}

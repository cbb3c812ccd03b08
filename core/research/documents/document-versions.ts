import type { DocumentSource } from '../port/index.ts';
import { type DocumentKey, documentKey, isOfAnotherDay, isServedBy, keyText } from './document-key.ts';

/** A kept version of a document, without its body. */
export interface KeptDocument {
  id: string;
  path: string;
  sha256: string;
  size: number;
  mediaType: string;
  origin: 'NETWORK' | 'FILE';
  publishedAt: string | null;
  fetchedAt: string;
  /** Whether it was asked for in just these words; else it is a file under fewer parameters, or a list up to another day. */
  isExact: boolean;
}

/** A version as it is stored. */
export interface VersionRow {
  id: string;
  path: string;
  sha256: string;
  size: number;
  media_type: string;
  origin: 'NETWORK' | 'FILE';
  published_at: Date | null;
  fetched_at: Date;
}

/**
 * Versions of a document as a moment knew them, where somebody says when one of them came out: first what was public or kept
 * by then, the latest first; then what has no date and was kept later; last what came out later.
 */
export function inTime(rows: readonly VersionRow[], moment: string): readonly VersionRow[] {
  if (rows.every(({ published_at }) => published_at === null)) return rows;
  const since = ({ published_at, fetched_at }: VersionRow): number => (published_at ?? fetched_at).getTime();
  const rank = (row: VersionRow): number =>
    since(row) <= Date.parse(moment) ? 0 : row.published_at === null ? 1 : 2;
  return rows.toSorted((one, other) => rank(one) - rank(other) || since(other) - since(one));
}

/** The versions that may stand for what is asked, the best first. */
export function serving(
  source: DocumentSource,
  asked: DocumentKey,
  rows: readonly VersionRow[],
  isLoose: boolean,
): KeptDocument[] {
  const wanted = keyText(asked);
  const found = rows.flatMap((row) => {
    const recorded = documentKey(source, row.path);
    const isExact = keyText(recorded) === wanted;
    const mayServe =
      isLoose && ((row.origin === 'FILE' && isServedBy(asked, recorded)) || isOfAnotherDay(asked, recorded));
    return isExact || mayServe
      ? [{ row, named: isExact ? Number.MAX_SAFE_INTEGER : recorded.params.size, isExact }]
      : [];
  });
  // The order of equal ones stays: the first is the newest.
  return found
    .toSorted((one, other) => other.named - one.named)
    .map(({ row, isExact }) => ({
      id: row.id,
      path: row.path,
      sha256: row.sha256,
      size: row.size,
      mediaType: row.media_type,
      origin: row.origin,
      publishedAt: row.published_at?.toISOString() ?? null,
      fetchedAt: row.fetched_at.toISOString(),
      isExact,
    }));
}

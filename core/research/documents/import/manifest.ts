import { DOCUMENT_SOURCES, type DocumentSource } from '../../port/index.ts';
import { sourceOf } from './recognised.ts';

/** What `evidence.json` says of a file: where it was published, and when. */
export interface ManifestRow {
  source: DocumentSource;
  path: string;
  publishedAt: string | null;
}

export const MANIFEST = 'evidence.json';

/**
 * Rows by the name of their file.
 * @returns problems in words for rows that make no sense; the others hold all the same
 */
export function readManifest(body: Buffer): { rows: ReadonlyMap<string, ManifestRow>; problems: string[] } {
  const rows = new Map<string, ManifestRow>();
  const problems: string[] = [];
  let value: unknown;
  try {
    value = JSON.parse(body.toString('utf8')) as unknown;
  } catch {
    return { rows, problems: ['its JSON cannot be read'] };
  }
  if (typeof value !== 'object' || value === null) return { rows, problems: ['it is not a list of files'] };
  for (const [file, given] of Object.entries(value)) {
    const row = rowOf(file, given);
    if (typeof row === 'string') problems.push(`${file.slice(0, 100)}: ${row}`);
    else rows.set(file, row);
  }
  return { rows, problems };
}

function rowOf(file: string, given: unknown): ManifestRow | string {
  if (typeof given !== 'object' || given === null) return 'it has no entry for this file';
  const { source: named, path, url, published_at: published } = given as Record<string, unknown>;
  const address = typeof url === 'string' ? url : path;
  if (typeof address !== 'string') return 'it has neither path nor url';
  const known = sourceOf(address, file);
  const source = named === undefined ? known?.source : DOCUMENT_SOURCES.find((one) => one === named);
  if (source === undefined) return `source must be one of ${DOCUMENT_SOURCES.join(', ')}`;
  const isPage = address.startsWith('https://');
  if (source === 'issuer' ? !isPage || !URL.canParse(address) : known === null)
    return 'its address is not valid';
  const at = typeof published === 'string' ? Date.parse(published) : Number.NaN;
  if (published !== undefined && Number.isNaN(at))
    return 'published_at must be a time such as 2026-08-10T13:50:11Z';
  return {
    source,
    path: source === 'issuer' ? address : (known?.path ?? address),
    publishedAt: published === undefined ? null : new Date(at).toISOString(),
  };
}

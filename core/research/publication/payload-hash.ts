import { createHash } from 'node:crypto';
import { canonicalJson } from '../port/index.ts';
import type { Publication } from './payload.ts';

/**
 * Names what a report says: `sha256:` and 64 hex digits. Who wrote it, when and at what cost is not in it, so that the same
 * evidence and the same words have the same hash whatever happened on the way.
 */
export function payloadHash(publication: Omit<Publication, 'payload_hash'>): string {
  const said: Partial<Publication> = { ...publication };
  for (const key of ['payload_hash', 'run_id', 'generated_at', 'stages', 'cost_usd_total'] as const)
    delete said[key];
  // When a kept document was fetched is no part of what it says.
  const sources = publication.sources.map((source) => ({ ...source, fetched_at: null }));
  return `sha256:${createHash('sha256')
    .update(canonicalJson({ ...said, sources }))
    .digest('hex')}`;
}

/** A report with its hash. */
export function sealPublication(publication: Omit<Publication, 'payload_hash'>): Publication {
  return { ...publication, payload_hash: payloadHash(publication) };
}

/** Whether a stored report is as it was sealed. */
export const isSealed = (publication: Publication): boolean =>
  publication.payload_hash === payloadHash(publication);

import { createHash } from 'node:crypto';
import {
  type Authority,
  canonicalJson,
  type EvidencePacket,
  type PacketContent,
  type ResearchSubject,
  sealPacket,
  type SourceClass,
} from '../../port/index.ts';

export const NAME = 'internal';

/** What every figure of a held price has in common. */
export const HELD_FIGURE = {
  scope: 'market',
  scope_detail: null,
  start: null,
  value_high: null,
  decimals: null,
  filing: null,
} as const;

/** What only a person, or nobody, vouches for was not verified by being kept. */
const classOf = (authority: Authority): SourceClass =>
  authority === 'DISCOVERED' ? 'DISCOVERED' : 'VERIFIED_INTERNAL';

type Given = Pick<PacketContent, 'source_id' | 'publisher' | 'authority' | 'families' | 'title'> &
  Partial<PacketContent>;

/**
 * A packet of what is held. Its document is the rows themselves.
 * @param heldSince when the newest of the rows was written down, ISO-8601.
 */
export function sealHeld(
  subject: ResearchSubject,
  given: Given,
  rows: readonly unknown[],
  heldSince: string,
): EvidencePacket {
  return sealPacket(
    {
      provider: NAME,
      source_class: classOf(given.authority),
      url: null,
      published_at: null,
      published_precision: (given.published_at ?? null) === null ? 'UNKNOWN' : 'INSTANT',
      entity: { symbol: subject.symbol, isin: subject.isin, name: null, id: null },
      fiscal_years: [],
      observations: [],
      passages: [],
      notes: [],
      document_hashes: [createHash('sha256').update(canonicalJson(rows)).digest('hex')],
      ...given,
    },
    { fetched_at: heldSince, origin: 'KEPT' },
  );
}

/** The latest of some moments; there is at least one. */
export function latest(moments: readonly string[]): string {
  const found = moments.toSorted().at(-1);
  if (found === undefined) throw new RangeError('a packet needs a row');
  return found;
}

import { createHash } from 'node:crypto';
import { momentInWords } from '../../../platform/index.ts';
import {
  canonicalJson,
  type EvidencePacket,
  type PacketContent,
  type RefusedEvidence,
  type RunMode,
  type Steps,
} from '../../port/index.ts';

/** A packet whose hash may be that of old packets, or missing. */
export type OfferedPacket = Omit<EvidencePacket, 'evidence_hash'> & { evidence_hash?: string | null };

interface Admitted {
  /** With the full hash, in the order in which they came. */
  packets: EvidencePacket[];
  refused: RefusedEvidence[];
  hash_mismatch: number;
}

/** What a hash covers, in the order of canonical text. */
const COVERED = [
  'authority',
  'document_hashes',
  'entity',
  'families',
  'fiscal_years',
  'notes',
  'observations',
  'passages',
  'provider',
  'published_at',
  'published_precision',
  'publisher',
  'source_class',
  'source_id',
  'title',
  'url',
] as const satisfies readonly (keyof PacketContent)[];

/** Old packets carry a digest of fewer digits, with the prefix or without it. */
const LEGACY = /^(?:sha256:)?[0-9a-f]{1,63}$/i;
/** Observations between two pauses. */
const PIECE = 100;

/** `evidenceHash`, in steps: a document may have a hundred thousand figures. */
export function* hashInSteps(content: PacketContent): Steps<string> {
  const digest = createHash('sha256');
  let separator = '{';
  for (const name of COVERED) {
    digest.update(`${separator}"${name}":`);
    separator = ',';
    const value = content[name];
    if (!Array.isArray(value)) {
      digest.update(canonicalJson(value));
      continue;
    }
    digest.update('[');
    for (let at = 0; at < value.length; at += PIECE) {
      if (at > 0) {
        digest.update(',');
        yield;
      }
      digest.update(canonicalJson(value.slice(at, at + PIECE)).slice(1, -1));
    }
    digest.update(']');
  }
  return `sha256:${digest.update('}').digest('hex')}`;
}

/**
 * The packets that may have facts (research/Evidence, claims and facts rules 5; research/Evidence acquisition rules 2): each
 * source once, with a hash that holds, published by the moment of the run. In HISTORICAL, what has no time of publication is
 * found, and not verified.
 */
export function* admitPackets(
  offered: readonly OfferedPacket[],
  { as_of, mode }: { as_of: string; mode: RunMode },
): Steps<Admitted> {
  const admitted: Admitted = { packets: [], refused: [], hash_mismatch: 0 };
  const seen = new Set<string>();
  for (const packet of offered) {
    yield;
    const { provider, source_id } = packet;
    const refuse = (reason: RefusedEvidence['reason'], detail: string) =>
      admitted.refused.push({ provider, source_id, reason, detail });
    if (seen.has(source_id)) {
      refuse('DUPLICATE', 'This is a duplicate of an earlier source; the first one counts.');
      continue;
    }
    seen.add(source_id);
    const hash = yield* recomputed(packet);
    if (hash === null || !isHeld(packet.evidence_hash, hash)) {
      admitted.hash_mismatch += 1;
      refuse('HASH_MISMATCH', 'Its content does not match its hash.');
      continue;
    }
    if (isAfter(packet.published_at, as_of)) {
      refuse(
        'AFTER_CUTOFF',
        `It was published on ${momentInWords(packet.published_at ?? '')}, after ${momentInWords(as_of)}.`,
      );
      continue;
    }
    if (!isDowngraded(packet, mode)) {
      admitted.packets.push({ ...packet, evidence_hash: hash });
      continue;
    }
    // The hash is of what is kept, so that it holds there too.
    const found: EvidencePacket = { ...packet, source_class: 'DISCOVERED', evidence_hash: hash };
    admitted.packets.push({ ...found, evidence_hash: yield* hashInSteps(found) });
  }
  return admitted;
}

function* recomputed(packet: PacketContent): Steps<string | null> {
  try {
    return yield* hashInSteps(packet);
  } catch (error) {
    // A value that has no canonical form, such as NaN, was never hashed.
    if (error instanceof TypeError) return null;
    throw error;
  }
}

function isHeld(stated: string | null | undefined, hash: string): boolean {
  if (stated === undefined || stated === null || stated === '') return true;
  return stated === hash || LEGACY.test(stated);
}

/** Whether something was published after a moment; what nobody can date was not. */
export function isAfter(published: string | null, as_of: string): boolean {
  return published !== null && Date.parse(published) > Date.parse(as_of);
}

/** Whether there is a time of publication that can be read. */
export function isDated(published: string | null): published is string {
  return published !== null && !Number.isNaN(Date.parse(published));
}

/** Whether nobody knows when a verified packet was published, nor any of its figures. */
function isDowngraded(packet: PacketContent, mode: RunMode): boolean {
  const { source_class, published_at, observations } = packet;
  if (mode !== 'HISTORICAL' || !source_class.startsWith('VERIFIED_') || isDated(published_at)) return false;
  return !observations.some((one) => isDated(one.published_at));
}

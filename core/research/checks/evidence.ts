import {
  type Authority,
  type EvidencePacket,
  evidenceHash,
  isAtLeast,
  type RunMode,
  type Steps,
} from '../port/index.ts';
import { type Defect, type Publication, REQUIRED_SECTIONS } from '../publication/index.ts';
import { defect } from './defect.ts';
import type { Draft } from './prose.ts';

/** Required sections that are missing, empty, or below what their family takes. */
export function weakSections({ sections: given }: Draft): Defect[] {
  return REQUIRED_SECTIONS.flatMap((id) => {
    const section = given.find((one) => one.id === id);
    const path = `sections.${id}`;
    if (section === undefined)
      return [defect('MISSING_SECTION', path, `The required section ${id} is missing.`)];
    const { title, coverage } = section;
    const found: Defect[] = [];
    if (section.paragraphs.length === 0)
      found.push(defect('EMPTY_SECTION', path, `The required section “${title}” is empty.`));
    if (!reaches(coverage.achieved, coverage.minimum) || !coverage.covered)
      found.push(
        defect(
          coverage.reason ?? 'INSUFFICIENT_AUTHORITY_FOR_COVERAGE',
          path,
          `The evidence for “${title}” is too weak. See what is missing.`,
        ),
      );
    return found;
  });
}

const reaches = (achieved: Authority | null, minimum: Authority | null): boolean =>
  achieved !== null && minimum !== null && isAtLeast(achieved, minimum);

/** A company whose name nobody found (research/Evidence acquisition rules 9). */
export function unresolvedIdentity({ identity: { company_name, symbol, name_source } }: Draft): Defect[] {
  const isTicker = company_name.trim().toUpperCase() === symbol.trim().toUpperCase();
  return name_source === 'TICKER' || isTicker
    ? [defect('UNRESOLVED_COMPANY_IDENTITY', 'identity.company_name', 'The name of the company is unknown.')]
    : [];
}

/** Sources whose hash is not that of what the run holds. */
export function* wrongHashes({ sources }: Draft, packets: readonly EvidencePacket[]): Steps<Defect[]> {
  const known = new Map(packets.map((packet) => [packet.source_id, packet]));
  const found: Defect[] = [];
  for (const { source_id, evidence_hash } of sources) {
    yield;
    const packet = known.get(source_id);
    if (packet === undefined)
      found.push(
        defect('DANGLING_SOURCE', `sources.${source_id}`, `The run has no evidence named ${source_id}.`),
      );
    else if (evidenceHash(packet) !== evidence_hash)
      found.push(
        defect(
          'HASH_MISMATCH',
          `sources.${source_id}`,
          `The hash of ${source_id} does not match its content.`,
        ),
      );
  }
  return found;
}

/** In a report about the past, what was published after its cut-off; in any, what comes from after its moment. */
export function lateSources({ sources, as_of, mode }: Draft): Defect[] {
  return sources.flatMap(({ source_id, published_at, source_class }) => {
    const path = `sources.${source_id}`;
    if (published_at !== null && Date.parse(published_at) > Date.parse(as_of))
      return [defect('AFTER_CUTOFF', path, `${source_id} was published after the time of the report.`)];
    return isUndatedPast(mode, published_at, source_class)
      ? [
          defect(
            'AFTER_CUTOFF',
            path,
            `${source_id} has no publication date, so it cannot show what was known by the time of the report.`,
          ),
        ]
      : [];
  });
}

const isUndatedPast = (
  mode: RunMode,
  published_at: string | null,
  source_class: Publication['sources'][number]['source_class'],
): boolean => mode === 'HISTORICAL' && published_at === null && source_class.startsWith('VERIFIED');

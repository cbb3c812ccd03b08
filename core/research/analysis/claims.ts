import { type ClaimLabel, type Fact, isAtLeast, MINIMUM_AUTHORITY, type Steps } from '../port/index.ts';
import { familyOf } from '../facts/index.ts';
import type { Claim } from '../publication/index.ts';
import type { NameCheck } from './company-names.ts';
import { ANALYSIS_STAGES } from './graph.ts';
import type { Finding, Outputs } from './outputs.ts';
import { type Struck, supportedProse } from './struck.ts';

/** What claims may rest on. */
interface Grounds {
  facts: readonly Fact[];
  /** Sources of the run, by their ids. */
  sources: ReadonlySet<string>;
  /** The moment of the run, ISO-8601. */
  as_of: string;
  /** Finds companies that no evidence names. */
  names: NameCheck;
}

interface Claims {
  claims: Claim[];
  /** Which claims a stage made, in the order of what it said. */
  byStage: Readonly<Record<string, readonly string[]>>;
  struck: Struck[];
}

/**
 * The claims in what stages said, in pieces, each once, in the order of the stages. A claim is what is left of a finding when ids that
 * nobody knows and numbers that no cited fact has are gone; what it may call itself follows from its facts and never from a
 * model (research/Evidence, claims and facts 2).
 */
export function* claimSteps(outputs: Outputs, grounds: Grounds): Steps<Claims> {
  const byId = new Map(grounds.facts.map((fact) => [fact.fact_id, fact]));
  const claims: Claim[] = [];
  const byText = new Map<string, string>();
  const byStage: Record<string, string[]> = {};
  const struck: Struck[] = [];
  for (const { stage } of ANALYSIS_STAGES) {
    const own: string[] = [];
    for (const { path, finding } of findingsOf(stage, outputs)) {
      yield;
      const facts = finding.fact_ids.flatMap((id) => byId.get(id) ?? []);
      struck.push(
        ...finding.fact_ids
          .filter((id) => !byId.has(id))
          .map((id): Struck => ({ path, code: 'UNKNOWN_FACT', detail: `There is no fact ${id}.` })),
        ...finding.source_ids
          .filter((id) => !grounds.sources.has(id))
          .map((id): Struck => ({ path, code: 'UNKNOWN_SOURCE', detail: `There is no source ${id}.` })),
      );
      const said = supportedProse(finding.text, { facts, asOf: grounds.as_of, path, names: grounds.names });
      struck.push(...said.struck);
      if (said.text === null) continue;
      const sources = [
        ...facts.flatMap(({ source_ids }) => source_ids),
        ...finding.source_ids.filter((id) => grounds.sources.has(id)),
      ];
      const known = byText.get(said.text);
      const claim_id = known ?? `c${claims.length + 1}`;
      if (known === undefined) {
        byText.set(said.text, claim_id);
        claims.push({
          claim_id,
          text: said.text,
          label: labelOf(facts, sources),
          fact_ids: [...new Set(facts.map(({ fact_id }) => fact_id))],
          source_ids: [...new Set(sources)],
        });
      }
      own.push(claim_id);
    }
    byStage[stage] = [...new Set(own)];
  }
  return { claims, byStage, struck };
}

/** What a claim may call itself. */
export function labelOf(facts: readonly Fact[], sources: readonly string[]): ClaimLabel {
  if (facts.length === 0) return sources.length === 0 ? 'AI_INFERENCE' : 'SOURCE_REPORTED';
  if (!facts.every(isStrong)) return 'SOURCE_REPORTED';
  return facts.some(({ derivation }) => derivation !== null) ? 'CALCULATED_FACT' : 'VERIFIED_FACT';
}

/** Of the authority that its family takes at the least. */
function isStrong({ metric, authority, is_validated }: Fact): boolean {
  const minimum = MINIMUM_AUTHORITY[familyOf(metric)];
  return is_validated && minimum !== null && isAtLeast(authority, minimum);
}

function findingsOf(stage: string, outputs: Outputs): { path: string; finding: Finding }[] {
  const output = outputs[stage as keyof Outputs];
  if (output === undefined) return [];
  return (['findings', 'catalysts', 'statements', 'risks'] as const).flatMap((name) => {
    const list = (output as Readonly<Record<string, unknown>>)[name];
    return Array.isArray(list)
      ? (list as unknown[]).flatMap((one, at) =>
          isFinding(one) ? [{ path: `${stage}.${name}.${at}`, finding: one }] : [],
        )
      : [];
  });
}

const isFinding = (value: unknown): value is Finding =>
  typeof value === 'object' && value !== null && 'fact_ids' in value && 'text' in value;

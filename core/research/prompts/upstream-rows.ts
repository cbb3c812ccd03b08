import {
  ANALYSIS_STAGES,
  claimSteps,
  type ModelStage,
  nameCheckOf,
  OUTPUTS,
  type Outputs,
} from '../analysis/index.ts';
import type { Steps } from '../port/index.ts';
import type { Claim } from '../publication/index.ts';
import { answerSchemaOf } from './answer-schema.ts';
import { dataText, jsonLine } from './data-text.ts';
import type { Row } from './fit-rows.ts';
import type { StageMaterial } from './material.ts';
import type { PromptRow } from './prompt-row.ts';

/** No text of an answer is longer. */
const LONGEST_WORDS = 2_000;

const isModelStage = (stage: string): stage is ModelStage => Object.hasOwn(OUTPUTS, stage);
/** The stages that ask a model, in their order. */
const MODEL_STAGES: readonly ModelStage[] = ANALYSIS_STAGES.map(({ stage }) => stage).filter(isModelStage);

/** Stages without which this one cannot begin. */
export function needsOf(stage: ModelStage): readonly ModelStage[] {
  const needs: readonly string[] = ANALYSIS_STAGES.find((one) => one.stage === stage)?.needs ?? [];
  return MODEL_STAGES.filter((one) => needs.includes(one));
}

/** Every stage whose words a prompt shows, in their order: claims and gaps are those of all before it. */
export function readBy({ stage, reads, shows }: PromptRow): readonly ModelStage[] {
  const before = MODEL_STAGES.slice(0, MODEL_STAGES.indexOf(stage));
  const isOfAll = shows.includes('CLAIMS') || shows.includes('GAPS');
  const needs = needsOf(stage);
  return before.filter((one) => isOfAll || needs.includes(one) || reads.includes(one));
}

/** What the stages of a prompt said: what it needs whole and first, of the others the gist before the details. */
export function outputRows(row: PromptRow, outputs: Outputs): Row[] {
  const needs = needsOf(row.stage);
  return MODEL_STAGES.filter((one) => needs.includes(one) || row.reads.includes(one)).flatMap((stage) => {
    const output = outputs[stage];
    if (output === undefined) return [];
    const isNeeded = needs.includes(stage);
    const entries = Object.entries(asShown(output, answerSchemaOf(stage)) as Record<string, unknown>);
    const head = entries.filter(([, value]) => !Array.isArray(value));
    const items = entries.flatMap(([key, value]) =>
      (Array.isArray(value) ? (value as unknown[]) : [])
        .filter((item) => !isShownElsewhere(row, key, item))
        .map((item): [string, unknown] => [key, item]),
    );
    const rowOf = (said: Record<string, unknown>, tier: Row['tier']): Row => ({
      block: 'outputs',
      tier,
      upstream: [stage],
      line: jsonLine({ stage, ...said }),
    });
    return [
      rowOf(Object.fromEntries(head), isNeeded ? 'NEEDED' : 'LATEST'),
      ...items.map(([key, item]) => rowOf({ [key]: item }, isNeeded ? 'NEEDED' : 'DETAIL')),
    ];
  });
}

/** Gaps have a block of their own in some prompts, and what became a claim has its row there. */
function isShownElsewhere({ shows }: PromptRow, key: string, item: unknown): boolean {
  if (key === 'gaps') return shows.includes('GAPS');
  return shows.includes('CLAIMS') && typeof item === 'object' && item !== null && 'fact_ids' in item;
}

/**
 * An answer as it is shown: its keys in the order of its form, since a database gives them back in another one, and its words
 * as data. Ids are copied as they are.
 */
function asShown(value: unknown, part: unknown, key = ''): unknown {
  const { properties = {}, items } = (part ?? {}) as {
    properties?: Record<string, unknown>;
    items?: unknown;
  };
  if (typeof value === 'string') return key.endsWith('_ids') ? value : dataText(value, LONGEST_WORDS);
  if (Array.isArray(value)) return (value as unknown[]).map((one) => asShown(one, items, key));
  if (typeof value !== 'object' || value === null) return value;
  const said = value as Readonly<Record<string, unknown>>;
  return Object.fromEntries(
    Object.keys(properties)
      .filter((name) => Object.hasOwn(said, name))
      .map((name) => [name, asShown(said[name], properties[name], name)]),
  );
}

/** The facts that stages cite. */
export function citedIn(outputs: Outputs, stages: readonly ModelStage[]): Set<string> {
  const cited = new Set<string>();
  const look = (value: unknown, key: string): void => {
    if (typeof value === 'string' && key === 'fact_ids') cited.add(value);
    else if (Array.isArray(value)) for (const one of value as unknown[]) look(one, key);
    else if (typeof value === 'object' && value !== null)
      for (const [name, one] of Object.entries(value)) look(one, name);
  };
  for (const stage of stages) look(outputs[stage], '');
  return cited;
}

/** What the specialists could not find, in their words. */
export function gapRows(outputs: Outputs): Row[] {
  return MODEL_STAGES.flatMap((stage) => {
    const output = outputs[stage];
    return output === undefined || !('gaps' in output)
      ? []
      : output.gaps.map(({ item, reason }): Row => ({
          block: 'gaps',
          tier: 'DETAIL',
          upstream: [stage],
          line: jsonLine({
            stage,
            item: dataText(item, LONGEST_WORDS),
            reason: dataText(reason, LONGEST_WORDS),
          }),
        }));
  });
}

/**
 * The claims of a report, numbered as `composeReport` numbers them: it finds the claims of an editor by these ids.
 */
export function* claimRows(material: StageMaterial): Steps<{
  rows: Row[];
  claims: readonly Claim[];
}> {
  const { outputs, facts, packets, as_of } = material;
  const sources = new Set(packets.map(({ source_id }) => source_id));
  const { claims, byStage } = yield* claimSteps(outputs, {
    facts,
    sources,
    as_of,
    names: nameCheckOf(material),
  });
  const rows = claims.map(({ claim_id, label, text, fact_ids, source_ids }): Row => {
    const from = MODEL_STAGES.filter((stage) => byStage[stage]?.includes(claim_id));
    return {
      block: 'claims',
      tier: 'HELD_TO',
      source_ids,
      upstream: from,
      line: jsonLine({ claim_id, from, label, text, fact_ids }),
    };
  });
  return { rows, claims };
}

import { createHash } from 'node:crypto';
import { type ModelStage, OUTPUTS } from '../../../../core/research/analysis/index.ts';
import { canonicalJson } from '../../../../core/research/index.ts';
import {
  type PromptRow,
  promptFor,
  PROMPTS,
  SHARED_VERSION,
  type StageMaterial,
} from '../../../../core/research/prompts/index.ts';
import { manyFacts, stageMaterial } from '../../../support/stage-material.ts';

/** Where the hashes of all versions are kept. */
export const VERSIONS_FILE = new URL('prompt-versions.json', import.meta.url);

/** By prompt, the hash of each of its versions. SHARED is what all prompts have in common. */
export type Versions = Readonly<Record<string, Readonly<Record<string, string>>>>;

const hashOf = (value: unknown): string =>
  createHash('sha256').update(canonicalJson(value)).digest('hex').slice(0, 16);

/**
 * What the prompts say now: the version of each, and the hash of its row. Its figures are not in there: they are data, and a
 * new figure of research is no new prompt.
 */
export function promptHashes(): Map<string, { version: string; hash: string }> {
  const stages = (Object.keys(OUTPUTS) as ModelStage[]).map(
    (stage): [string, { version: string; hash: string }] => {
      const { version, facts, ...row }: PromptRow = PROMPTS[stage];
      return [
        stage,
        { version, hash: hashOf({ ...row, most: facts.most, view: facts.view, cited: facts.cited }) },
      ];
    },
  );
  return new Map([['SHARED', { version: SHARED_VERSION, hash: sharedHash() }], ...stages]);
}

/** Prompts in which every block, every sentence around the blocks and the words for each kind of stage stand. */
const SAMPLES = (): [ModelStage, StageMaterial, number][] => {
  const whole = stageMaterial();
  const { NEUTRAL_RISK: _left, ...outputs } = whole.outputs;
  const coverage = { ...whole.coverage, verdict: 'REVIEW_REQUIRED' as const };
  return [
    ['PEERS_SECTOR', whole, 48_000],
    ['CATALYSTS_EVENTS', whole, 48_000],
    ['BULL_CASE', whole, 48_000],
    ['EDITOR', whole, 48_000],
    ['COMMITTEE', { ...whole, outputs, coverage, facts: [...whole.facts, ...manyFacts()] }, 48_000],
  ];
};

/** What all stages are told, and how a line of each block is written: by its keys, in their order. */
function sharedHash(): string {
  const parts = SAMPLES().flatMap(([stage, material, maxInputTokens]) => {
    const { system, messages } = promptFor(stage, material, { maxInputTokens });
    const lines = messages.flatMap(({ text }) => text.split('\n'));
    return [
      system.replace(PROMPTS[stage].instructions, ''),
      ...lines.map((line) =>
        line.startsWith('{') ? shapeOf(JSON.parse(line)) : line.replaceAll(/\d+/g, 'N'),
      ),
    ];
  });
  return hashOf([...new Set(parts)]);
}

/** Keys and kinds of values, whatever the values are. */
function shapeOf(value: unknown): string {
  if (Array.isArray(value)) return `[${[...new Set((value as unknown[]).map(shapeOf))].join(',')}]`;
  if (typeof value !== 'object' || value === null) return '_';
  return `{${Object.entries(value)
    .map(([key, one]) => `${key}:${shapeOf(one)}`)
    .join(',')}}`;
}

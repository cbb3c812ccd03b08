import { dayInWords, istDate } from '../../platform/index.ts';
import { estimatedTokens, type Message, structureOf } from '../../llm/index.ts';
import { ANALYSIS_STAGES, type ModelStage } from '../analysis/index.ts';
import { byText } from '../facts/index.ts';
import type { CoverageRow, Steps } from '../port/index.ts';
import { answerSchemaOf } from './answer-schema.ts';
import { dataText, dataTextOrNull, jsonLine } from './data-text.ts';
import { evidenceRows, type Listed, passageRows } from './evidence-rows.ts';
import { fitRows, type Row } from './fit-rows.ts';
import type { StageMaterial, StagePrompt } from './material.ts';
import type { PromptRow } from './prompt-row.ts';
import { BLOCK_NAMES, type BlockName, BLOCKS, KIND_WORDS, PREAMBLE, SHARED_VERSION } from './shared-words.ts';
import { citedIn, claimRows, gapRows, needsOf, outputRows, readBy } from './upstream-rows.ts';

const LONGEST_NAME = 200;
/** Where a provider refuses the schema, it stands in the words, with a sentence around it (core/llm/chain/requests.ts). */
const SCHEMA_IN_WORDS_TOKENS = 80;

type Blocks = Partial<Record<BlockName, Listed>>;

/**
 * The request of a stage, in pieces: the same for the same material, in whatever order its facts and packets come.
 * @param limits the tokens of the whole request, the schema included, as `estimatedTokens` counts them
 * @throws RangeError where not even the instructions fit
 */
export function* promptSteps(
  row: PromptRow,
  material: StageMaterial,
  { maxInputTokens }: { maxInputTokens: number },
): Steps<StagePrompt> {
  const { stage } = row;
  const system = systemOf(row);
  const schema = { name: stage.toLowerCase(), schema: structureOf(answerSchemaOf(stage)).sent };
  const blocks = yield* blocksOf(row, material);
  yield;
  const messagesWith = (kept: ReadonlySet<Row>): Message[] => [
    { role: 'user', text: messageOf(row, material, blocks, kept) },
  ];
  const tokens = (messages: readonly Message[]) =>
    estimatedTokens({ system, messages, schema, maxOutputTokens: 1 }) + SCHEMA_IN_WORDS_TOKENS;
  // With nothing shown, what is said of what was left out is as long as it gets.
  const bare = tokens(messagesWith(new Set()));
  if (bare > maxInputTokens)
    throw new RangeError(
      `The instructions of ${stage} take ${bare} tokens, and ${maxInputTokens} are allowed. Allow more input tokens.`,
    );
  const rows = BLOCK_NAMES.flatMap((name) => blocks[name]?.rows ?? []);
  const kept = fitRows(rows, 2 * (maxInputTokens - bare));
  const shown = [...kept];
  return {
    stage,
    version: `${SHARED_VERSION}.${row.version}`,
    system,
    messages: messagesWith(kept),
    shown: {
      fact_ids: distinct(shown.flatMap(({ fact_ids = [] }) => fact_ids)),
      source_ids: distinct(shown.flatMap(({ source_ids = [] }) => source_ids)),
      upstream: readBy(row).filter((one) => shown.some(({ upstream = [] }) => upstream.includes(one))),
    },
  };
}

const distinct = (ids: readonly string[]): string[] => [...new Set(ids)].toSorted(byText);

/** What stands above the data: the same for every company. */
function systemOf({ stage, instructions }: PromptRow): string {
  const { title, kind } = rowOf(stage);
  if (kind === 'CHECK') throw new Error(`${stage} asks no model.`);
  return [PREAMBLE, KIND_WORDS[kind], `Your part: ${title}\n${instructions}`].join('\n\n');
}

function rowOf(stage: ModelStage) {
  return ANALYSIS_STAGES.find((one) => one.stage === stage)!;
}

function* blocksOf(row: PromptRow, material: StageMaterial): Steps<Blocks> {
  const { shows } = row;
  const { outputs, coverage, peers } = material;
  const all = (rows: Row[]): Listed => ({ rows, total: rows.length });
  const claims = shows.includes('CLAIMS') ? yield* claimRows(material) : null;
  const said = readBy(row);
  const cited =
    claims === null ? citedIn(outputs, said) : new Set(claims.claims.flatMap(({ fact_ids }) => fact_ids));
  yield;
  const evidence = yield* evidenceRows(row, material, cited);
  yield;
  return {
    ...(shows.includes('PEERS') ? { peer_symbols: all(peers.map(peerRow)) } : {}),
    facts: evidence.facts,
    ...(shows.includes('CONFLICTS') ? { conflicts: evidence.conflicts } : {}),
    ...(shows.includes('COVERAGE') ? { coverage: all(coverage.rows.map(coverageRow)) } : {}),
    ...(shows.includes('GAPS') ? { gaps: all(gapRows(outputs)) } : {}),
    ...(said.length === 0 ? {} : { outputs: all(outputRows(row, outputs)) }),
    ...(claims === null ? {} : { claims: all(claims.rows) }),
    ...(row.passages === null ? {} : { passages: passageRows(row, material) }),
  };
}

const peerRow = ({ symbol, name }: StageMaterial['peers'][number]): Row => ({
  block: 'peer_symbols',
  tier: 'NEEDED',
  line: jsonLine({ symbol: dataText(symbol, 40), name: dataTextOrNull(name, LONGEST_NAME) }),
});

function coverageRow(row: CoverageRow): Row {
  const { title, section, is_required, minimum, achieved, is_covered, reason, detail } = row;
  return {
    block: 'coverage',
    tier: 'HELD_TO',
    line: jsonLine({
      section,
      title: dataText(title, LONGEST_NAME),
      is_required,
      is_covered,
      minimum,
      achieved,
      reason,
      detail: dataText(detail, 500),
    }),
  };
}

/** The user's message. Between its marks stands data alone, and outside of them nothing that anybody else wrote. */
function messageOf(row: PromptRow, material: StageMaterial, blocks: Blocks, kept: ReadonlySet<Row>): string {
  const { as_of, coverage, outputs } = material;
  const parts = BLOCK_NAMES.flatMap((name): string[] => {
    const listed = blocks[name];
    if (listed === undefined) return [];
    const lines = listed.rows.filter((one) => kept.has(one)).map(({ line }) => line);
    const left = listed.total - lines.length;
    return [
      [
        BLOCKS[name],
        ...(left > 0 ? [`Left out here, the least important first: ${left}.`] : []),
        `<${name}>`,
        ...lines,
        `</${name}>`,
      ].join('\n'),
    ];
  });
  const missing = [...needsOf(row.stage), ...row.reads].filter((one) => outputs[one] === undefined);
  return [
    `The day of the report is ${dayInWords(istDate(new Date(as_of)))}.`,
    `The company:\n<company>\n${companyLine(material)}\n</company>`,
    ...parts,
    ...(missing.length === 0 ? [] : [`These parts were not written: ${missing.map(titleOf).join('; ')}.`]),
    ...(row.shows.includes('COVERAGE') ? [verdictWords(coverage.verdict)] : []),
    `That is all the data. Write your part now: ${titleOf(row.stage)}.`,
  ].join('\n\n');
}

const titleOf = (stage: ModelStage): string => rowOf(stage).title;

const verdictWords = (verdict: StageMaterial['coverage']['verdict']): string =>
  verdict === 'SUFFICIENT'
    ? 'Every required section has the evidence that it takes.'
    : 'At least one required section lacks the evidence that it takes, so the report will not be approved for publication.';

/** Who it is about. A name that is the ticker is none (research/Evidence acquisition rules 9). */
function companyLine({ subject, profileName }: StageMaterial): string {
  const { symbol, exchange, sector, industry, currency } = subject;
  const name = [subject.name, profileName].find(
    (one) => one !== null && one.trim() !== '' && one.trim().toUpperCase() !== symbol.toUpperCase(),
  );
  return jsonLine({
    name: dataTextOrNull(name ?? null, LONGEST_NAME),
    symbol: dataText(symbol, 40),
    exchange,
    sector: dataTextOrNull(sector, LONGEST_NAME),
    industry: dataTextOrNull(industry, LONGEST_NAME),
    currency: dataTextOrNull(currency, 10),
  });
}

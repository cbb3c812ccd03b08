import type { CoverageRow, Fact, Steps } from '../port/index.ts';
import {
  type Claim,
  type Publication,
  type SectionId,
  type SectionRow,
  SECTIONS,
} from '../publication/index.ts';
import { labelOf } from './claims.ts';
import { createNumberCheck } from '../checks/index.ts';
import { nameCheckOf } from './company-names.ts';
import type { Composing } from './composing.ts';
import { factSentence } from './fact-sentence.ts';
import type { AnalysisStage } from './graph.ts';
import { type Struck, supportedProse } from './struck.ts';

type Section = Publication['sections'][number];
type Paragraph = Section['paragraphs'][number];

/** Whose claims speak in a section where no editor wrote it. */
const SPEAKERS: Readonly<Record<SectionId, readonly AnalysisStage[]>> = {
  business_profile: ['BUSINESS_PROFILE'],
  financial_performance: ['FINANCIAL_PERFORMANCE'],
  earnings_quality: ['EARNINGS_QUALITY'],
  balance_sheet: ['BALANCE_SHEET'],
  market_and_valuation: ['MARKET_TECHNICALS', 'VALUATION'],
  peers_and_sector: ['PEERS_SECTOR'],
  catalysts: ['CATALYSTS_EVENTS'],
  guidance_and_outlook: ['GUIDANCE_OUTLOOK'],
  news: ['NEWS_SENTIMENT'],
};
/** As many facts stand for themselves where no stage said anything of a section that they cover. */
const MOST_FACTS = 3;

/** Claims so far; sections may add those of facts that stand for themselves. */
export interface ClaimBook {
  claims: Claim[];
  byStage: Readonly<Record<string, readonly string[]>>;
}

/** The sections of a report in their order: the editor's words, else the claims of whoever looked into it, else the facts. */
export function* sectionSteps(
  composing: Composing,
  book: ClaimBook,
): Steps<{ sections: Section[]; struck: Struck[] }> {
  const struck: Struck[] = [];
  const sections: Section[] = [];
  for (const row of SECTIONS) {
    const edited = yield* editedParagraphs(row.id, composing, book, struck);
    const paragraphs = edited.length > 0 ? edited : plainParagraphs(row, composing, book);
    if (paragraphs.length === 0 && !row.is_required) continue;
    const covering = coverageRow(row, composing.coverage.rows);
    sections.push({
      id: row.id,
      title: row.title,
      required: row.is_required,
      paragraphs,
      coverage: {
        family: covering?.family ?? row.family,
        minimum: covering?.minimum ?? null,
        achieved: covering?.achieved ?? null,
        covered: covering?.is_covered ?? false,
        reason: covering === undefined ? 'no_source_family' : covering.reason,
      },
      gaps: yield* gapsOf(row, composing, struck),
    });
  }
  return { sections, struck };
}

/** The row that decides of a section: its required one, else the first. */
function coverageRow({ id }: SectionRow, rows: readonly CoverageRow[]): CoverageRow | undefined {
  const own = rows.filter(({ section }) => section === id);
  return own.find(({ is_required }) => is_required) ?? own[0];
}

function* editedParagraphs(
  id: SectionId,
  composing: Composing,
  { claims }: ClaimBook,
  struck: Struck[],
): Steps<Paragraph[]> {
  const { outputs, facts, as_of } = composing;
  const names = nameCheckOf(composing);
  const edited = outputs.EDITOR?.sections.filter((one) => one.id === id) ?? [];
  const kept: Paragraph[] = [];
  for (const { paragraphs } of edited)
    for (const [at, { text, claim_ids }] of paragraphs.entries()) {
      yield;
      const path = `EDITOR.sections.${id}.${at}`;
      const cited = citedClaims(claim_ids, claims, path, struck);
      const said = supportedProse(text, { facts: factsOf(cited, facts), asOf: as_of, path, names });
      struck.push(...said.struck);
      if (said.text !== null)
        kept.push({ text: said.text, claim_ids: cited.map(({ claim_id }) => claim_id) });
    }
  return kept;
}

/** Claims that are there, of those that a model cites. */
export function citedClaims(
  ids: readonly string[],
  claims: readonly Claim[],
  path: string,
  struck: Struck[],
): Claim[] {
  return [...new Set(ids)].flatMap((id) => {
    const claim = claims.find(({ claim_id }) => claim_id === id);
    if (claim === undefined)
      struck.push({ path, code: 'UNKNOWN_CLAIM', detail: `There is no claim ${id.slice(0, 40)}.` });
    return claim ?? [];
  });
}

export function factsOf(claims: readonly Claim[], facts: readonly Fact[]): Fact[] {
  const ids = new Set(claims.flatMap(({ fact_ids }) => fact_ids));
  return facts.filter(({ fact_id }) => ids.has(fact_id));
}

/** Without an editor: each claim is a paragraph, and where there is none, facts that cover the section. */
function plainParagraphs(row: SectionRow, { facts, coverage }: Composing, book: ClaimBook): Paragraph[] {
  const said = SPEAKERS[row.id as SectionId].flatMap((stage) => book.byStage[stage] ?? []);
  const told = said.flatMap((id) => book.claims.find(({ claim_id }) => claim_id === id) ?? []);
  if (told.length > 0) return told.map(({ text, claim_id }) => ({ text, claim_ids: [claim_id] }));
  const ids = new Set(
    coverage.rows
      .filter(({ section, is_covered }) => section === row.id && is_covered)
      .flatMap(({ fact_ids }) => fact_ids),
  );
  return facts
    .filter(({ fact_id }) => ids.has(fact_id))
    .slice(0, MOST_FACTS)
    .map((fact) => {
      const text = factSentence(fact);
      const claim_id = `c${book.claims.length + 1}`;
      const { fact_id, source_ids } = fact;
      book.claims.push({
        claim_id,
        text,
        label: labelOf([fact], source_ids),
        fact_ids: [fact_id],
        source_ids: [...source_ids],
      });
      return { text, claim_ids: [claim_id] };
    });
}

/** What is missing: what coverage lacks, and what stages disclosed. */
function* gapsOf({ id }: SectionRow, composing: Composing, struck: Struck[]): Steps<string[]> {
  const { coverage, outputs, as_of, facts } = composing;
  const uncovered = coverage.rows.filter(({ section, is_covered }) => section === id && !is_covered);
  const disclosed = SPEAKERS[id as SectionId].flatMap((stage) => {
    const output = outputs[stage as keyof typeof outputs];
    return output !== undefined && 'gaps' in output ? output.gaps.map((gap) => ({ stage, ...gap })) : [];
  });
  const told = uncovered.map(({ title, detail }) => `${title}: ${detail}`);
  if (disclosed.length === 0) return told;
  // A gap cites nothing, so that every fact may stand in it.
  const check = createNumberCheck(facts, as_of);
  for (const [at, { stage, item, reason }] of disclosed.entries()) {
    yield;
    const said = supportedProse(`${item}: ${reason}`, {
      facts,
      asOf: as_of,
      path: `${stage}.gaps.${at}`,
      names: nameCheckOf(composing),
      check,
    });
    struck.push(...said.struck);
    if (said.text !== null) told.push(said.text);
  }
  return told;
}

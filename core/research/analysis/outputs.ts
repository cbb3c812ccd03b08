import * as yup from 'yup';
import { listOf, oneOf, oneOfOrNull, text, view, type ViewOf } from '../../platform/schema/index.ts';
import { ACTIONS, MOST_WHY_WORDS, RATINGS, SECTION_IDS, VALUATION_BASES } from '../publication/index.ts';
import type { AnalysisStage } from './graph.ts';

/*
 * What each stage answers, as its model is told it and as it is read. Every list and every text has a bound: an answer of ten
 * megabytes is none. Figures of their own are not asked for: they come from the facts.
 */
const words = (most: number) =>
  text
    .min(1)
    .max(most)
    .test('filled', '${path} must not be empty', (value) => value.trim() !== '');
const wordsOrNull = (most: number) => yup.string().max(most).nullable().defined();
const some = <T extends yup.AnySchema>(item: T, most: number) => listOf(item).max(most);
const ids = (most: number) => some(words(200), most);

/** One thing that is said, with the facts and the sources that it rests on. */
const finding = view({ text: words(700), fact_ids: ids(12), source_ids: ids(8) });
export type Finding = ViewOf<typeof finding>;

const SPECIALIST = {
  summary: words(1500),
  findings: some(finding, 12),
  /** What is not known: a gap that is disclosed, and never filled (research/States and transitions 3). */
  gaps: some(view({ item: words(200), reason: words(400) }), 10),
};
const specialist = view(SPECIALIST);
const businessProfile = view({
  ...SPECIALIST,
  segments: some(
    view({
      name: words(120),
      thesis: words(600),
      catalysts: some(words(300), 5),
      risks: some(words(300), 5),
    }),
    10,
  ),
});
const valuation = view({
  ...SPECIALIST,
  valuation_basis: oneOfOrNull(...VALUATION_BASES),
});
const peers = view({
  ...SPECIALIST,
  peers: some(view({ symbol: words(40), rating: oneOf(...RATINGS), rationale: words(400) }), 10),
});
const catalysts = view({ ...SPECIALIST, catalysts: some(finding, 10) });
const news = view({ ...SPECIALIST, mood: oneOf('POSITIVE', 'NEUTRAL', 'NEGATIVE', 'UNKNOWN') });

const advocate = view({ summary: words(1500), statements: some(finding, 8).min(1) });
const risk = view({
  view: words(1500),
  action: oneOf(...ACTIONS),
  risks: some(finding, 8),
  /** What would prove the view wrong. */
  invalidations: some(words(300), 6),
});
const reconciliation = view({
  summary: words(1500),
  agreed: some(words(400), 8),
  disputed: some(
    view({ point: words(300), bull: words(400), bear: words(400), settled: wordsOrNull(400) }),
    8,
  ),
});
const committee = view({
  /** As the committee says it. What is no rating is overridden, and its other words are kept (Evidence acquisition rules 11). */
  rating: wordsOrNull(40),
  action: oneOf(...ACTIONS),
  confidence: yup.number().min(0).max(1).nullable().defined(),
  horizon: wordsOrNull(80),
  disagreement: wordsOrNull(800),
  coverage_note: wordsOrNull(800),
  why_not: wordsOrNull(800),
  thesis_requirements: some(words(300), 8),
});
const statements = some(view({ statement: words(700), claim_ids: ids(8) }), 8);
const editor = view({
  thesis: words(1500),
  why_this_rating: wordsOrNull(600).test(
    'words',
    `\${path} may have at most ${MOST_WHY_WORDS} words`,
    (value) => value === null || value === undefined || value.trim().split(/\s+/).length <= MOST_WHY_WORDS,
  ),
  valuation_basis: oneOfOrNull(...VALUATION_BASES),
  sections: some(
    view({
      id: oneOf(...SECTION_IDS),
      paragraphs: some(view({ text: words(2000), claim_ids: ids(20) }), 6),
    }),
    SECTION_IDS.length,
  ),
  bull: statements,
  bear: statements,
  catalysts: some(words(400), 10),
  risks: some(words(400), 10),
  invalidations: some(words(400), 8),
});

/** The stages that ask a model, and what each answers. */
export const OUTPUTS = {
  BUSINESS_PROFILE: businessProfile,
  FINANCIAL_PERFORMANCE: specialist,
  EARNINGS_QUALITY: specialist,
  BALANCE_SHEET: specialist,
  MARKET_TECHNICALS: specialist,
  VALUATION: valuation,
  PEERS_SECTOR: peers,
  GUIDANCE_OUTLOOK: specialist,
  CATALYSTS_EVENTS: catalysts,
  NEWS_SENTIMENT: news,
  BULL_CASE: advocate,
  BEAR_CASE: advocate,
  AGGRESSIVE_RISK: risk,
  NEUTRAL_RISK: risk,
  CONSERVATIVE_RISK: risk,
  RECONCILIATION: reconciliation,
  COMMITTEE: committee,
  EDITOR: editor,
} as const satisfies Readonly<Record<Exclude<AnalysisStage, 'PUBLICATION_QA'>, yup.AnySchema>>;
export type ModelStage = keyof typeof OUTPUTS;
export type OutputOf<S extends ModelStage> = ViewOf<(typeof OUTPUTS)[S]>;
/** What stages came to so far; one that failed, was blocked or left out is not there. */
export type Outputs = { [S in ModelStage]?: OutputOf<S> };

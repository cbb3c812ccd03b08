import type { ModelStage } from '../analysis/index.ts';
import { type FactGroup, metricsOf, OBLIGATIONS } from '../facts/index.ts';
import type { EvidenceProviderName, MetricId, Scope } from '../port/index.ts';

/** What stands in a prompt besides facts, passages and the words of other stages. */
type Shown =
  /** The peers of the run: nobody else may be named as one. */
  | 'PEERS'
  /** Figures on which sources disagree, with every candidate. */
  | 'CONFLICTS'
  /** What a dossier must answer, and whether it is covered. */
  | 'COVERAGE'
  /** What the specialists could not find. */
  | 'GAPS'
  /** All claims so far, with their ids. */
  | 'CLAIMS';

/** The prompt of one stage. Every word of it is pinned: a change takes a new version (CONTRIBUTING.md). */
export interface PromptRow {
  stage: ModelStage;
  /** Counts up with each change of this row. */
  version: string;
  /** What the model is to do, what a good answer is, and what it must leave. */
  instructions: string;
  facts: {
    /** Of these groups every year comes before anything else: the way a company went over several years. */
    years: readonly FactGroup[];
    /** Which figures besides, the most important group first; the latest period of each comes before older ones. */
    groups: readonly FactGroup[];
    /**
     * ALL is the whole view. MAIN leaves out what would crowd out the rest: a standalone figure beside the consolidated one,
     * a half-year and nine months beside the quarter that ends with them, and closes of single days but the newest.
     * WITH_CLOSES has one close for each month besides.
     */
    view: 'ALL' | 'MAIN' | 'WITH_CLOSES';
    /** Figures that the stages before cite come first, whatever the view. */
    cited: boolean;
    most: number;
  };
  /** Whose passages, and how many; null for none. */
  passages: { providers: readonly EvidenceProviderName[]; most: number } | null;
  /** Stages whose words help, besides those it needs (`needs` in analysis/graph.ts). */
  reads: readonly ModelStage[];
  shows: readonly Shown[];
}

/** The figures of an obligation (facts/coverage/obligations.ts), and some more in the same scopes. */
export function ofObligation(id: string, more: readonly MetricId[] = []): FactGroup {
  const found = OBLIGATIONS.find((one) => one.id === id);
  if (found === undefined) throw new Error(`There is no obligation ${id}.`);
  return { metrics: [...new Set([...metricsOf(found), ...more])], scopes: found.scopes };
}

export const figures = (metrics: readonly MetricId[], scopes: readonly Scope[]): FactGroup => ({
  metrics,
  scopes,
});

/** Scopes of a company’s own statements. */
export const OWN = ['consolidated', 'standalone', 'company'] as const satisfies readonly Scope[];

/** Figures of whole fiscal years. */
export const ofYears = (metrics: readonly MetricId[]): FactGroup => ({
  metrics,
  scopes: OWN,
  isYearly: true,
});

/** Revenue and profit; banks have interest in place of revenue. */
export const RESULTS_OF_YEARS: readonly FactGroup[] = [ofYears(['revenue', 'interest_earned', 'net_income'])];

/** Everything that a dossier answers: the view of the committee. */
export const EVERY_OBLIGATION: readonly FactGroup[] = OBLIGATIONS.map(({ id }) => ofObligation(id));

/** Where a company speaks for itself. */
export const COMPANY_WORDS = [
  'nse_announcements',
  'bse_announcements',
  'sec',
  'issuer',
] as const satisfies readonly EvidenceProviderName[];
/** The ten stages that look into one field each. */
export const SPECIALISTS = [
  'BUSINESS_PROFILE',
  'FINANCIAL_PERFORMANCE',
  'EARNINGS_QUALITY',
  'BALANCE_SHEET',
  'MARKET_TECHNICALS',
  'VALUATION',
  'PEERS_SECTOR',
  'GUIDANCE_OUTLOOK',
  'CATALYSTS_EVENTS',
  'NEWS_SENTIMENT',
] as const satisfies readonly ModelStage[];

/** Who speaks in a stage: one who knows a field, one who argues, or one who brings together. QA asks no model. */
export type StageKind = 'SPECIALIST' | 'ADVERSARY' | 'SYNTHESIS' | 'CHECK';

interface AnalysisStageRow {
  stage: string;
  title: string;
  kind: StageKind;
  /** Stages whose words it reads. Without one of them it is BLOCKED. */
  needs: readonly string[];
  /** Its name in the lifecycle of thirteen stages, under which older clients know it. */
  lifecycle: string;
}

/** The nineteen stages after the evidence, in their order (decisions/The nineteen stages). */
export const ANALYSIS_STAGES = [
  {
    stage: 'BUSINESS_PROFILE',
    title: 'The business',
    kind: 'SPECIALIST',
    needs: [],
    lifecycle: 'CONTEXT',
  },
  {
    stage: 'FINANCIAL_PERFORMANCE',
    title: 'Revenue and profit',
    kind: 'SPECIALIST',
    needs: [],
    lifecycle: 'FUNDAMENTALS',
  },
  {
    stage: 'EARNINGS_QUALITY',
    title: 'Quality of earnings',
    kind: 'SPECIALIST',
    needs: ['FINANCIAL_PERFORMANCE'],
    lifecycle: 'FUNDAMENTALS',
  },
  {
    stage: 'BALANCE_SHEET',
    title: 'Balance sheet',
    kind: 'SPECIALIST',
    needs: ['FINANCIAL_PERFORMANCE'],
    lifecycle: 'FUNDAMENTALS',
  },
  {
    stage: 'MARKET_TECHNICALS',
    title: 'Price over time',
    kind: 'SPECIALIST',
    needs: [],
    lifecycle: 'MARKET',
  },
  {
    stage: 'VALUATION',
    title: 'Valuation',
    kind: 'SPECIALIST',
    needs: ['FINANCIAL_PERFORMANCE', 'MARKET_TECHNICALS'],
    lifecycle: 'FUNDAMENTALS',
  },
  {
    stage: 'PEERS_SECTOR',
    title: 'Peers and sector',
    kind: 'SPECIALIST',
    needs: ['BUSINESS_PROFILE'],
    lifecycle: 'MARKET',
  },
  {
    stage: 'GUIDANCE_OUTLOOK',
    title: 'Guidance and outlook',
    kind: 'SPECIALIST',
    needs: ['BUSINESS_PROFILE'],
    lifecycle: 'FUNDAMENTALS',
  },
  { stage: 'CATALYSTS_EVENTS', title: 'Catalysts', kind: 'SPECIALIST', needs: [], lifecycle: 'NEWS' },
  { stage: 'NEWS_SENTIMENT', title: 'News', kind: 'SPECIALIST', needs: [], lifecycle: 'SENTIMENT' },
  {
    stage: 'BULL_CASE',
    title: 'The case for it',
    kind: 'ADVERSARY',
    needs: ['FINANCIAL_PERFORMANCE', 'VALUATION'],
    lifecycle: 'BULL_CASE',
  },
  {
    stage: 'BEAR_CASE',
    title: 'The case against it',
    kind: 'ADVERSARY',
    needs: ['FINANCIAL_PERFORMANCE', 'VALUATION'],
    lifecycle: 'BEAR_CASE',
  },
  {
    stage: 'AGGRESSIVE_RISK',
    title: 'Risk, as a bold investor sees it',
    kind: 'ADVERSARY',
    needs: ['BULL_CASE', 'BEAR_CASE'],
    lifecycle: 'AGGRESSIVE_RISK',
  },
  {
    stage: 'NEUTRAL_RISK',
    title: 'Risk, as a calm investor sees it',
    kind: 'ADVERSARY',
    needs: ['BULL_CASE', 'BEAR_CASE'],
    lifecycle: 'NEUTRAL_RISK',
  },
  {
    stage: 'CONSERVATIVE_RISK',
    title: 'Risk, as a careful investor sees it',
    kind: 'ADVERSARY',
    needs: ['BULL_CASE', 'BEAR_CASE'],
    lifecycle: 'CONSERVATIVE_RISK',
  },
  {
    stage: 'RECONCILIATION',
    title: 'Where the cases agree and differ',
    kind: 'SYNTHESIS',
    needs: ['BULL_CASE', 'BEAR_CASE'],
    lifecycle: 'RESEARCH_SYNTHESIS',
  },
  {
    stage: 'COMMITTEE',
    title: 'Rating',
    kind: 'SYNTHESIS',
    needs: ['RECONCILIATION'],
    lifecycle: 'FINAL_SYNTHESIS',
  },
  {
    stage: 'EDITOR',
    title: 'Report',
    kind: 'SYNTHESIS',
    needs: ['COMMITTEE'],
    lifecycle: 'FINAL_SYNTHESIS',
  },
  {
    stage: 'PUBLICATION_QA',
    title: 'Check of the report',
    kind: 'CHECK',
    needs: ['EDITOR'],
    lifecycle: 'FINAL_SYNTHESIS',
  },
] as const satisfies readonly AnalysisStageRow[];
export type AnalysisStage = (typeof ANALYSIS_STAGES)[number]['stage'];

/** The thirteen stages of older runs, in their order (research/States and transitions). */
export const LIFECYCLE = [
  'CONTEXT',
  'MARKET',
  'FUNDAMENTALS',
  'NEWS',
  'SENTIMENT',
  'BULL_CASE',
  'BEAR_CASE',
  'RESEARCH_SYNTHESIS',
  'AGGRESSIVE_RISK',
  'NEUTRAL_RISK',
  'CONSERVATIVE_RISK',
  'FINAL_SYNTHESIS',
  'THESIS_COMPARISON',
] as const;

/** Stages that did not come to an end and that this one needs, in their order; without any of them it can begin. */
export function missingNeeds(stage: AnalysisStage, completed: ReadonlySet<string>): string[] {
  const needs: readonly string[] = ANALYSIS_STAGES.find((one) => one.stage === stage)?.needs ?? [];
  return needs.filter((one) => !completed.has(one));
}

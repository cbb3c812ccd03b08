import { ANALYSIS_STAGES, type AnalysisStage } from '../analysis/index.ts';
import type { EvidenceProvider, EvidenceProviderName } from '../port/index.ts';

/** Stages that put together what the sources gave, before any model is asked. */
const BEFORE = ['LEDGER', 'COVERAGE'] as const;
export type StageName =
  | `ACQUIRE_${Uppercase<EvidenceProviderName>}`
  | (typeof BEFORE)[number]
  | AnalysisStage
  | 'FINISH';

interface StageRow {
  stage: StageName;
  nr: number;
  /** Its name in the lifecycle of thirteen stages, under which older clients know it. */
  lifecycle: string;
}

const LIFECYCLE: Readonly<Record<EvidenceProviderName, string>> = {
  internal: 'CONTEXT',
  sec: 'FUNDAMENTALS',
  nse_filings: 'FUNDAMENTALS',
  nse_announcements: 'NEWS',
  exchange_actions: 'MARKET',
  nse_archive: 'MARKET',
  bse_announcements: 'NEWS',
  issuer: 'FUNDAMENTALS',
  yahoo: 'MARKET',
  news: 'NEWS',
};

/** Stages as a person reads them. */
const TITLES: Readonly<Record<string, string>> = {
  ACQUIRE_INTERNAL: 'Munim’s own records',
  ACQUIRE_SEC: 'Filings with the SEC',
  ACQUIRE_NSE_FILINGS: 'Filings with NSE',
  ACQUIRE_NSE_ANNOUNCEMENTS: 'Announcements on NSE',
  ACQUIRE_EXCHANGE_ACTIONS: 'Dividends, splits and bonuses',
  ACQUIRE_NSE_ARCHIVE: 'Prices of NSE',
  ACQUIRE_BSE_ANNOUNCEMENTS: 'Announcements on BSE',
  ACQUIRE_ISSUER: 'The company’s own pages',
  ACQUIRE_YAHOO: 'Yahoo',
  ACQUIRE_NEWS: 'Headlines',
  LEDGER: 'Facts',
  COVERAGE: 'Coverage',
  ...Object.fromEntries(ANALYSIS_STAGES.map(({ stage, title }) => [stage, title])),
  FINISH: 'Result, PDF and comparison',
};

/** A stage by its name, for reading; its name again for one that this version does not know. */
export function stageTitle(stage: string): string {
  return TITLES[stage] ?? stage;
}

export const acquisitionOf = (provider: EvidenceProviderName): StageName =>
  `ACQUIRE_${provider.toUpperCase() as Uppercase<EvidenceProviderName>}`;

/** The stages of a run: one for each source, the facts, the nineteen that argue and check, and the end. */
export function stagesOf(providers: readonly Pick<EvidenceProvider, 'name'>[]): StageRow[] {
  const stages: Omit<StageRow, 'nr'>[] = [
    ...providers.map(({ name }) => ({ stage: acquisitionOf(name), lifecycle: LIFECYCLE[name] })),
    ...BEFORE.map((stage) => ({ stage, lifecycle: 'CONTEXT' })),
    ...ANALYSIS_STAGES.map(({ stage, lifecycle }) => ({ stage, lifecycle })),
    { stage: 'FINISH', lifecycle: 'THESIS_COMPARISON' },
  ];
  return stages.map((one, at) => ({ ...one, nr: at + 1 }));
}

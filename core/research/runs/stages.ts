import type { EvidenceProvider, EvidenceProviderName } from '../port/index.ts';

/** Stages after the evidence, in their order. */
const AFTER = ['LEDGER', 'COVERAGE', 'FINISH'] as const;
export type StageName = `ACQUIRE_${Uppercase<EvidenceProviderName>}` | (typeof AFTER)[number];

export interface StageRow {
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

export const acquisitionOf = (provider: EvidenceProviderName): StageName =>
  `ACQUIRE_${provider.toUpperCase() as Uppercase<EvidenceProviderName>}`;

/** The stages of a run: one for each source, then those that put together what came. */
export function stagesOf(providers: readonly Pick<EvidenceProvider, 'name'>[]): StageRow[] {
  const sources = providers.map(({ name }) => ({ stage: acquisitionOf(name), lifecycle: LIFECYCLE[name] }));
  const rest = AFTER.map((stage) => ({
    stage,
    lifecycle: stage === 'FINISH' ? 'FINAL_SYNTHESIS' : 'CONTEXT',
  }));
  return [...sources, ...rest].map((one, at) => ({ ...one, nr: at + 1 }));
}

/** What a run can be (research/States and transitions). */
export const RUN_STATUSES = [
  'queued',
  'running',
  'COMPLETED',
  'PARTIAL',
  'FAILED',
  'REVIEW_REQUIRED',
  'CANCELLED',
] as const;
export type ResearchStatus = (typeof RUN_STATUSES)[number];
export const UNFINISHED: readonly ResearchStatus[] = ['queued', 'running'];

export const STAGE_STATUSES = ['PENDING', 'RUNNING', 'COMPLETED', 'FAILED', 'BLOCKED', 'SKIPPED'] as const;
export type StageStatus = (typeof STAGE_STATUSES)[number];

/** Which resolver took the symbol: V3 asks outside for what the registry does not know. */
export const ROUTES = ['V2', 'V3'] as const;
export type ResearchRoute = (typeof ROUTES)[number];

/** How a thesis stands against its baseline (research/Thesis baseline and comparison). */
export const CLASSIFICATIONS = ['INSUFFICIENT_EVIDENCE', 'STRENGTHENING', 'UNCHANGED', 'WEAKENING'] as const;
export type Classification = (typeof CLASSIFICATIONS)[number];

/** After so many sessions it is looked how a share did (research/Thesis baseline and comparison). */
export const HORIZONS = [5, 20, 60] as const;
export type Horizon = (typeof HORIZONS)[number];

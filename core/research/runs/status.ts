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

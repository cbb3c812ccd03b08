import { notFound } from '../../platform/index.ts';

/** Ids of these runs are told from those of backtests, whose frames come over the same socket. */
export const runIdOf = (id: string): string => `ai-${id}`;

const RUN_ID = /^ai-(\d{1,18})$/;

/** The id of the row. @throws 404 RUN_NOT_FOUND for what is no id of a run. */
export function rowIdOf(runId: string): string {
  const found = RUN_ID.exec(runId.toLowerCase())?.[1];
  if (found === undefined) throw notFound('RUN');
  return found;
}

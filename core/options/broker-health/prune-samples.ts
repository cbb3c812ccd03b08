import type { Workspace } from '../store/index.ts';

/** Samples are kept for so many days; the levels that were worked out from them stay. */
export const SAMPLE_DAYS = 60;

/** Deletes samples before a moment. @returns how many */
export async function pruneSamples(workspace: Workspace, before: Date): Promise<number> {
  return await workspace.rows('broker_health_samples').where('at', '<', before.toISOString()).delete();
}

/** Whether there is anything to delete before a moment. */
export async function hasSamplesBefore(workspace: Workspace, before: Date): Promise<boolean> {
  const row = await workspace
    .rows('broker_health_samples')
    .where('at', '<', before.toISOString())
    .first('record_id');
  return row !== undefined;
}

import type { Workspace } from '../store/index.ts';
import { readFunnel, sumOf } from './funnel-reads.ts';

/** Says that signals of these days came since they were counted. Inside the change that writes the signals. */
export async function markFresh(workspace: Workspace, days: readonly string[]): Promise<void> {
  await workspace.insert(
    'funnel_days',
    days.map((day) => ({ day, is_counted: 0 })),
    { key: ['day'], columns: ['is_counted'] },
  );
}

/** Writes what the signals of a day come to, inside a change. A repeat writes the same. */
export async function countDay(workspace: Workspace, day: string, now: Date): Promise<void> {
  // What is counted is read from the signals, and not from what was counted before.
  await markFresh(workspace, [day]);
  const found = await readFunnel(workspace, { from: day, to: day });
  await workspace.insert(
    'metrics_days',
    found.map(({ strategy, mode, seen, executed, filtered }) => ({
      day,
      strategy,
      mode,
      seen,
      filtered: sumOf(filtered),
      filtered_by_reason_json: JSON.stringify(filtered),
      executed,
      checkpoint_at: now.toISOString(),
    })),
    {
      key: ['day', 'strategy', 'mode'],
      columns: ['seen', 'filtered', 'filtered_by_reason_json', 'executed', 'checkpoint_at'],
    },
  );
  await workspace.rows('funnel_days').where({ day }).update({ is_counted: 1, counted_at: now.toISOString() });
}

/**
 * Deletes the signals of a day, inside a change: their counts stay. A signal of that day which comes later is counted on top,
 * as an opportunity of its own, whatever its tag.
 * @returns how many signals were deleted
 */
export async function foldDay(workspace: Workspace, day: string, now: Date): Promise<number> {
  await countDay(workspace, day, now);
  const rows = await workspace
    .rows<{
      day: string;
      strategy: string;
      mode: string;
      seen: number;
      executed: number;
      filtered_by_reason_json: string;
    }>('metrics_days')
    .where({ day })
    .select('strategy', 'mode', 'seen', 'executed', 'filtered_by_reason_json');
  for (const { strategy, mode, seen, executed, filtered_by_reason_json } of rows)
    await workspace.rows('metrics_days').where({ day, strategy, mode }).update({
      pruned_seen: seen,
      pruned_executed: executed,
      pruned_by_reason_json: filtered_by_reason_json,
    });
  return await workspace.rows('signals').where({ day }).delete();
}

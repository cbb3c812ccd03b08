import type { Workspace } from '../store/index.ts';

/** Tags of one statement. */
const AT_ONCE = 500;

/** Distinct values in parts that one statement takes. */
export function partsOf(values: readonly string[]): string[][] {
  const all = [...new Set(values)];
  return Array.from({ length: Math.ceil(all.length / AT_ONCE) }, (_, nr) =>
    all.slice(nr * AT_ONCE, (nr + 1) * AT_ONCE),
  );
}

/**
 * Marks the newest report of each trade as the one that counts, where the trade is still open: neither reported CLOSED nor
 * among the closed trades. Reports may come in any order.
 */
export async function markOpen(workspace: Workspace, tags: readonly string[]): Promise<void> {
  for (const some of partsOf(tags)) {
    await workspace.rows('positions').whereIn('tag', some).where({ is_open: 1 }).update({ is_open: 0 });
    const reports = await workspace
      .rows<{ record_id: string; tag: string; at: string; state: string }>('positions')
      .whereIn('tag', some)
      .select('record_id', 'tag', 'at', 'state');
    const closed = new Set(
      (
        await workspace
          .rows<{ tag: string; is_counted: number }>('closed_trades')
          .whereIn('tag', some)
          .where({ is_counted: 1 })
          .select('tag')
      ).map(({ tag }) => tag),
    );
    const newest = new Map<string, (typeof reports)[number]>();
    for (const report of reports) {
      const known = newest.get(report.tag);
      const isLater =
        known === undefined ||
        report.at > known.at ||
        (report.at === known.at && report.record_id > known.record_id);
      if (isLater) newest.set(report.tag, report);
    }
    const open = [...newest.values()].filter(({ tag, state }) => state !== 'CLOSED' && !closed.has(tag));
    if (open.length > 0)
      await workspace
        .rows('positions')
        .whereIn(
          'record_id',
          open.map(({ record_id }) => record_id),
        )
        .update({ is_open: 1 });
  }
}

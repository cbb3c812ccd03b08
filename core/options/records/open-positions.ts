import type { Workspace } from '../store/index.ts';
import { type Mode, MODES } from './record-fields.ts';

/** Tags of one statement. */
const AT_ONCE = 500;

/** A trade is known by its mode and its tag: a rehearsal may use the tag of the trade with money that it repeats. */
export interface TradeName {
  mode: Mode;
  tag: string;
}

/** A trade's mode and tag as one key of a map. */
export const tradeKey = ({ mode, tag }: TradeName): string => `${mode} ${tag}`;

/** Distinct trades by their mode, in parts that one statement takes. */
export function partsOf(trades: readonly TradeName[]): { mode: Mode; tags: string[] }[] {
  return MODES.flatMap((mode) => {
    const tags = [...new Set(trades.flatMap((one) => (one.mode === mode ? [one.tag] : [])))];
    return Array.from({ length: Math.ceil(tags.length / AT_ONCE) }, (_, nr) => ({
      mode,
      tags: tags.slice(nr * AT_ONCE, (nr + 1) * AT_ONCE),
    }));
  });
}

/**
 * Marks the newest report of each trade as the one that counts, where the trade is still open: neither reported CLOSED nor
 * among the closed trades. Reports may come in any order.
 */
export async function markOpen(workspace: Workspace, trades: readonly TradeName[]): Promise<void> {
  for (const { mode, tags } of partsOf(trades)) {
    await workspace.rows('positions').where({ mode, is_open: 1 }).whereIn('tag', tags).update({ is_open: 0 });
    const reports = await workspace
      .rows<{ record_id: string; tag: string; at: string; state: string; mode: Mode }>('positions')
      .where({ mode })
      .whereIn('tag', tags)
      .select('record_id', 'tag', 'at', 'state');
    const closed = new Set(
      (
        await workspace
          .rows<TradeName & { is_counted: number }>('closed_trades')
          .where({ mode, is_counted: 1 })
          .whereIn('tag', tags)
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

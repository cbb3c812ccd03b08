import type { Mode } from '../records/index.ts';
import { type Workspace, writeAudit } from '../store/index.ts';

/** A change of a mode, decided. */
interface ModeChange {
  strategy: string;
  from: Mode;
  to: Mode;
  actor: string;
  reason: string | null;
  /** What was checked, or why nothing could be. */
  evidence: object;
}

/** What the audit calls a change, by where it leads. */
const actionOf = (from: Mode, to: Mode): string => {
  if (to === 'DRY_RUN') return 'GO_LIVE_REVERTED';
  return to === 'SHADOW' && from === 'LIVE' ? 'GO_LIVE_STEPPED_BACK' : 'GO_LIVE_PROMOTED';
};
export const CHANGE_ACTIONS = ['GO_LIVE_PROMOTED', 'GO_LIVE_STEPPED_BACK', 'GO_LIVE_REVERTED'] as const;

/**
 * The one place that writes the mode of a strategy, with its entry in the audit; a test scans for others. It belongs into the
 * change of the workspace that decided it, so that either all of it is there or nothing.
 */
export async function writeMode(workspace: Workspace, change: ModeChange, now: Date): Promise<void> {
  const { strategy, from, to, actor, reason, evidence } = change;
  await workspace.insert('go_live', [{ strategy, mode: to, since: now.toISOString(), changed_by: actor }], {
    key: ['strategy'],
    columns: ['mode', 'since', 'changed_by'],
  });
  await writeAudit(
    workspace,
    {
      actor,
      action: actionOf(from, to),
      subject: strategy,
      reason,
      evidence: { from, to, ...evidence },
    },
    now,
  );
}

import { pageWindow } from '../../platform/index.ts';
import type { Mode } from '../records/index.ts';
import type { Workspace } from '../store/index.ts';
import { CHANGE_ACTIONS } from './change-mode.ts';
import type { HistoryPage, HistoryQuery } from './go-live-view.ts';

interface EntryRow {
  id: string;
  at: string;
  actor: string;
  action: string;
  subject: string;
  reason: string | null;
  evidence_json: string;
}

interface ChangeEvidence {
  from: Mode;
  to: Mode;
  criteria: { passed: boolean | null }[] | null;
}

/** Changes of modes out of the audit, newest first. */
export async function readHistory(workspace: Workspace, query: HistoryQuery): Promise<HistoryPage> {
  const { page, page_size, offset } = pageWindow(query);
  const entries = () => {
    const rows = workspace.rows<EntryRow>('workspace_audit').whereIn('action', [...CHANGE_ACTIONS]);
    return query.strategy === undefined ? rows : rows.where({ subject: query.strategy });
  };
  const [counted] = await entries().count({ total: '*' });
  const rows = await entries()
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(page_size)
    .offset(offset)
    .select('id', 'at', 'actor', 'action', 'subject', 'reason', 'evidence_json');
  return {
    items: rows.map(({ id, at, actor, action, subject, reason, evidence_json }) => {
      const { from, to, criteria } = JSON.parse(evidence_json) as ChangeEvidence;
      return {
        id,
        at,
        actor,
        action,
        strategy: subject,
        from,
        to,
        reason,
        passed: criteria?.filter(({ passed }) => passed === true).length ?? null,
        of: criteria?.length ?? null,
        criteria,
      };
    }),
    page,
    page_size,
    total: Number((counted as { total?: number | string } | undefined)?.total ?? 0),
  };
}

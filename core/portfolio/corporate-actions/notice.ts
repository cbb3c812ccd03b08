import { createHash } from 'node:crypto';
import type { Notice } from '../../notifications/index.ts';
import type { ActionSuggestion } from './view.ts';

const TOLD_AT_ONCE = 5;

/** That actions were applied by themselves today. */
export function appliedNotice(applied: number, today: string): Notice {
  return {
    kind: 'corporate_action',
    dedupKey: `corporate-actions-applied:${today}`,
    title: applied === 1 ? '1 corporate action applied' : `${applied} corporate actions applied`,
    body: 'Your ledger now includes them. Open Corporate actions in the dashboard to see or undo them.',
  };
}

/** What waits for a decision. The same ones are asked about once; a new one among them makes it another question. */
export function waitingNotice(open: readonly ActionSuggestion[]): Notice {
  const ids = open.map(({ id }) => id);
  const lines = open.slice(0, TOLD_AT_ONCE).map(({ sentence }) => `• ${sentence}`);
  if (open.length > TOLD_AT_ONCE)
    lines.push(`… and ${open.length - TOLD_AT_ONCE} more. /actions lists all of them.`);
  return {
    kind: 'corporate_action',
    dedupKey: `corporate-actions:${createHash('sha256').update(ids.join(',')).digest('hex')}`,
    title: open.length === 1 ? '1 corporate action to check' : `${open.length} corporate actions to check`,
    body: lines.join('\n'),
    payload: { ids, can_apply: open.some(({ state }) => state === 'OPEN') },
  };
}

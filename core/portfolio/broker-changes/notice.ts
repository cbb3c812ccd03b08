import { createHash } from 'node:crypto';
import type { Notice } from '../../notifications/index.ts';
import type { NotedChanges } from './note-changes.ts';
import { changeTitle } from './words.ts';

const TOLD_AT_ONCE = 5;

/** What a sync found changed at the broker. The same versions are told of once. */
export function changesNotice(opened: NotedChanges['opened'], portfolio: string): Notice {
  const lines = opened.slice(0, TOLD_AT_ONCE).map((one) => `• ${one.symbol}: ${changeTitle(one)}`);
  if (opened.length > TOLD_AT_ONCE)
    lines.push(`… and ${opened.length - TOLD_AT_ONCE} more. /broker_changes lists all of them.`);
  const versions = opened.map(({ subject, kind, after }) => [subject, kind, after]);
  return {
    kind: 'broker_change',
    dedupKey: `broker-changes:${createHash('sha256')
      .update(JSON.stringify([portfolio, versions]))
      .digest('hex')}`,
    title:
      opened.length === 1
        ? '1 change by your broker to check'
        : `${opened.length} changes by your broker to check`,
    body: [`In ${portfolio}:`, ...lines].join('\n'),
  };
}

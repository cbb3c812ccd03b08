import { createHash } from 'node:crypto';
import type { Notice } from '../../notifications/index.ts';
import type { NotedChanges } from './note-changes.ts';
import { changeTitle } from './change-title.ts';

const TOLD_AT_ONCE = 5;

/**
 * What a broker changed. The same versions are announced once.
 * @param again the day, where the person asked to be reminded; null for the first time.
 */
export function changesNotice(
  opened: NotedChanges['opened'],
  portfolio: string,
  again: string | null = null,
): Notice {
  const lines = opened.slice(0, TOLD_AT_ONCE).map((one) => `• ${one.symbol}: ${changeTitle(one)}`);
  if (opened.length > TOLD_AT_ONCE)
    lines.push(`… and ${opened.length - TOLD_AT_ONCE} more. /broker_changes lists all of them.`);
  const versions = opened.map(({ subject, kind, after }) => [
    subject,
    kind,
    after,
    ...(again === null ? [] : [again]),
  ]);
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

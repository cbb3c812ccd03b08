import type { Check } from './check.ts';
import { found, ok } from './finding.ts';

/** Backups are made, and the newest was restored by its check. */
export const backups: Check = async ({ backups: read }) => {
  const { lines } = await read();
  const worst = lines.find(({ tone }) => tone === 'failure') ?? lines.find(({ tone }) => tone === 'warning');
  if (worst === undefined) return ok(lines.map(({ text }) => text).join(' '));
  return found(
    worst.tone === 'failure' ? 'FAILED' : 'WARNING',
    worst.text,
    'Set BACKUP_TIME_IST for a daily backup that is checked, or run: npm run backup, then npm run backup -- --check FILE.',
  );
};

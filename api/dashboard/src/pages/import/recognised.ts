import type { ImportPreview } from '../../api/types.ts';

/** "ZERODHA - AB1234, which syncs with a broker and already has 3 trades of this file." */
export function recognisedIn({
  portfolio,
  executions,
  holdings,
}: NonNullable<ImportPreview['recognised']>): string {
  const what =
    executions > 0
      ? `already has ${executions.toLocaleString('en-IN')} ${executions === 1 ? 'trade' : 'trades'} of this file`
      : `already has ${holdings.toLocaleString('en-IN')} ${holdings === 1 ? 'holding' : 'holdings'} of this file`;
  return `${portfolio}, which syncs with a broker and ${what}.`;
}

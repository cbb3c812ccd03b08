import type { ImportPreview } from '../../api/types.ts';

/** "ZERODHA - AB1234, which a connection keeps up to date and which has 3 trades of the file already." */
export function recognisedIn({
  portfolio,
  executions,
  holdings,
}: NonNullable<ImportPreview['recognised']>): string {
  const what =
    executions > 0
      ? `has ${executions.toLocaleString('en-IN')} ${executions === 1 ? 'trade' : 'trades'} of the file already`
      : `holds what the file comes to in ${holdings.toLocaleString('en-IN')} ${holdings === 1 ? 'holding' : 'holdings'}`;
  return `${portfolio}, which a connection keeps up to date and which ${what}.`;
}

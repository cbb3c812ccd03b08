import type { BrokerChange } from '../../core/portfolio/broker-changes/index.ts';
import { bold, lines } from './lines.ts';
import { count, money, quantity } from './numbers.ts';
import { day } from './times.ts';

/** What waits with its effect, numbered as the buttons are. `first` counts from 0. */
export function waitingChangesText(shown: readonly BrokerChange[], first: number, total: number) {
  return lines(
    bold(total === 1 ? '1 change by your broker to check' : `${total} changes by your broker to check`),
    ...shown.flatMap((one, nth) => [
      '',
      `${first + nth + 1}. ${one.symbol} in ${one.portfolio}: ${one.title}`,
      one.sentence,
      ...one.effects.map(effectLine),
      one.until === null ? null : `Asked again on ${day(one.until.slice(0, 10))}.`,
    ]),
  );
}

/** "TCS: quantity 6 → 10, realised gain ₹197.90 → ₹0.00, tax −₹0.84". */
function effectLine({
  symbol,
  currency,
  tax_change,
  unknown_reason,
  ...effect
}: BrokerChange['effects'][number]): string {
  type Figure = { before: number | null; after: number | null };
  const shown = (name: string, { before, after }: Figure, text: (value: number) => string): string[] =>
    before === after
      ? []
      : [`${name} ${[before, after].map((one) => (one === null ? 'unknown' : text(one))).join(' → ')}`];
  const amount = (value: number): string => money(value, currency);
  const tax =
    tax_change === null || tax_change === 0
      ? []
      : [`tax ${tax_change > 0 ? '+' : '−'}${amount(Math.abs(tax_change))} before exemptions`];
  const parts = [
    ...shown('quantity', effect.quantity, quantity),
    ...shown('cost', effect.cost, amount),
    ...shown('realised gain', effect.realised_gain, amount),
    ...tax,
  ];
  return `${symbol}: ${parts.join(', ')}${unknown_reason === null ? '' : `. ${unknown_reason}`}`;
}

export function noChangeText(decided: number) {
  return lines(
    bold('No change by a broker is waiting'),
    'Trades that your broker changes or no longer lists after they were recorded show here.',
    decided > 0 ? `${count(decided, 'change')} decided: /broker_changes decided` : null,
  );
}

const STATES: Readonly<Record<BrokerChange['state'], string>> = {
  OPEN: 'waits',
  LATER: 'asked again later',
  ACCEPTED: 'accepted',
  KEPT: 'kept as recorded',
  WITHDRAWN: 'taken back by the broker',
};

export function decidedChangesText(shown: readonly BrokerChange[], first: number) {
  return lines(
    bold(shown.length === 0 ? 'No changes by brokers decided yet' : 'Changes by brokers'),
    ...shown.map((one, nth) => `${first + nth + 1}. ${one.symbol}, ${one.title}: ${STATES[one.state]}`),
  );
}

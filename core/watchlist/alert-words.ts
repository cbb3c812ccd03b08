import { onDay } from '../market/calendar/index.ts';
import type { Notice } from '../notifications/index.ts';
import type { AlertKind } from './alert-state.ts';
import { reasonWords } from '../portfolio/index.ts';

/** The fields of an alert that its words need. */
interface AlertToTell {
  id: string;
  kind: AlertKind;
  /** Symbol or portfolio. */
  subject: string;
  threshold: number;
  currency: string | null;
}

/** An alert in one line. */
export function labelOf({ kind, subject, threshold, currency }: Omit<AlertToTell, 'id'>): string {
  switch (kind) {
    case 'PRICE_ABOVE':
      return `${subject} at or above ${inWords(threshold, currency)}`;
    case 'PRICE_BELOW':
      return `${subject} at or below ${inWords(threshold, currency)}`;
    case 'DAY_MOVE_PCT':
      return `${subject} moves ${points(threshold)} in a day`;
    case 'DRAWDOWN_PCT':
      return `${subject} falls ${points(threshold)} below its peak`;
  }
}

/**
 * The notification of the crossing with this number; each crossing notifies once.
 * @param seen the value, what the day that it is of is called (`Today`, `Fri 20 Nov`), and the actions that may change it.
 */
export function noticeOf(
  alert: AlertToTell,
  seen: { value: number; day: string; provisional_reason?: string | null },
  crossing: number,
): Notice {
  const { value } = seen;
  return {
    kind: 'alert_fired',
    dedupKey: `alert:${alert.id}:${crossing}`,
    title: titleOf(alert, seen),
    body: [`Alert: ${labelOf(alert)}. ${AGAIN[alert.kind]}`, seen.provisional_reason ?? []].flat().join('\n'),
    payload: {
      alert_id: alert.id,
      kind: alert.kind,
      subject: alert.subject,
      value,
      threshold: alert.threshold,
    },
  };
}

const AGAIN: Record<AlertKind, string> = {
  PRICE_ABOVE: 'The alert is armed again once the price is 0.5% below that level.',
  PRICE_BELOW: 'The alert is armed again once the price is 0.5% above that level.',
  DAY_MOVE_PCT: 'The alert is armed again the next day, or once the move is a tenth smaller than that.',
  DRAWDOWN_PCT: 'The alert is armed again once the loss is a tenth smaller than that.',
};

function titleOf(
  { kind, subject, currency }: AlertToTell,
  { value, day }: { value: number; day: string },
): string {
  switch (kind) {
    case 'PRICE_ABOVE':
    case 'PRICE_BELOW':
      return `${subject} is at ${inWords(value, currency)}`;
    case 'DAY_MOVE_PCT':
      return `${subject} ${value < 0 ? 'lost' : 'gained'} ${points(Math.abs(value))} ${onDay(day)}`;
    case 'DRAWDOWN_PCT':
      return `${subject} is ${points(value)} below its peak`;
  }
}

const OWN_REASONS: Readonly<Record<string, string>> = {
  NOT_ASKED_YET: 'The price has not been fetched yet.',
  NO_PREVIOUS_CLOSE: 'The previous close is unknown.',
  OLD_PRICE: 'The last price is of an earlier session.',
};

/** A reason in words; null for none. */
export function reasonText(reason: string | null): string | null {
  return reason === null ? null : (OWN_REASONS[reason] ?? reasonWords(reason));
}

const points = (value: number): string => `${value.toLocaleString('en-IN', { maximumFractionDigits: 2 })}%`;

function inWords(amount: number, currency: string | null): string {
  const locale = currency === null || currency === 'INR' ? 'en-IN' : 'en-US';
  return amount.toLocaleString(locale, {
    style: 'currency',
    currency: currency ?? 'INR',
    maximumFractionDigits: amount < 1 ? 6 : 2,
  });
}

import { day } from '../../../../../charts/index.ts';
import type { Bond, IncomeEvent, IncomeKind, IncomeSource, IncomeStatus } from '../../api/types.ts';

export const STATUSES: Record<IncomeStatus, { label: string; color: string }> = {
  FORECAST: { label: 'Forecast', color: 'gray' },
  DECLARED: { label: 'Announced', color: 'ink' },
  ENTITLED: { label: 'Entitled', color: 'orange' },
  PAID: { label: 'Paid', color: 'teal' },
  CANCELLED: { label: 'Cancelled', color: 'gray' },
};

export const KINDS: Record<IncomeKind, string> = {
  DIVIDEND: 'Dividend',
  DISTRIBUTION: 'Distribution',
  COUPON: 'Coupon',
};

const SOURCES: Record<IncomeSource, string> = {
  BROKER: 'Broker',
  LEDGER: 'Ledger',
  EXCHANGE: 'Exchange',
  EXCHANGE_ISIN: 'Bond terms',
};

const CONFIDENCES: Record<IncomeEvent['confidence'], string> = {
  CONFIRMED: 'confirmed',
  ANNOUNCED: 'announced',
  INFERRED: 'inferred',
};

export const sourceInWords = ({ source, confidence }: IncomeEvent): string =>
  `${SOURCES[source]}, ${CONFIDENCES[confidence]}`;

/** The day an event is listed under, and which of its days that is. */
export function dayInWords({ date, date_kind }: IncomeEvent): string {
  const which = { PAYMENT: '', RECORD: ' (record date)', EX: ' (ex-date)' }[date_kind];
  return `${day(date)}${which}`;
}

export const BOND_STATES: Record<Bond['state'], { label: string; color: string }> = {
  SCHEDULED: { label: 'Scheduled', color: 'teal' },
  ZERO_COUPON: { label: 'No coupons', color: 'gray' },
  INCOMPLETE: { label: 'Terms missing', color: 'orange' },
  UNRESOLVED: { label: 'To check', color: 'orange' },
  MATURED: { label: 'Matured', color: 'gray' },
};

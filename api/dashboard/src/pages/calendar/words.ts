import type { CalendarRow, CalendarType } from '../../api/types.ts';

export const TYPES: Readonly<Record<CalendarType, string>> = {
  DIVIDEND: 'Dividend',
  DISTRIBUTION: 'Distribution',
  COUPON: 'Coupon',
  PRINCIPAL: 'Bond matures',
  SIP: 'SIP instalment',
  GOAL: 'Goal',
};

export const GROUPS = ['income', 'sip', 'goal'] as const;
type Group = (typeof GROUPS)[number];

export const GROUP_NAMES: Readonly<Record<Group, string>> = {
  income: 'Income',
  sip: 'SIP instalments',
  goal: 'Goals',
};

export const groupOf = (type: CalendarType): Group =>
  type === 'SIP' ? 'sip' : type === 'GOAL' ? 'goal' : 'income';

export const STATUSES: Readonly<Record<CalendarRow['status'], { label: string; color: string }>> = {
  FORECAST: { label: 'Forecast', color: 'gray' },
  DECLARED: { label: 'Announced', color: 'ink' },
  ENTITLED: { label: 'Entitled', color: 'orange' },
  PAID: { label: 'Paid', color: 'teal' },
  CANCELLED: { label: 'Cancelled', color: 'gray' },
  DUE: { label: 'Planned', color: 'ink' },
  PASSED: { label: 'Passed', color: 'gray' },
};

export const CONFIDENCES: Readonly<Record<CalendarRow['confidence'], string>> = {
  CONFIRMED: 'confirmed',
  ANNOUNCED: 'announced',
  INFERRED: 'calculated',
  PLANNED: 'your plan',
};

import * as yup from 'yup';
import { amountField } from '../../core/platform/index.ts';
import type { ActionKind, ActionView, FindingView } from '../../core/market/index.ts';
import { type Route, route } from '../route.ts';
import { paging } from './paging.ts';
import {
  date,
  dateOrNull,
  instant,
  instantOrNull,
  numberOrNull,
  oneOf,
  pageOf,
  text,
  textOrNull,
  viewOf,
} from './schemas.ts';

const BASE = '/api/portfolio/data-quality';

const finding = viewOf<FindingView>()({
  id: text,
  instrument_id: text,
  symbol: text,
  exchange: textOrNull,
  name: textOrNull,
  kind: oneOf('NOT_POSITIVE', 'HUNDREDFOLD', 'PHANTOM_DAY', 'GAP', 'CONFLICT', 'UNEXPLAINED_MOVE'),
  severity: oneOf('ERROR', 'WARNING', 'INFO'),
  day: date,
  until: date,
  value: numberOrNull,
  other: numberOrNull,
  outcome: text,
  source: text,
  message: text,
  state: oneOf('OPEN', 'DISMISSED', 'RESOLVED'),
  found_at: instant,
  closed_at: instantOrNull,
  closed_by: textOrNull,
});

/** What an operator may say an announcement is. */
const KINDS = Object.keys({
  SPLIT: true,
  CONSOLIDATION: true,
  BONUS: true,
  RIGHTS: true,
  DEMERGER: true,
  SCHEME: true,
  CAPITAL_REDUCTION: true,
  DIVIDEND: true,
  DISTRIBUTION: true,
  INTEREST: true,
  REDEMPTION: true,
  BUYBACK: true,
  MEETING: true,
  UNKNOWN: true,
} satisfies Record<ActionKind, true>) as ActionKind[];

const action = viewOf<ActionView>()({
  id: text,
  exchange: text,
  symbol: text,
  instrument_id: textOrNull,
  ex_date: date,
  record_date: dateOrNull,
  kind: oneOf(...KINDS),
  ratio: numberOrNull,
  new_shares: numberOrNull,
  old_shares: numberOrNull,
  amount: numberOrNull,
  status: oneOf('READ', 'UNREADABLE', 'MANUAL', 'DISMISSED'),
  source: text,
  raw: text,
  decided_at: instantOrNull,
  decided_by: textOrNull,
});

/** What price validation and the reader of announcements leave to the owner of the installation. */
export const PRICE_REVIEW_ROUTES: readonly Route[] = [
  route({
    method: 'GET',
    path: `${BASE}/findings`,
    summary: 'Price history findings, most serious first',
    tag: 'Portfolio',
    query: paging.shape({
      severity: yup
        .string()
        .oneOf(['ERROR', 'WARNING', 'INFO'] as const)
        .optional(),
    }),
    response: pageOf(finding),
    handler: async ({ core, query }) => await core.quality.findings(query),
  }),
  route({
    method: 'POST',
    path: `${BASE}/findings/:id/dismiss`,
    summary: 'Dismiss a finding',
    tag: 'Portfolio',
    params: { id: 'FINDING' },
    response: null,
    problems: { 403: ['OWNER_ONLY'] },
    handler: async ({ core, user, params, actor }) =>
      await core.quality.dismissFinding(user.userId, params.id, actor),
  }),
  route({
    method: 'GET',
    path: `${BASE}/actions`,
    summary: 'Corporate action announcements that could not be read',
    tag: 'Portfolio',
    query: paging,
    response: pageOf(action),
    handler: async ({ core, query }) => await core.quality.unreadableActions(query),
  }),
  route({
    method: 'POST',
    path: `${BASE}/actions/:id`,
    summary: 'Set the kind of an announcement, and its ratio if it has one',
    tag: 'Portfolio',
    params: { id: 'ACTION' },
    body: yup
      .object({
        kind: yup.string().oneOf(KINDS).required(),
        new_shares: amountField('new_shares').positive().optional(),
        old_shares: amountField('old_shares').positive().optional(),
      })
      .noUnknown(),
    response: action,
    problems: { 403: ['OWNER_ONLY'] },
    handler: async ({ core, user, params, body, actor }) =>
      await core.quality.decideAction(user.userId, params.id, body, actor),
  }),
  route({
    method: 'POST',
    path: `${BASE}/actions/:id/dismiss`,
    summary: 'Mark an announcement as not affecting prices',
    tag: 'Portfolio',
    params: { id: 'ACTION' },
    response: action,
    problems: { 403: ['OWNER_ONLY'] },
    handler: async ({ core, user, params, actor }) =>
      await core.quality.decideAction(user.userId, params.id, null, actor),
  }),
];

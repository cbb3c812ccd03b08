import { LIABILITY_TYPES } from '../../../core/liabilities/index.ts';
import {
  type AccountWorth,
  type DebtWorth,
  LIABILITY_BASES,
  type NetWorthPoint,
  netWorthQuery,
  type NetWorthView,
} from '../../../core/reports/index.ts';
import { Reply, type Route, route } from '../../route.ts';
import {
  date,
  dateOrNull,
  exactly,
  flag,
  instant,
  listOf,
  number,
  numberOrNull,
  oneOf,
  text,
  textOrNull,
  viewOf,
  whole,
} from '../schemas.ts';
import { usedRates } from './dividend-yield.ts';
import { explanationsOrNull } from './explanation.ts';

const state = oneOf('AVAILABLE', 'PARTIAL', 'UNAVAILABLE', 'ESTIMATED');

const account = viewOf<AccountWorth>()({
  portfolio: text,
  assets: numberOrNull,
  invested: numberOrNull,
  share_pct: numberOrNull,
  holdings_count: whole,
  state,
  reason: textOrNull,
});

const debt = viewOf<DebtWorth>()({
  id: text,
  name: text,
  type: oneOf(...LIABILITY_TYPES),
  balance: number,
  currency: text,
  amount: numberOrNull,
  is_estimated: flag,
  recorded_since: instant,
});

const point = viewOf<NetWorthPoint>()({
  date,
  assets: numberOrNull,
  liabilities: numberOrNull,
  net_worth: numberOrNull,
  state,
  liabilities_basis: oneOf(...LIABILITY_BASES),
  is_estimated: flag,
  reason: textOrNull,
});

const networth = viewOf<NetWorthView>()({
  calculated_at: instant,
  currency: text,
  assets: numberOrNull,
  assets_reason: textOrNull,
  liabilities: numberOrNull,
  liabilities_reason: textOrNull,
  net_worth: numberOrNull,
  net_worth_reason: textOrNull,
  state,
  is_estimated: flag,
  fx_rates: usedRates,
  accounts: listOf(account),
  debts: listOf(debt),
  history: exactly({
    liabilities_recorded_since: dateOrNull,
    points: listOf(point),
    days: whole,
    reason: textOrNull,
  }),
  explanations: explanationsOrNull,
});

export const NETWORTH_ROUTES: readonly Route[] = [
  route({
    method: 'GET',
    path: '/api/portfolio/reports/networth',
    summary: 'Everything owned less everything owed, by portfolio and by debt, with its history',
    description:
      'A day of the history is reduced by what was on record as owed then; days before anything was written down are reduced by what is owed now (`liabilities_basis`). `from` and `to` narrow the history alone.',
    tag: 'Reports',
    query: netWorthQuery,
    response: networth,
    handler: async ({ core, user, query }) =>
      Reply.json(await core.reports.networth.readJson(user.userId, query)),
  }),
];

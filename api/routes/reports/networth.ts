import { LIABILITY_TYPES } from '../../../core/liabilities/index.ts';
import {
  type AccountWorth,
  type DebtWorth,
  LIABILITY_BASES,
  type NetWorthPoint,
  netWorthQuery,
  type NetWorthView,
} from '../../../core/reports/index.ts';
import type { Route } from '../../route.ts';
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
import { explanationsOrNull } from './explanation.ts';
import { report } from './report.ts';
import { usedRates } from './words.ts';

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
  report({
    name: 'networth',
    summary: 'Everything owned less everything owed, by portfolio and by debt, with its history',
    description:
      'A day of the history is reduced by what was on record as owed then; days before anything was written down are reduced by what is owed now (`liabilities_basis`). `from` and `to` narrow the history alone.',
    query: netWorthQuery,
    response: networth,
    of: ({ networth }) => networth,
  }),
];

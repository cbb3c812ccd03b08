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
    summary: 'Net worth by portfolio and liability, with history',
    description:
      'Each day of the history subtracts the liabilities recorded for that day; days before the first record subtract today’s liabilities (`liabilities_basis`). `from` and `to` limit only the history.',
    query: netWorthQuery,
    response: networth,
    of: ({ networth }) => networth,
  }),
];

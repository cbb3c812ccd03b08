import * as yup from 'yup';
import { type DashboardView, MEASURES, partialFigures, usedRateView } from '../../core/portfolio/index.ts';
import { warnings } from '../../core/reports/index.ts';
import { Reply, type Route, route } from '../route.ts';
import { snapshot } from './reports/snapshots.ts';
import {
  date,
  dateOrNull,
  exactly,
  flag,
  instant,
  instantOrNull,
  listOf,
  mapOf,
  number,
  numberOrNull,
  oneOf,
  text,
  textOrNull,
  viewOf,
  whole,
} from './schemas.ts';

const measures = {
  current_value: numberOrNull,
  total_invested: numberOrNull,
  total_profit: numberOrNull,
  total_profit_pct: numberOrNull,
  day_change: numberOrNull,
  day_change_pct: numberOrNull,
};

const totalFields = {
  ...measures,
  state: oneOf('AVAILABLE', 'PARTIAL', 'UNAVAILABLE', 'ESTIMATED'),
  currency: text,
  is_estimated: flag,
  holdings_count: whole,
  valued_count: whole,
  reasons: mapOf(text, { type: 'string' }).required(),
  day_change_date: date,
  day_change_label: text,
  partial: partialFigures(...MEASURES),
};
const totals = exactly(totalFields);
const portfolioTotals = exactly({ portfolio: text, ...totalFields });

const slices = listOf(
  exactly({
    label: text,
    value: numberOrNull,
    share_pct: numberOrNull,
    holdings_count: whole,
    unvalued_count: whole,
  }),
);
const moves = listOf(
  exactly({
    label: text,
    name: textOrNull,
    change: numberOrNull,
    change_pct: number,
    market_value: numberOrNull,
    day_change_label: text,
  }),
);
const movers = exactly({ gainers: moves, losers: moves });

const dashboard = viewOf<DashboardView>()({
  calculated_at: instant,
  base_currency: text,
  total: totals,
  by_currency: listOf(totals),
  portfolios: listOf(portfolioTotals),
  allocation: exactly({
    basis: oneOf('value', 'cost'),
    asset_class: slices,
    sector: slices,
    currency: slices,
    portfolio: slices,
  }),
  movers: exactly({ day: movers, total: movers }),
  fx_rates: listOf(usedRateView),
  freshness: exactly({
    threshold_minutes: number,
    valuation_timestamp: instantOrNull,
    oldest_priced_at: instantOrNull,
    stale_holdings: whole,
    unavailable_holdings: whole,
  }),
  warnings,
  earnings: exactly({
    realised_gain: numberOrNull,
    dividends: numberOrNull,
    fees: numberOrNull,
    transactions_count: whole,
    first_date: dateOrNull,
    unmatched_symbols: listOf(text),
    unknown_cost_symbols: listOf(text),
    reason: textOrNull,
  }),
  recent_snapshots: listOf(snapshot),
  goal_highlights: listOf(
    exactly({
      goal_id: text,
      name: text,
      type: oneOf('CORPUS', 'INCOME'),
      currency: text,
      state: oneOf('ACHIEVED', 'ON_TRACK', 'BEHIND', 'MISSED', 'UNKNOWN'),
      reason: textOrNull,
      current: numberOrNull,
      target: number,
      progress_pct: numberOrNull,
      target_date: dateOrNull,
    }),
  ),
  sync_health: listOf(
    exactly({
      connection_id: text,
      broker: text,
      label: text,
      state: text,
      is_failing: flag,
      reason_code: textOrNull,
      reason: textOrNull,
      last_success_at: instantOrNull,
      next_due_at: instantOrNull,
    }),
  ),
});

const V2 = '/api/portfolio/v2/dashboard';

export const DASHBOARD_ROUTES: readonly Route[] = [
  route({
    method: 'GET',
    path: V2,
    summary: 'Everything the overview shows, with the state of each total and what is missing',
    tag: 'Portfolio',
    kept: true,
    response: dashboard,
    handler: async ({ core, user }) => Reply.json(await core.portfolio.dashboard.readJson(user.userId)),
  }),
  route({
    method: 'GET',
    path: '/api/portfolio/dashboard',
    summary: 'The totals alone',
    tag: 'Portfolio',
    deprecated: { since: '@1767225600', successor: V2 },
    response: exactly({
      calculated_at: instant,
      base_currency: text,
      total: totals,
      portfolios: listOf(portfolioTotals),
    }),
    handler: async ({ core, user }) => {
      const { calculated_at, base_currency, total, portfolios } = await core.portfolio.dashboard.read(
        user.userId,
      );
      return { calculated_at, base_currency, total, portfolios };
    },
  }),
  route({
    method: 'GET',
    path: '/api/portfolio/history',
    summary: 'Value and cost over time, of one portfolio or of all of them',
    description:
      'A longer series is thinned to about 400 days, of which the first and the last are always there.',
    tag: 'Portfolio',
    query: yup.object({ portfolio: yup.string().max(80).optional() }).noUnknown(),
    response: exactly({
      portfolio: text,
      currency: text,
      points: listOf(exactly({ date: text, value: numberOrNull, invested: numberOrNull })),
      reason: textOrNull,
      notes: listOf(text),
    }),
    problems: { 404: ['PORTFOLIO_NOT_FOUND'] },
    handler: async ({ core, user, query }) => await core.portfolio.history.read(user.userId, query.portfolio),
  }),
];

import type { Route } from '../../route.ts';
import { ACTIVITY_ROUTES } from './activity.ts';
import { ATTRIBUTION_ROUTES } from './attribution.ts';
import { CALENDAR_ROUTES } from './calendar.ts';
import { COMPARISON_ROUTES } from './comparison.ts';
import { DEFINITION_ROUTES } from './definitions.ts';
import { DIVERSIFICATION_ROUTES } from './diversification.ts';
import { DIVIDEND_YIELD_ROUTES } from './dividend-yield.ts';
import { EXPORT_ROUTES } from './export.ts';
import { FUND_HOLDINGS_ROUTES } from './fund-holdings.ts';
import { GOAL_SCENARIO_ROUTES } from './goal-scenario.ts';
import { INCOME_PROJECTION_ROUTES } from './income-projection.ts';
import { LETTER_ROUTES } from './letter.ts';
import { MONTHLY_RETURNS_ROUTES } from './monthly-returns.ts';
import { NETWORTH_ROUTES } from './networth.ts';
import { OVERLAP_ROUTES } from './overlap.ts';
import { PERFORMANCE_ROUTES } from './performance.ts';
import { REBALANCE_ROUTES } from './rebalance.ts';
import { RISK_ROUTES } from './risk.ts';
import { SNAPSHOT_ROUTES } from './snapshots.ts';
import { TAX_ROUTES } from './tax-lots.ts';

/** Every report; each reads and none writes, but for the contents of funds that a person tells. */
export const REPORT_ROUTES: readonly Route[] = [
  ...DEFINITION_ROUTES,
  ...INCOME_PROJECTION_ROUTES,
  ...DIVIDEND_YIELD_ROUTES,
  ...CALENDAR_ROUTES,
  ...GOAL_SCENARIO_ROUTES,
  ...ACTIVITY_ROUTES,
  ...NETWORTH_ROUTES,
  ...PERFORMANCE_ROUTES,
  ...COMPARISON_ROUTES,
  ...RISK_ROUTES,
  ...ATTRIBUTION_ROUTES,
  ...DIVERSIFICATION_ROUTES,
  ...SNAPSHOT_ROUTES,
  ...TAX_ROUTES,
  ...OVERLAP_ROUTES,
  ...FUND_HOLDINGS_ROUTES,
  ...REBALANCE_ROUTES,
  ...MONTHLY_RETURNS_ROUTES,
  ...LETTER_ROUTES,
  ...EXPORT_ROUTES,
];

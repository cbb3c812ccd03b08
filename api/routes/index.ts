import type { Route } from '../route.ts';
import { AI_PROVIDER_ROUTES } from './ai-providers.ts';
import { AI_RESEARCH_ROUTES } from './ai-research.ts';
import { ALERT_ROUTES } from './alerts.ts';
import { ASSISTANT_ROUTES } from './assistant.ts';
import { AUTH_ROUTES } from './auth.ts';
import { BACKUP_ROUTES } from './backups.ts';
import { CAPACITY_ROUTES } from './capacity.ts';
import { CHECK_UP_ROUTES } from './check-up.ts';
import { CHAT_ROUTES } from './chat.ts';
import { CONNECTION_ROUTES } from './connections.ts';
import { BROKER_CHANGE_ROUTES } from './broker-changes.ts';
import { CORPORATE_ACTION_ROUTES } from './corporate-actions.ts';
import { CSV_ROUTES } from './csv.ts';
import { DASHBOARD_ROUTES } from './dashboard.ts';
import { DATA_QUALITY_ROUTES } from './data-quality.ts';
import { GOAL_ROUTES } from './goals.ts';
import { HELP_ROUTES } from './help.ts';
import { HOLDING_ROUTES } from './holdings.ts';
import { INCOME_ROUTES } from './income.ts';
import { INSTRUMENT_ROUTES } from './instruments.ts';
import { LIABILITY_ROUTES } from './liabilities.ts';
import { MARKET_DATA_ROUTES } from './market-data.ts';
import { NOTIFICATION_ROUTES } from './notifications.ts';
import { OPENING_ROUTES } from './openings.ts';
import { OPTIONS_BROKER_HEALTH_ROUTES } from './options-broker-health.ts';
import { OPTIONS_EVENTS_ROUTES } from './options-events.ts';
import { FEATURE_ROUTES } from './features.ts';
import { OPTIONS_FUNNEL_ROUTES } from './options-funnel.ts';
import { OPTIONS_AI_MARKET_ROUTES } from './options-ai-market.ts';
import { OPTIONS_GO_LIVE_ROUTES } from './options-go-live.ts';
import { OPTIONS_GUARD_ROUTES } from './options-guards.ts';
import { OPTIONS_INGEST_ROUTES } from './options-ingest.ts';
import { OPTIONS_JOURNAL_ROUTES } from './options-journal.ts';
import { OPTIONS_PERFORMANCE_ROUTES } from './options-performance.ts';
import { OPTIONS_TRADEBOOK_ROUTES } from './options-tradebook.ts';
import { PORTFOLIO_ROUTES } from './portfolios.ts';
import { REPORT_ROUTES } from './reports/index.ts';
import { POLICY_CONTRIBUTION_ROUTES } from './policy-contributions.ts';
import { POLICY_PROMOTION_ROUTES } from './policy-promotions.ts';
import { POLICY_CYCLE_ROUTES } from './policy-cycles.ts';
import { POLICY_PLAN_ROUTES } from './policy-plans.ts';
import { POLICY_ROUTES } from './policies.ts';
import { POLICY_TRADING_ROUTES } from './policy-trading.ts';
import { PRICE_REVIEW_ROUTES } from './price-review.ts';
import { RESEARCH_RUN_ROUTES } from './research-runs.ts';
import { SAMPLE_ROUTES } from './sample-household.ts';
import { serverRoutes } from './server.ts';
import { SIP_PLAN_ROUTES } from './sip-plans.ts';
import { PART_ROUTES } from './parts.ts';
import { PEOPLE_ROUTES } from './people.ts';
import { TOKEN_ROUTES } from './tokens.ts';
import { TRANSACTION_ROUTES } from './transactions.ts';
import { UNDECIDED_ROW_ROUTES } from './undecided-rows.ts';
import { WATCHLIST_ROUTES } from './watchlist.ts';

/** Every route there is. A row says its path, who may call it, what goes in and what comes out, and what it calls. */
export const ROUTES: readonly Route[] = [
  ...AUTH_ROUTES,
  ...TOKEN_ROUTES,
  ...PEOPLE_ROUTES,
  ...SAMPLE_ROUTES,
  ...PART_ROUTES,
  ...DASHBOARD_ROUTES,
  ...PORTFOLIO_ROUTES,
  ...HOLDING_ROUTES,
  ...TRANSACTION_ROUTES,
  ...CORPORATE_ACTION_ROUTES,
  ...BROKER_CHANGE_ROUTES,
  ...OPENING_ROUTES,
  ...MARKET_DATA_ROUTES,
  ...DATA_QUALITY_ROUTES,
  ...PRICE_REVIEW_ROUTES,
  ...INSTRUMENT_ROUTES,
  ...CONNECTION_ROUTES,
  ...CSV_ROUTES,
  ...UNDECIDED_ROW_ROUTES,
  ...INCOME_ROUTES,
  ...GOAL_ROUTES,
  ...SIP_PLAN_ROUTES,
  ...LIABILITY_ROUTES,
  ...WATCHLIST_ROUTES,
  ...ALERT_ROUTES,
  ...REPORT_ROUTES,
  ...RESEARCH_RUN_ROUTES,
  ...POLICY_PROMOTION_ROUTES,
  // Before the addresses of one policy, whose ids these words are not.
  ...POLICY_PLAN_ROUTES,
  ...POLICY_TRADING_ROUTES,
  ...POLICY_CONTRIBUTION_ROUTES,
  ...POLICY_ROUTES,
  ...POLICY_CYCLE_ROUTES,
  ...OPTIONS_INGEST_ROUTES,
  ...OPTIONS_PERFORMANCE_ROUTES,
  ...OPTIONS_TRADEBOOK_ROUTES,
  ...OPTIONS_EVENTS_ROUTES,
  ...OPTIONS_BROKER_HEALTH_ROUTES,
  ...OPTIONS_GUARD_ROUTES,
  ...OPTIONS_JOURNAL_ROUTES,
  ...OPTIONS_FUNNEL_ROUTES,
  ...FEATURE_ROUTES,
  ...HELP_ROUTES,
  ...OPTIONS_GO_LIVE_ROUTES,
  ...OPTIONS_AI_MARKET_ROUTES,
  ...AI_PROVIDER_ROUTES,
  ...AI_RESEARCH_ROUTES,
  ...ASSISTANT_ROUTES,
  ...NOTIFICATION_ROUTES,
  ...CHAT_ROUTES,
  ...BACKUP_ROUTES,
  ...CAPACITY_ROUTES,
  ...CHECK_UP_ROUTES,
  ...serverRoutes(() => ROUTES),
];

import { ACCOUNT } from './endpoints/account.ts';
import { AI_MODELS } from './endpoints/ai-models.ts';
import { AI_RESEARCH } from './endpoints/ai-research.ts';
import { ASSISTANT } from './endpoints/assistant.ts';
import { BROKER_CHANGES } from './endpoints/broker-changes.ts';
import { CORPORATE_ACTIONS } from './endpoints/corporate-actions.ts';
import { OPTIONS_ENVELOPE } from './endpoints/options-envelope.ts';
import { AI_MARKET } from './endpoints/options-ai-market.ts';
import { GO_LIVE } from './endpoints/options-go-live.ts';
import { OPTION_BROKERS } from './endpoints/options-broker-health.ts';
import { OPTION_EVENTS } from './endpoints/options-events.ts';
import { OPTION_RESULTS } from './endpoints/options-results.ts';
import { OPTION_TRADEBOOK } from './endpoints/options-tradebook.ts';
import { OPTIONS_JOURNAL } from './endpoints/options-journal.ts';
import { PLANS } from './endpoints/plans.ts';
import { POLICIES } from './endpoints/policies.ts';
import { PORTFOLIO } from './endpoints/portfolio.ts';
import { QUALITY } from './endpoints/quality.ts';
import { REPORTS } from './endpoints/reports.ts';
import { RESEARCH } from './endpoints/research.ts';
import { TRADING } from './endpoints/trading.ts';

/** Every call the dashboard makes. One line is one route. */
export const api = {
  ...ACCOUNT,
  ...PORTFOLIO,
  ...CORPORATE_ACTIONS,
  ...BROKER_CHANGES,
  ...QUALITY,
  ...PLANS,
  ...REPORTS,
  aiModels: AI_MODELS,
  aiResearch: AI_RESEARCH,
  assistant: ASSISTANT,
  research: RESEARCH,
  policies: POLICIES,
  trading: TRADING,
  optionsEnvelope: OPTIONS_ENVELOPE,
  goLive: GO_LIVE,
  aiMarket: AI_MARKET,
  optionResults: OPTION_RESULTS,
  optionTradebook: OPTION_TRADEBOOK,
  optionEvents: OPTION_EVENTS,
  optionBrokers: OPTION_BROKERS,
  optionsJournal: OPTIONS_JOURNAL,
};

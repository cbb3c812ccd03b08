import type { Tree } from './import-graph.ts';

/**
 * The area or door that each table belongs to: it alone reads and writes it, everybody else calls it. Areas that keep the
 * books share the schema `portfolio`, so that the schema does not tell.
 */
export const OWNERS: Readonly<Record<string, string>> = {
  'broker.connections': 'core/brokers',
  'chat.ai_chat_messages': 'core/assistant',
  'chat.attachment': 'core/chat',
  'chat.bot_message': 'bot',
  'chat.callback_record': 'bot',
  'chat.chat_setting': 'core/chat',
  'chat.conversation_state': 'bot',
  'chat.held_updates': 'core/chat',
  'chat.local_update': 'core/chat',
  'chat.message': 'core/chat',
  'chat.plan_cards': 'bot',
  'chat.secret_drafts': 'core/chat',
  'chat.update_receipt': 'bot',
  'evidence.events': 'core/audit',
  'identity.api_tokens': 'core/identity',
  'identity.chat_links': 'core/identity',
  'identity.command_receipts': 'core/platform',
  'identity.household_members': 'core/identity',
  'identity.link_codes': 'core/identity',
  'identity.login_codes': 'core/identity',
  'identity.parts': 'core/identity',
  'identity.sessions': 'core/identity',
  'identity.sign_in_tries': 'core/identity',
  'identity.users': 'core/identity',
  'jobs.agenda_jobs': 'jobs',
  'jobs.batches': 'jobs',
  'jobs.runs': 'jobs',
  'jobs.table_sizes': 'core/capacity',
  'jobs.watched': 'jobs',
  'market.action_fetches': 'core/market',
  'market.corporate_actions': 'core/market',
  'market.data_changes': 'core/market',
  'market.fund_lookups': 'core/market',
  'market.fx_rates': 'core/market',
  'market.history_requests': 'core/market',
  'market.holiday_lists': 'core/market',
  'market.index_constituents': 'core/market',
  'market.index_lists': 'core/market',
  'market.instrument_aliases': 'core/market',
  'market.instruments': 'core/market',
  'market.price_findings': 'core/market',
  'market.latest_quotes': 'core/market',
  'market.list_fetches': 'core/market',
  'market.revisions': 'core/market',
  'market.symbol_changes': 'core/market',
  'notifications.deliveries': 'core/notifications',
  'notifications.outbox': 'core/notifications',
  'notifications.preferences': 'core/notifications',
  'notifications.push_subscriptions': 'core/notifications',
  'notifications.settings': 'core/notifications',
  'platform.books_generations': 'core/platform',
  'platform.rate_limits': 'core/platform',
  'platform.rate_slots': 'core/platform',
  'platform.server_secrets': 'core/platform',
  'policy.account_differences': 'core/policies',
  'policy.policies': 'core/policies',
  'policy.policy_cash_flows': 'core/policies',
  'policy.policy_contribution_application_batch': 'core/policies',
  'policy.policy_contribution_batch_items': 'core/policies',
  'policy.policy_contribution_schedules': 'core/policies',
  'policy.policy_contributions': 'core/policies',
  'policy.policy_cycles': 'core/policies',
  'policy.policy_equity': 'core/policies',
  'policy.policy_funding_allocations': 'core/policies',
  'policy.policy_holdings': 'core/policies',
  'policy.policy_order_events': 'core/policies',
  'policy.policy_order_plans': 'core/policies',
  'policy.policy_orders': 'core/policies',
  'policy.policy_positions': 'core/policies',
  'policy.policy_promotions': 'core/policies',
  'policy.policy_signals': 'core/policies',
  'policy.policy_state': 'core/policies',
  'policy.policy_tax_lots': 'core/policies',
  'policy.policy_trades': 'core/policies',
  'policy.policy_universe_events': 'core/policies',
  'policy.policy_valuation_records': 'core/policies',
  'policy.trading_accounts': 'core/policies',
  'policy.trading_pauses': 'core/policies',
  'policy.approval_limits': 'core/policies',
  'portfolio.alerts': 'core/watchlist',
  'portfolio.benchmark_snapshots': 'core/market',
  'portfolio.book_audit_findings': 'core/quality',
  'portfolio.book_audits': 'core/quality',
  'portfolio.broker_changes': 'core/portfolio',
  'portfolio.current_symbols': 'core/portfolio',
  'portfolio.evidence_documents': 'core/research',
  'portfolio.fund_holdings': 'core/reports',
  'portfolio.goal_links': 'core/goals',
  'portfolio.goal_snapshots': 'core/goals',
  'portfolio.goals': 'core/goals',
  'portfolio.holding_price_updates': 'core/portfolio',
  'portfolio.holdings': 'core/portfolio',
  'portfolio.import_answers': 'core/portfolio',
  'portfolio.import_changes': 'core/portfolio',
  'portfolio.import_rows': 'core/portfolio',
  'portfolio.imports': 'core/portfolio',
  'portfolio.income_events': 'core/income',
  'portfolio.income_marks': 'core/income',
  'portfolio.kept_values': 'core/performance',
  'portfolio.ledger_actions': 'core/portfolio',
  'portfolio.ledger_reviews': 'core/portfolio',
  'portfolio.ledger_settings': 'core/portfolio',
  'portfolio.market_catch_ups': 'core/portfolio',
  'portfolio.liabilities': 'core/liabilities',
  'portfolio.list_counts': 'core/platform',
  'portfolio.liability_history': 'core/liabilities',
  'portfolio.llm_reservations': 'core/llm',
  'portfolio.llm_usage': 'core/llm',
  'portfolio.portfolios': 'core/portfolio',
  'portfolio.observed_prices': 'core/portfolio',
  'portfolio.positions': 'core/portfolio',
  'portfolio.price_attempts': 'core/portfolio',
  'portfolio.price_rounds': 'core/portfolio',
  'portfolio.price_history': 'core/market',
  'portfolio.revisions': 'core/platform',
  'portfolio.sip_plans': 'core/goals',
  'portfolio.skipped_rows': 'core/portfolio',
  'portfolio.snapshots': 'core/portfolio',
  'portfolio.transaction_counts': 'core/portfolio',
  'portfolio.transactions': 'core/portfolio',
  'portfolio.topic_revisions': 'core/platform',
  'portfolio.trash': 'core/portfolio',
  'portfolio.user_provider_settings': 'core/llm',
  'portfolio.watchlist_items': 'core/watchlist',
  'research.ai_research_runs': 'core/research',
  'research.ai_research_stages': 'core/research',
  'research.ai_research_stage_cache': 'core/research',
  'research.ai_research_evidence_sources': 'core/research',
  'research.ai_research_packets': 'core/research',
  'research.ai_research_facts': 'core/research',
  'research.ai_research_conflicts': 'core/research',
  'research.ai_research_coverage': 'core/research',
  'research.ai_research_claims': 'core/research',
  'research.ai_research_reports': 'core/research',
  'research.ai_research_stage_outputs': 'core/research',
  'research.ai_research_stage_calls': 'core/research',
  'research.ai_thesis_baselines': 'core/research',
  'research.ai_thesis_comparisons': 'core/research',
  'research.ai_thesis_outcomes': 'core/research',
  'research.ai_thesis_rotation': 'core/research',
  'research.ai_research_evaluation_cases': 'core/research',
  'research.ai_research_evaluation_judgements': 'core/research',
  'strategy.research_runs': 'core/strategies',
  'strategy.run_results': 'core/strategies',
};

/** Where a file belongs: its area of core, or its door. */
const placeOf = (file: string): string => /^core\/[^/]+(?=\/)|^[^/]+(?=\/)/.exec(file)?.[0] ?? file;

const TABLE = new RegExp(
  `(?<![\\w.])(?:${[...new Set(Object.keys(OWNERS).map((table) => table.split('.')[0]))].join('|')})\\.[a-z_]+\\b`,
  'g',
);

/** What a source says in its strings: SQL, names of tables, and models with their `tableName`. Its code says other things. */
export function stringsOf(text: string): string[] {
  const found: string[] = [];
  /** Open braces within each `${` that the place is in. */
  const open: number[] = [];
  let at = 0;
  /** From behind a backtick or the end of a `${}` to the next of either. */
  const template = (): void => {
    const from = at;
    while (at < text.length && text[at] !== '`' && !text.startsWith('${', at))
      at += text[at] === '\\' ? 2 : 1;
    found.push(text.slice(from, at));
    if (text[at] === '$') open.push(0);
    at += text[at] === '$' ? 2 : 1;
  };
  while (at < text.length) {
    const rest = /\/\/.*|\/\*[\s\S]*?\*\/|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|[`{}]/g;
    rest.lastIndex = at;
    const next = rest.exec(text);
    if (next === null) break;
    const [token] = next;
    at = next.index + token.length;
    const depth = open.at(-1);
    if (token === '`') template();
    else if (token === '{' && depth !== undefined) open[open.length - 1] = depth + 1;
    else if (token === '}' && depth !== undefined) {
      if (depth > 0) open[open.length - 1] = depth - 1;
      else {
        open.pop();
        template();
      }
    } else if (token.startsWith("'") || token.startsWith('"')) found.push(token.slice(1, -1));
  }
  return found;
}

/** The tables that a file names in its strings, each once. */
function tablesOf(text: string): string[] {
  if (text.match(TABLE) === null) return [];
  const named = stringsOf(text).flatMap((one) => one.match(TABLE) ?? []);
  return [...new Set(named)].filter((table) => Object.hasOwn(OWNERS, table)).sort();
}

/** The files that name tables of others, and those tables. */
export function foreignTables(tree: Tree): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const [file, text] of tree) {
    const foreign = tablesOf(text).filter((table) => OWNERS[table] !== placeOf(file));
    if (foreign.length > 0) found.set(file, foreign);
  }
  return found;
}

const NAMES =
  'It joins the names of portfolios and holdings to its own rows, in the order and pages that are asked for.';

/**
 * Files that name tables of others all the same, and why. The list is here to become shorter: what comes new is written as a
 * call into the area that owns the table.
 */
export const KNOWN_FOREIGN: Readonly<Record<string, { tables: readonly string[]; why: string }>> = {
  'bot/transports/local-methods.ts': {
    tables: ['chat.attachment', 'chat.local_update', 'chat.message'],
    why: 'The local chat has two ends: what core keeps of it, the bot writes as it would to Telegram.',
  },
  'bot/transports/local.ts': {
    tables: ['chat.local_update', 'identity.users'],
    why: 'The local chat has two ends; updates carry the name of their writer, as those of Telegram do.',
  },
  'core/brokers/connection-store.ts': { tables: ['portfolio.portfolios'], why: NAMES },
  'core/brokers/portfolio-question.ts': {
    tables: ['portfolio.portfolios'],
    why: 'Brokers stand below the books and cannot call them; it tells whether the portfolio of an answer is still there.',
  },
  'core/goals/link-labels.ts': { tables: ['portfolio.holdings', 'portfolio.portfolios'], why: NAMES },
  'core/goals/link-service.ts': {
    tables: ['portfolio.holdings', 'portfolio.portfolios'],
    why: 'It looks whether what is linked is there, within the transaction that links it.',
  },
  'core/identity/chat-link-service.ts': {
    tables: ['platform.server_secrets'],
    why: 'It remembers what the bot is called, for links that open it; one row beside the secrets of the server.',
  },
  'core/identity/doors.ts': {
    tables: [
      'broker.connections',
      'chat.secret_drafts',
      'notifications.push_subscriptions',
      'portfolio.user_provider_settings',
    ],
    why: 'The register of doors names the tables of every kind of key; it reads none of them.',
  },
  'core/identity/identity-area.ts': {
    tables: ['platform.rate_limits'],
    why: 'Its daily clearing takes the counters of sign-ins along, which are kept by the limiter.',
  },
  'core/income/event-day-store.ts': { tables: ['portfolio.holdings', 'portfolio.portfolios'], why: NAMES },
  'core/income/event-store.ts': { tables: ['portfolio.portfolios'], why: NAMES },
  'core/income/income-store.ts': {
    tables: ['market.corporate_actions', 'portfolio.holdings', 'portfolio.portfolios', 'portfolio.positions'],
    why: 'Positions and holdings are joined in full, thousands at once, with the mark of the state they were read in.',
  },
  'core/notifications/delivery-store.ts': {
    tables: ['identity.chat_links', 'identity.sessions', 'identity.users'],
    why: 'Deliveries are read together with whether their chat is still linked, their browser signed in and their person not paused, as it stands at that moment.',
  },
  'core/performance/engine/values-store.ts': {
    tables: [
      'market.fx_rates',
      'portfolio.current_symbols',
      'portfolio.holdings',
      'portfolio.ledger_actions',
      'portfolio.observed_prices',
      'portfolio.portfolios',
      'portfolio.positions',
      'portfolio.price_history',
    ],
    why: 'All that years of daily values rest on is read in bulk, closes and rates packed by the database for the thread.',
  },
  'core/platform/backup/catalogue.ts': {
    tables: [
      'chat.conversation_state',
      'chat.held_updates',
      'chat.local_update',
      'chat.message',
      'chat.secret_drafts',
      'identity.api_tokens',
      'identity.link_codes',
      'identity.login_codes',
      'identity.sessions',
      'market.data_changes',
      'market.revisions',
      'notifications.deliveries',
      'notifications.outbox',
      'notifications.push_subscriptions',
      'portfolio.evidence_documents',
      'portfolio.kept_values',
    ],
    why: 'A backup copies tables whatever they hold; these it leaves out or clears.',
  },
  'core/capacity/capacity-store.ts': {
    tables: ['jobs.runs'],
    why: 'Jobs are a door, which the core cannot ask how long their runs took.',
  },
  'core/capacity/capacity.ts': {
    tables: [
      'portfolio.holdings',
      'portfolio.price_history',
      'portfolio.snapshots',
      'portfolio.transactions',
    ],
    why: 'Their sizes are those in the catalogue of the database; no row is read.',
  },
  'core/platform/backup/preview.ts': {
    tables: ['identity.users', 'portfolio.transactions'],
    why: 'Persons and days of a database are named before a restore replaces them, while no area is there.',
  },
  'core/platform/backup/rehearsal.ts': {
    tables: ['identity.users', 'portfolio.holdings', 'portfolio.portfolios', 'portfolio.transactions'],
    why: 'Their rows are counted after a tried restore: no update of an older backup may lose one.',
  },
  'core/platform/database/database-check.ts': {
    tables: ['jobs.runs', 'notifications.deliveries', 'portfolio.book_audit_findings'],
    why: 'A restored database is looked at before any area is there.',
  },
  'core/portfolio/imports/symbols-by-isin.ts': {
    tables: ['market.instruments'],
    why: 'The staged rows of a file, up to a million, are given their symbols by one statement.',
  },
  'core/reports/activity/activity-store.ts': {
    tables: [
      'evidence.events',
      'portfolio.imports',
      'portfolio.income_events',
      'portfolio.portfolios',
      'portfolio.transactions',
    ],
    why: 'One page over everything that came on record, counted and ordered by the database.',
  },
  'core/reports/activity/sync-states.ts': {
    tables: ['broker.connections', 'portfolio.portfolios'],
    why: 'It reads how syncs stand, beside the rest of the page, without the area that talks to brokers.',
  },
  'core/watchlist/alert-service.ts': { tables: ['portfolio.portfolios'], why: NAMES },
  'jobs/cleanup-rules.ts': {
    tables: [
      'chat.attachment',
      'chat.bot_message',
      'chat.callback_record',
      'chat.conversation_state',
      'chat.held_updates',
      'chat.local_update',
      'chat.message',
      'chat.plan_cards',
      'chat.secret_drafts',
      'chat.update_receipt',
      'identity.command_receipts',
      'jobs.table_sizes',
      'market.latest_quotes',
      'portfolio.import_changes',
      'portfolio.import_rows',
      'portfolio.imports',
      'portfolio.transactions',
      'portfolio.trash',
    ],
    why: 'What is deleted for its age stands in one table of rules, with how long each is kept.',
  },
};

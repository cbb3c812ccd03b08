/** Parts of Munim. Portfolio is always there; a person switches the others on and off. */
export const PARTS = ['portfolio', 'strategies', 'options', 'research'] as const;
export type Part = (typeof PARTS)[number];

/** Parts that a person may hide. */
export const OPTIONAL_PARTS = ['strategies', 'options', 'research'] as const satisfies readonly Part[];
export type OptionalPart = (typeof OPTIONAL_PARTS)[number];

interface PartRow {
  /** Name in the settings. */
  title: string;
  /** Its purpose, in one sentence. */
  summary: string;
  /** Families of chat commands, and single commands, which come before their family. */
  commands: readonly string[];
  /** Pages of the dashboard; the longest address that begins a path counts. */
  pages: readonly string[];
  /** Addresses of the API; likewise. */
  routes: readonly string[];
  /** Kinds of notifications. */
  notices: readonly string[];
}

/** The part of each command, page, route and kind of notification. A test checks that each is in exactly one part. */
export const PART_TABLE: Readonly<Record<Part, PartRow>> = {
  portfolio: {
    title: 'Portfolio',
    summary: 'Holdings, returns, income, tax, goals and net worth.',
    commands: ['Portfolio', 'Reports', 'Goals', 'Watchlist', 'Records', 'Connections', 'Chat'],
    pages: [
      '/',
      '/holdings',
      '/portfolios',
      '/transactions',
      '/analysis',
      '/income',
      '/tax',
      '/goals',
      '/net-worth',
      '/watchlist',
      '/data',
      '/chat',
      '/settings',
      '/notifications',
      '/definitions',
      '/help',
    ],
    routes: [
      '/api/auth',
      '/api/tokens',
      '/api/people',
      '/api/sample',
      '/api/household',
      '/api/parts',
      '/api/portfolio',
      '/api/ai',
      '/api/research/analytics',
      '/api/notifications',
      '/api/chat',
      '/api/backups',
      '/api/server',
      '/api/features',
      '/api/help',
      '/api/docs',
      '/api/openapi.json',
    ],
    notices: [
      'morning_portfolio_report',
      'hourly_portfolio_update',
      'eod_portfolio_report',
      'weekly_letter',
      'import_finished',
      'corporate_action',
      'broker_change',
      'books_audit',
      'sip_reminder',
      'sip_step_up_reminder',
      'alert_fired',
      'income_declared',
      'income_entitled',
      'income_paid',
      'morning_watchlist_intelligence',
      'connection_attention',
      'system_notice',
      'login_code',
    ],
  },
  strategies: {
    title: 'Strategies and trading',
    summary: 'Backtests of strategies, and policies that follow them on paper or with your broker.',
    commands: ['Policies'],
    pages: ['/strategies', '/policies'],
    routes: ['/api/research/strategies', '/api/research/runs', '/api/policies'],
    notices: ['policy_cycle', 'policy_funding', 'policy_plan', 'policy_digest'],
  },
  options: {
    title: 'Options',
    summary: 'Results, journal and limits of a process that trades options.',
    commands: ['Options'],
    pages: ['/options'],
    routes: [
      '/api/options',
      '/api/events',
      '/api/broker',
      '/api/envelope',
      '/api/journal',
      '/api/trades',
      '/api/battle',
      '/api/sentiment',
      '/api/go-live',
      '/api/ai-market',
    ],
    notices: [
      'options_broker_health',
      'options_broker_recovery',
      'options_event_ahead',
      'options_promotion_possible',
      'options_envelope_halted',
    ],
  },
  research: {
    title: 'AI research',
    summary: 'Reports of language models about listed shares, with their sources.',
    commands: ['research'],
    pages: ['/research'],
    routes: ['/api/portfolio/ai-research'],
    notices: ['ai_research_ended', 'ai_research_drift'],
  },
};

const partWith = (list: 'commands' | 'notices', name: string): Part | undefined =>
  PARTS.find((part) => PART_TABLE[part][list].includes(name));

/** The part of a chat command; Portfolio for an unknown one. */
export const partOfCommand = ({ name, family }: { name: string; family: string }): Part =>
  partWith('commands', name) ?? partWith('commands', family) ?? 'portfolio';

/** The part of a kind of notification; Portfolio for an unknown one. */
export const partOfNotice = (kind: string): Part => partWith('notices', kind) ?? 'portfolio';

/** Use of a part: no records, records, or something running now. */
export type PartUse = 'NONE' | 'KEPT' | 'RUNNING';

/** A person's choice. A part in neither list is undecided. */
export interface PartChoice {
  shown: readonly OptionalPart[];
  hidden: readonly OptionalPart[];
}

/** A running part is always shown. A part with records is shown until the person hides it. */
export const isPartShown = (part: OptionalPart, { shown, hidden }: PartChoice, use: PartUse): boolean =>
  use === 'RUNNING' || shown.includes(part) || (use === 'KEPT' && !hidden.includes(part));

/** How a kind reaches its person: with a sound, without one, or not at all. */
export const MODES = ['loud', 'silent', 'off'] as const;
export type Mode = (typeof MODES)[number];

/**
 * What a loud message does in quiet hours (a silent one disturbs nobody and is never held):
 * - `ring`: it is sent at once, with its sound;
 * - `hush`: it is sent at once, without a sound;
 * - `hold`: it waits until quiet hours end, or is dropped if it would be stale by then.
 */
export const IN_QUIET_HOURS = ['ring', 'hush', 'hold'] as const;
type InQuietHours = (typeof IN_QUIET_HOURS)[number];

export interface Kind {
  /** Name in the settings. */
  title: string;
  /** Title of a notice in a browser without amounts, such as `Price alert: TCS`; null: the name in the settings. */
  brief: string | null;
  /** When it comes, in one sentence. */
  summary: string;
  /** What holds until the person chooses; `modes` are the choices. */
  mode: Mode;
  modes: readonly Mode[];
  inQuietHours: InQuietHours;
  /** Minutes after which a chat message is not worth sending any more; null: it always is. */
  staleAfterMinutes: number | null;
  /** An unsent older message of the kind is dropped when a newer one is written. */
  isSuperseded: boolean;
  /** Chart the chat sends with it, as named in charts/. */
  chart: string | null;
  /** `private_owner`: only to private Telegram chats linked with the role owner. */
  reach: 'everywhere' | 'private_owner';
  /** Sent also while its part is hidden: the person asked for what it speaks of. */
  isAnswer: boolean;
  /** Written over title and body once nothing is left to send; for what must not stay in the database. */
  afterwards: { title: string; body: string } | null;
}

const HOUR = 60;
const USUAL = {
  brief: null,
  modes: MODES,
  isSuperseded: false,
  chart: null,
  reach: 'everywhere',
  isAnswer: false,
  afterwards: null,
} as const;

/** Every kind of notification. Adding one is adding a row: preferences, quiet hours and settings follow from it. */
export const KINDS = {
  morning_portfolio_report: {
    ...USUAL,
    title: 'Morning report',
    summary: 'Every day at 09:15 IST: your holdings and their value.',
    mode: 'loud',
    inQuietHours: 'hold',
    staleAfterMinutes: 12 * HOUR,
    chart: 'allocation',
  },
  hourly_portfolio_update: {
    ...USUAL,
    title: 'Hourly update',
    summary:
      'One message a day, brought up to date at every full hour from 09:00 to 21:00 IST: value and change.',
    mode: 'silent',
    inQuietHours: 'hold',
    staleAfterMinutes: 50,
    isSuperseded: true,
  },
  eod_portfolio_report: {
    ...USUAL,
    title: 'Evening report',
    summary: 'Every day at 15:45 IST, after the exchange closes: the day’s figures.',
    mode: 'loud',
    inQuietHours: 'hold',
    staleAfterMinutes: 20 * HOUR,
    chart: 'value_over_time',
  },
  import_finished: {
    ...USUAL,
    title: 'Import finished',
    summary: 'After each file import: how many rows were new.',
    mode: 'silent',
    inQuietHours: 'hush',
    staleAfterMinutes: 24 * HOUR,
  },
  corporate_action: {
    ...USUAL,
    title: 'Corporate actions',
    summary: 'In the morning, once for each split, bonus, merger or new name of a share you held.',
    mode: 'silent',
    inQuietHours: 'hold',
    staleAfterMinutes: 72 * HOUR,
  },
  books_audit: {
    ...USUAL,
    title: 'Differences in your books',
    summary: 'In the evening, once for each pair of figures that should agree and does not.',
    mode: 'silent',
    inQuietHours: 'hold',
    staleAfterMinutes: 72 * HOUR,
  },
  sip_reminder: {
    ...USUAL,
    title: 'SIP instalments',
    summary: 'At 08:00 IST on the day an instalment of a SIP plan is due.',
    mode: 'loud',
    inQuietHours: 'hold',
    staleAfterMinutes: 16 * HOUR,
  },
  sip_step_up_reminder: {
    ...USUAL,
    title: 'SIP step-ups',
    summary: 'A week before a SIP plan steps up.',
    mode: 'loud',
    inQuietHours: 'hold',
    staleAfterMinutes: 72 * HOUR,
  },
  alert_fired: {
    ...USUAL,
    title: 'Alerts',
    brief: 'Price alert',
    summary: 'When a price, a day’s move or a drawdown crosses a level you set.',
    mode: 'loud',
    inQuietHours: 'hold',
    staleAfterMinutes: 12 * HOUR,
  },
  income_declared: {
    ...USUAL,
    title: 'Dividends announced',
    summary:
      'In the morning, once for each announcement of a company you hold, with the amount for your units.',
    mode: 'silent',
    inQuietHours: 'hold',
    staleAfterMinutes: 48 * HOUR,
  },
  income_entitled: {
    ...USUAL,
    title: 'Dividend entitlements',
    summary: 'The morning after each record date on which you held the units.',
    mode: 'silent',
    inQuietHours: 'hold',
    staleAfterMinutes: 48 * HOUR,
  },
  income_paid: {
    ...USUAL,
    title: 'Income received',
    summary: 'The morning after each dividend or coupon recorded in your transactions.',
    mode: 'silent',
    inQuietHours: 'hold',
    staleAfterMinutes: 48 * HOUR,
  },
  morning_watchlist_intelligence: {
    ...USUAL,
    title: 'Morning watchlist',
    summary: 'Every day at 09:16 IST: prices and changes of your watchlist.',
    mode: 'silent',
    inQuietHours: 'hold',
    staleAfterMinutes: 6 * HOUR,
  },
  policy_cycle: {
    ...USUAL,
    title: 'Policy rebalances',
    summary: 'After each rebalance of a policy: what it sold and bought, why, and what it cost.',
    mode: 'loud',
    inQuietHours: 'hold',
    staleAfterMinutes: 48 * HOUR,
  },
  policy_funding: {
    ...USUAL,
    title: 'Policy money due',
    summary: 'When a scheduled contribution to a live policy is due: transfer the money and confirm it.',
    mode: 'loud',
    modes: ['loud', 'silent'],
    inQuietHours: 'hold',
    staleAfterMinutes: 48 * HOUR,
  },
  policy_plan: {
    ...USUAL,
    title: 'Orders of live policies',
    summary: 'When orders wait for your approval, when their plan ends or expires, and when one needs you.',
    mode: 'loud',
    modes: ['loud', 'silent'],
    // An approval has hours; an order whose fate is not known has less.
    inQuietHours: 'hush',
    // What needs a person still does after a long weekend; a plan is told until it expires.
    staleAfterMinutes: 96 * HOUR,
  },
  policy_digest: {
    ...USUAL,
    title: 'Policy digest',
    summary: 'On exchange days from 20:30 IST, and on Saturdays for the week: how each active policy stands.',
    mode: 'silent',
    inQuietHours: 'hold',
    staleAfterMinutes: 20 * HOUR,
    isSuperseded: true,
  },
  ai_research_ended: {
    ...USUAL,
    title: 'AI research ended',
    summary:
      'When research that you asked for ends: what the report says or why there is none, and what to do next.',
    mode: 'loud',
    inQuietHours: 'hush',
    // Somebody asked and waits for it, however late it comes.
    staleAfterMinutes: null,
    isAnswer: true,
  },
  ai_research_drift: {
    ...USUAL,
    title: 'Thesis drift',
    summary: 'When new research of a share is stronger or weaker than the report that you pinned, and why.',
    mode: 'loud',
    inQuietHours: 'hold',
    staleAfterMinutes: 72 * HOUR,
  },
  options_broker_health: {
    ...USUAL,
    title: 'Options broker got worse',
    summary:
      'When a broker that your trading process reports on becomes slow, fails often or stops reporting.',
    mode: 'loud',
    inQuietHours: 'hold',
    staleAfterMinutes: 60,
  },
  options_broker_recovery: {
    ...USUAL,
    title: 'Options broker recovered',
    summary: 'When such a broker works better again.',
    mode: 'silent',
    inQuietHours: 'hush',
    staleAfterMinutes: 60,
  },
  options_event_ahead: {
    ...USUAL,
    title: 'Events ahead',
    summary:
      'A day and an hour before an event that blocks entries or calls for caution, while you trade options.',
    mode: 'loud',
    inQuietHours: 'hold',
    staleAfterMinutes: 12 * HOUR,
  },
  options_promotion_possible: {
    ...USUAL,
    title: 'Option strategy may advance',
    summary: 'When an option strategy meets every requirement of shadow or live trading.',
    mode: 'silent',
    inQuietHours: 'hold',
    staleAfterMinutes: 72 * HOUR,
  },
  options_envelope_halted: {
    ...USUAL,
    title: 'Risk envelope halted',
    summary:
      'When a limit of your options workspace is reached: no strategy may enter a trade with real money until you resume.',
    mode: 'loud',
    modes: ['loud', 'silent'],
    inQuietHours: 'ring',
    staleAfterMinutes: 24 * HOUR,
  },
  connection_attention: {
    ...USUAL,
    title: 'Broker needs you',
    summary: 'When a broker needs you to log in, asks for a one-time password or rejects the credentials.',
    mode: 'loud',
    modes: ['loud', 'silent'],
    inQuietHours: 'hush',
    staleAfterMinutes: 24 * HOUR,
  },
  system_notice: {
    ...USUAL,
    title: 'Notices',
    brief: 'Munim has a notice for you',
    summary: 'When something needs your attention, such as a job that keeps failing.',
    mode: 'loud',
    modes: ['loud', 'silent'],
    inQuietHours: 'hush',
    staleAfterMinutes: 72 * HOUR,
  },
  login_code: {
    ...USUAL,
    title: 'Sign-in code',
    summary: 'When you sign in to the dashboard.',
    mode: 'loud',
    modes: ['loud'],
    inQuietHours: 'ring',
    staleAfterMinutes: 5,
    reach: 'private_owner',
    afterwards: {
      title: 'Sign-in code',
      body: 'A sign-in code was requested. If it was not you, sign out everywhere.',
    },
  },
} as const satisfies Record<string, Kind>;

export type KindName = keyof typeof KINDS;

export const KIND_NAMES = Object.keys(KINDS) as KindName[];

/** The row of a kind; undefined for a name that an older or newer release wrote. */
export function kindOf(name: string): Kind | undefined {
  return Object.hasOwn(KINDS, name) ? KINDS[name as KindName] : undefined;
}

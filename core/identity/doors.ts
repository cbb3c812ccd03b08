/** One kind of key that reaches a person's books, or carries something out of them. */
interface DoorRow {
  /** One of them and several, in a sentence. */
  names: readonly [one: string, several: string];
  /** Purpose, in a sentence. */
  what: string;
  /** Tables of its keys; `options.` is the options workspace. */
  tables: readonly string[];
  /** Addresses of the API that make, list or end them. */
  routes: readonly string[];
  /** For a paused person: its keys end, are refused with the reason until the pause is over, or are used for nothing. */
  whenPaused: 'ended' | 'refused' | 'unused';
  /** Signing out everywhere ends it, ends it on request, or only names it: its own page ends it. */
  signingOut: 'ends' | 'offered' | 'named';
  /** Page of the dashboard where a single one can be ended. */
  page: string;
}

/**
 * Every kind of key to a person's books. Removal ends all of them. A test compares the list with the tables and routes.
 * The live socket and the chat of the dashboard have no keys of their own: they go by the session and end with it.
 */
export const DOOR_TABLE = {
  session: {
    names: ['browser', 'browsers'],
    what: 'A browser that is signed in, with its live sockets and the chat of the dashboard.',
    tables: ['identity.sessions'],
    routes: ['/api/auth'],
    whenPaused: 'ended',
    signingOut: 'ends',
    page: '/settings',
  },
  login_code: {
    names: ['sign-in code', 'sign-in codes'],
    what: 'A code that was requested and not used yet.',
    tables: ['identity.login_codes'],
    routes: ['/api/auth/request-code', '/api/people/:id/code'],
    whenPaused: 'ended',
    signingOut: 'ends',
    page: '/settings',
  },
  link_code: {
    names: ['code for a chat', 'codes for chats'],
    what: 'A code that links a chat and was not used yet.',
    tables: ['identity.link_codes'],
    routes: ['/api/chat/link-codes'],
    whenPaused: 'ended',
    signingOut: 'ends',
    page: '/settings',
  },
  chat: {
    names: ['linked chat', 'linked chats'],
    what: 'A Telegram chat that acts for the person, also that of an approver or a reader.',
    tables: ['identity.chat_links'],
    routes: ['/api/chat/links'],
    whenPaused: 'refused',
    signingOut: 'ends',
    page: '/settings',
  },
  api_token: {
    names: ['API token', 'API tokens'],
    what: 'A token of a script.',
    tables: ['identity.api_tokens'],
    routes: ['/api/tokens'],
    whenPaused: 'refused',
    signingOut: 'ends',
    page: '/settings',
  },
  ingest_token: {
    names: ['ingest token', 'ingest tokens'],
    what: 'A token by which a trading process reports and asks for permission.',
    tables: ['options.ingest_tokens'],
    routes: ['/api/options/ingest/tokens'],
    whenPaused: 'refused',
    signingOut: 'ends',
    page: '/options',
  },
  browser_notices: {
    names: ['browser with notices', 'browsers with notices'],
    what: 'A browser that gets notices, also while Munim is closed there.',
    tables: ['notifications.push_subscriptions'],
    routes: ['/api/notifications/browsers'],
    whenPaused: 'ended',
    signingOut: 'ends',
    page: '/settings',
  },
  draft: {
    names: ['unfinished entry in a chat', 'unfinished entries in chats'],
    what: 'Credentials that were entered in a dialogue of a chat and not saved yet.',
    tables: ['chat.secret_drafts'],
    routes: [],
    whenPaused: 'ended',
    signingOut: 'ends',
    page: '/chat',
  },
  household: {
    names: ['household', 'households'],
    what: 'The others of the household see the person’s totals.',
    tables: ['identity.household_members'],
    routes: ['/api/household'],
    whenPaused: 'unused',
    signingOut: 'offered',
    page: '/settings',
  },
  connection: {
    names: ['broker connection', 'broker connections'],
    what: 'Credentials by which Munim signs in at a broker.',
    tables: ['broker.connections'],
    routes: ['/api/portfolio/connections'],
    whenPaused: 'unused',
    signingOut: 'named',
    page: '/data/connections',
  },
  model_key: {
    names: ['key of a model provider', 'keys of model providers'],
    what: 'A key by which Munim asks a model provider.',
    tables: ['portfolio.user_provider_settings'],
    routes: ['/api/portfolio/ai-providers'],
    whenPaused: 'unused',
    signingOut: 'named',
    page: '/settings',
  },
} as const satisfies Record<string, DoorRow>;

export type DoorKind = keyof typeof DOOR_TABLE;
export const DOOR_KINDS = Object.keys(DOOR_TABLE) as DoorKind[];

/** Kinds that signing out everywhere can end. */
export const CLOSABLE_KINDS = DOOR_KINDS.filter((kind) => DOOR_TABLE[kind].signingOut !== 'named');

/** Numbers of kinds in words: "2 browsers and 1 API token"; null for none. */
export function countsInWords(kinds: readonly DoorKind[]): string | null {
  const parts = DOOR_KINDS.flatMap((kind) => {
    const count = kinds.filter((one) => one === kind).length;
    const [one, several] = DOOR_TABLE[kind].names;
    return count === 0 ? [] : [`${count} ${count === 1 ? one : several}`];
  });
  return parts.length === 0 ? null : parts.join(', ').replace(/, ([^,]*)$/, ' and $1');
}

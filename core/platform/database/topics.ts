/**
 * What a person's changes are about. Writers of one topic queue up behind each other and raise its revision; whatever is
 * kept in memory names the topics it rests on, so that a change of another one neither waits for it nor drops it.
 *
 * A change takes its topics in the order of this list.
 */
export const TOPICS = [
  /** Portfolios, holdings, transactions, imports, corporate actions: all that quantities and costs follow from. */
  'ledger',
  /** What the market says of holdings: prices (fetched, from the broker, by hand) and betas. */
  'prices',
  /** Exchange rates that a person's totals go through. They belong to nobody; whoever stores one tells whom it concerns. */
  'rates',
  /** Recorded hours of portfolios. */
  'snapshots',
  'income',
  /** Goals, SIP plans and the links between them and what is held. */
  'goals',
  'liabilities',
  /** What is watched, with alerts. */
  'watchlist',
  /** Connections to brokers and their state. */
  'connections',
  /** What funds hold, as the person entered it. */
  'fund_holdings',
  /** Backtests. */
  'strategies',
  /** Runs of AI research, and what is thought of instruments. */
  'research',
  /** Policies and their books. */
  'policies',
  /** Notifications, chats and other preferences. */
  'settings',
] as const;

export type Topic = (typeof TOPICS)[number];

/**
 * What a change takes. Topics that are only held are locked as well, without a new revision: of what it must see unchanged
 * to the end, and does not write. It should hold as little as it can.
 */
export type ChangeTopics =
  | readonly Topic[]
  | { readonly writes: readonly Topic[]; readonly holds: readonly Topic[] };

/** The topics that a change writes. */
export function writtenTopics(topics: ChangeTopics): readonly Topic[] {
  return 'writes' in topics ? topics.writes : topics;
}

/** The topics that a change only holds. */
export function heldTopics(topics: ChangeTopics): readonly Topic[] {
  return 'writes' in topics ? topics.holds.filter((topic) => !topics.writes.includes(topic)) : [];
}

/**
 * What a person's changes are about. Writers of one topic queue up behind each other and raise its revision; whatever is
 * kept in memory names the topics it rests on, so that a change of another one neither waits for it nor drops it.
 */
export const TOPICS = [
  /** Portfolios, holdings, transactions, imports, corporate actions: all that quantities and costs follow from. */
  'ledger',
  /** Prices of holdings: fetched, from the broker, by hand. */
  'prices',
  'income',
  'goals',
  'liabilities',
  'watchlist',
  /** Connections to brokers and their state. */
  'connections',
  /** What funds hold, as the person entered it. */
  'fund_holdings',
  /** Notifications, chats and other preferences. */
  'settings',
] as const;

export type Topic = (typeof TOPICS)[number];

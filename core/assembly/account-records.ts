import type { Books } from './books.ts';

/**
 * Reads what a person recorded of the account of a connection: the portfolio into which a sync of that account writes, over
 * this connection or another one with the same client id, else the one that the connection names.
 */
export function createAccountRecords({ brokers, portfolio }: Pick<Books, 'brokers' | 'portfolio'>) {
  return async (
    owner: string,
    connectionId: string,
    asked: { since: string; of: readonly { symbol: string; isin: string | null }[] },
  ) => {
    const connections = await brokers.connections.list(owner);
    const own = connections.find(({ id }) => id === connectionId);
    if (own === undefined) return null;
    const of = connections.filter(
      (one) =>
        one.id === own.id ||
        (one.broker === own.broker && one.account !== null && one.account === own.account),
    );
    const synced = of
      .flatMap(({ portfolio: name, sync: { last_success_at: at } }) => (at === null ? [] : [{ name, at }]))
      .sort((one, other) => (one.at < other.at ? 1 : -1))[0];
    const name = synced?.name ?? own.portfolio;
    const found = await portfolio.recordedShares(owner, { portfolio: name, ...asked });
    return found === null
      ? null
      : { ...found, portfolio: name, listed_at: synced === undefined ? null : new Date(synced.at) };
  };
}

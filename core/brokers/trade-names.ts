import { auditedMutation } from '../audit/index.ts';
import { type Context, invalid, notFound } from '../platform/index.ts';
import { ConnectionModel } from './models.ts';
import type { AskedTrades, PortfolioSync, TradeNames } from './sync/portfolio-sync.ts';
import { wordOf } from './sync/symbols.ts';
import type { AskedNames } from './view.ts';

/** Where the trades of a connection that are asked about are kept. */
export const askedKey = (connectionId: string): string => `asked:${connectionId}`;

/** The names of a connection as a sync reads them. */
export function namesOf({ id, trade_names }: Pick<ConnectionModel, 'id' | 'trade_names'>): TradeNames {
  const names = Object.entries(trade_names);
  return {
    key: askedKey(id),
    symbols: new Map(names.map(([name, { symbol }]) => [name, symbol])),
    candidates: new Set(names.flatMap(([, { candidates, symbol }]) => (symbol === null ? candidates : []))),
  };
}

/** The names after a sync: answers stay, counts are those of the kept trades. */
export function namesAfter(
  known: AskedNames,
  asked: readonly AskedTrades[],
  candidates: Readonly<Record<string, readonly string[]>>,
): AskedNames {
  return Object.fromEntries(
    asked.map(({ name, ...counts }): [string, AskedNames[string]] => [
      name,
      {
        candidates: [...(known[name]?.candidates ?? candidates[name] ?? [])],
        symbol: known[name]?.symbol ?? null,
        ...counts,
      },
    ]),
  );
}

/** Keeps which share the trades of a name are of (spec: Connection sync rules 5). */
export const answerTradeName = (context: Context, portfolioSync: Pick<PortfolioSync, 'bookAsked'>) =>
  auditedMutation(context)('connection.trade_name', {
    topics: ['connections', 'ledger', 'prices'],
    /**
     * Books the trades that wait, and those that later syncs bring, under a symbol; null takes the answer and the trades out of
     * the books again. The same answer again changes nothing.
     * @throws 404 CONNECTION_NOT_FOUND, TRADE_NAME_NOT_FOUND, 422 VALIDATION_ERROR
     */
    async run(change, id: string, answer: { name: string; symbol: string | null }) {
      const row = await change.locked('CONNECTION', ConnectionModel, id);
      const { name } = answer;
      const asked = Object.hasOwn(row.trade_names, name) ? row.trade_names[name] : undefined;
      if (asked === undefined)
        throw notFound('TRADE_NAME', `${row.label} does not ask about ${name}. Refresh the page.`);
      const symbol = answer.symbol === null ? null : wordOf(answer.symbol);
      if (answer.symbol !== null && symbol === null)
        throw invalid([{ field: 'symbol', message: 'must not be empty. Enter the symbol of the share.' }]);
      if (symbol === asked.symbol) return { id };
      if (row.portfolio_id !== null)
        await portfolioSync.bookAsked(change, {
          key: askedKey(id),
          connection_id: id,
          portfolio_id: row.portfolio_id,
          name,
          symbol,
        });
      await ConnectionModel.query(change.trx)
        .findById(id)
        .patch({ trade_names: { ...row.trade_names, [name]: { ...asked, symbol } } });
      const { broker, label, role } = row;
      await change.record('CONNECTION_UPDATED', id, { broker, label, role, trade_name: name, symbol });
      return { id };
    },
  });

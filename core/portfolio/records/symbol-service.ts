import { rederivePositions, resolveSymbol } from '../positions/index.ts';
import { auditedMutation } from '../../audit/index.ts';
import { type Context, notFound } from '../../platform/index.ts';
import { TrashModel } from '../models.ts';
import { findPortfolioByName } from './portfolio-store.ts';
import { AS_TEXT, HOLDING_AS_TEXT, restoreMissing } from './trash-store.ts';

/** What taking a symbol out of a portfolio removed; `undo_id` brings it back. */
interface RemovedSymbol {
  symbol: string;
  portfolio: string;
  transactions: number;
  undo_id: string;
}

/** Taking a whole symbol out of a portfolio, and back in. */
export function createSymbolService(context: Context) {
  const mutation = auditedMutation(context);
  return {
    /**
     * Takes a symbol out of a portfolio with all its transactions; `restore` brings everything back for 30 days.
     * @throws 404 SYMBOL_NOT_FOUND, 404 PORTFOLIO_NOT_FOUND.
     */
    remove: mutation('symbol.remove', {
      topics: ['ledger'],
      long: true,
      async run(change, target: { symbol: string; portfolio: string }): Promise<RemovedSymbol> {
        const { now, trx, userId } = change;
        const portfolio = await findPortfolioByName(trx, target.portfolio);
        if (portfolio === undefined) throw notFound('PORTFOLIO');
        const symbol = await resolveSymbol(trx, portfolio.id, target.symbol);
        const { rows } = await trx.raw<{
          rows: { undo_id: string; transactions: number; holdings: number }[];
        }>(
          `with gone_holdings as (delete from portfolio.holdings where portfolio_id = ? and symbol = ? returning *),
                gone_transactions as (delete from portfolio.transactions where portfolio_id = ? and symbol = ? returning *),
                text_holdings as (select ${HOLDING_AS_TEXT('h')} as body from gone_holdings h),
                text_transactions as (select ${AS_TEXT('t')} as body from gone_transactions t)
           insert into portfolio.trash (owner_user_id, kind, row_id, body, deleted_at)
           select ?, 'symbol', ?, jsonb_build_object('symbol', ?::text, 'portfolio', ?::text,
             'holdings', coalesce((select jsonb_agg(body) from text_holdings), '[]'),
             'transactions', coalesce((select jsonb_agg(body) from text_transactions), '[]')), ?
           returning id as undo_id, jsonb_array_length(body -> 'transactions') as transactions, jsonb_array_length(body -> 'holdings') as holdings`,
          [portfolio.id, symbol, portfolio.id, symbol, userId, portfolio.id, symbol, portfolio.name, now],
        );
        const gone = rows[0];
        if (gone === undefined || gone.transactions + gone.holdings === 0) {
          throw notFound('SYMBOL', `${portfolio.name} has no ${symbol}. Send /holding for the list.`);
        }
        await rederivePositions(trx, userId, [{ portfolio_id: portfolio.id, symbol }], now);
        await change.record('SYMBOL_REMOVED', symbol, {
          portfolio: portfolio.name,
          transactions: gone.transactions,
        });
        return { symbol, portfolio: portfolio.name, transactions: gone.transactions, undo_id: gone.undo_id };
      },
    }),

    /** Brings a removed symbol back, transactions included; rows entered again meanwhile are kept. @throws 404. */
    restore: mutation('symbol.restore', {
      topics: ['ledger', 'prices'],
      long: true,
      async run(change, undoId: string) {
        const { now, trx, userId } = change;
        const kept = await TrashModel.query(trx).findOne({ id: undoId, kind: 'symbol' });
        if (kept === undefined)
          throw notFound(
            'SYMBOL',
            'There is nothing to restore. It was already restored, or was deleted permanently after 30 days.',
          );
        const body = kept.body as {
          symbol: string;
          portfolio: string;
          holdings: Record<string, unknown>[];
          transactions: Record<string, unknown>[];
        };
        await restoreMissing(trx, 'transaction', body.transactions);
        await restoreMissing(trx, 'holding', body.holdings);
        await TrashModel.query(trx).deleteById(undoId);
        await rederivePositions(trx, userId, [{ portfolio_id: kept.row_id, symbol: body.symbol }], now);
        await change.record('TRANSACTION_RESTORED', body.symbol, {
          portfolio: body.portfolio,
          transactions: body.transactions.length,
        });
        return { symbol: body.symbol, portfolio: body.portfolio, transactions: body.transactions.length };
      },
    }),
  };
}

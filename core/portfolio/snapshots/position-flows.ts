import type { DayAmounts } from '../../finance/returns/index.ts';
import type { Decimal, DbTransaction } from '../../platform/index.ts';
import { dayAmountsOfText, flowsOfText } from '../ledger/index.ts';
import { replayPositions } from '../positions/index.ts';
import { positionKey, type ReplayedPosition, replayedPosition } from './snapshot.ts';

/** A position with the id of its portfolio; `portfolio` is the name. */
export type StoredPosition = ReplayedPosition & { portfolio_id: string };

interface PositionRow {
  portfolio_id: string;
  portfolio: string;
  symbol: string;
  currency: string;
  quantity: Decimal;
  dividends: Decimal;
  has_unknown_cost: boolean;
  cash_flows: string | null;
}

/**
 * Positions with their cash flows, by portfolio and symbol. Also for use within a change.
 * @param portfolioIds of any people, for the system; null for all positions of the owner.
 */
export async function readPositionFlows(
  trx: DbTransaction,
  portfolioIds: readonly string[] | null = null,
): Promise<StoredPosition[]> {
  const { rows } = await trx.raw<{ rows: PositionRow[] }>(
    `select l.portfolio_id::text, p.name as portfolio, l.symbol, l.currency, l.quantity, l.dividends,
       l.unknown_cost_quantity <> 0 or l.unknown_cost_sold <> 0 as has_unknown_cost, l.cash_flows
     from portfolio.positions l join portfolio.portfolios p on p.id = l.portfolio_id
     ${portfolioIds === null ? '' : 'where l.portfolio_id = any(?::bigint[])'}
     order by l.portfolio_id, l.symbol`,
    portfolioIds === null ? [] : ([[...portfolioIds]] as never),
  );
  const older = await replayed(
    trx,
    rows.filter((row) => row.cash_flows === null),
  );
  return rows.flatMap(({ cash_flows, ...row }) => {
    if (cash_flows === null) return older.get(keyOf(row)) ?? [];
    let amounts: DayAmounts | undefined;
    return {
      ...row,
      // Read when they are used, person by person: the flows of many people would hold up the other requests.
      get amounts() {
        return (amounts ??= dayAmountsOfText(cash_flows));
      },
      get flows() {
        return flowsOfText(cash_flows);
      },
    };
  });
}

/** People's portfolios may have the same name. */
const keyOf = ({ portfolio_id: portfolio, symbol }: Pick<StoredPosition, 'portfolio_id' | 'symbol'>) =>
  positionKey({ portfolio, symbol });

/** Replays positions of an older release, until the renewal after a start has written their flows. */
async function replayed(
  trx: DbTransaction,
  rows: readonly PositionRow[],
): Promise<ReadonlyMap<string, StoredPosition>> {
  const found = new Map<string, StoredPosition>();
  if (rows.length === 0) return found;
  const names = new Map(rows.map((row) => [row.portfolio_id, row.portfolio]));
  await replayPositions(trx, [...rows], async ({ portfolio_id }, position) => {
    if (position === null) return;
    const own = replayedPosition(names.get(portfolio_id) ?? '', position);
    found.set(keyOf({ ...own, portfolio_id }), { ...own, portfolio_id });
  });
  return found;
}

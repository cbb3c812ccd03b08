import type { Context, Decimal } from '../../platform/index.ts';

/** What the ledger of one symbol comes to, as it is kept beside its transactions. */
interface PositionFact {
  portfolio: string;
  symbol: string;
  currency: string;
  /** Against the oldest lots, after fees. */
  realised_gain: number;
  /** Units were sold whose cost nobody knows: that sale is in no realised gain. */
  has_unknown_cost_sold: boolean;
}

/** The kept results of all ledgers of a person. */
export interface BookFacts {
  positions: PositionFact[];
  /** When a holding that is still there, its price or a ledger changed last; null for empty books. */
  changed_at: Date | null;
}

interface PositionRow {
  portfolio: string;
  symbol: string;
  currency: string;
  realised_fifo: Decimal;
  unknown_cost_sold: Decimal;
}

/** The kept results of ledgers, for comparisons with what reports replay anew. */
export function createBookFactsService({ database }: Pick<Context, 'database'>) {
  return {
    async read(userId: string): Promise<BookFacts> {
      return await database.atOneMoment(userId, async (trx) => {
        const { rows } = await trx.raw<{ rows: PositionRow[] }>(
          `select p.name as portfolio, l.symbol, l.currency, l.realised_fifo, l.unknown_cost_sold
           from portfolio.positions l join portfolio.portfolios p on p.id = l.portfolio_id order by p.name, l.symbol`,
        );
        const { rows: changes } = await trx.raw<{ rows: { changed_at: Date | null }[] }>(
          `select greatest((select max(updated_at) from portfolio.holdings),
             (select max(calculated_at) from portfolio.positions)) as changed_at`,
        );
        return {
          positions: rows.map(({ realised_fifo, unknown_cost_sold, ...row }) => ({
            ...row,
            realised_gain: realised_fifo.toNumber(),
            has_unknown_cost_sold: !unknown_cost_sold.isZero(),
          })),
          changed_at: changes[0]?.changed_at ?? null,
        };
      });
    },
  };
}

import { type Context, type Decimal, istDate } from '../../platform/index.ts';
import { IS_REPLAYED } from '../positions/index.ts';

/** Sums of the purchases and sales of one symbol, by the rows alone: no lot has a part in them. */
interface TradeSums {
  /** Bought less sold; null where a split changed what a unit is. */
  units: number | null;
  /** Received less paid, after charges, in the currency of the rows. */
  money: number;
}

/** The ledger of one symbol, as its result is kept beside its transactions. */
interface PositionFact {
  portfolio: string;
  symbol: string;
  currency: string;
  /** Against the oldest lots, after fees. */
  realised_gain: number;
  /** Units of unknown cost were sold: that sale is in no realised gain. */
  has_unknown_cost_sold: boolean;
  /** Null where units came or went in another way, or at an unknown cost. */
  trades: TradeSums | null;
}

/** The kept results of all ledgers of a person. */
export interface BookFacts {
  positions: PositionFact[];
}

interface PositionRow {
  portfolio: string;
  symbol: string;
  currency: string;
  realised_fifo: Decimal;
  unknown_cost_sold: Decimal;
  units: Decimal | null;
  money: Decimal | null;
  has_splits: boolean | null;
}

const POSITIONS = `
  select p.name as portfolio, l.symbol, l.currency, l.realised_fifo, l.unknown_cost_sold, s.units, s.money, s.has_splits
  from portfolio.positions l
  join portfolio.portfolios p on p.id = l.portfolio_id
  left join (
    select t.portfolio_id, t.symbol, bool_or(t.type = 'SPLIT') as has_splits,
      sum(case t.type when 'BUY' then t.quantity when 'SELL' then -t.quantity else 0 end) as units,
      sum(case t.type when 'BUY' then -t.quantity * t.price - t.fee_tax
        when 'SELL' then t.quantity * t.price - t.fee_tax else 0 end) as money
    from portfolio.transactions t where ${IS_REPLAYED}
    group by t.portfolio_id, t.symbol
    having bool_and(t.type in ('BUY', 'SELL', 'SPLIT', 'DIVIDEND') and t.quantity >= 0 and t.action_id is null
      and t.carried_cost is null and t.trade_date <= ?::date)
  ) s on s.portfolio_id = l.portfolio_id and s.symbol = l.symbol
    and l.unmatched_quantity = 0 and l.unknown_cost_quantity = 0 and l.unknown_cost_sold = 0
  order by p.name, l.symbol`;

/** The kept results of ledgers, for comparisons with reports that replay the transactions anew. */
export function createBookFactsService({ clock, database }: Pick<Context, 'clock' | 'database'>) {
  return {
    async read(userId: string): Promise<BookFacts> {
      const { rows } = await database.readAsUser(
        userId,
        async (trx) => await trx.raw<{ rows: PositionRow[] }>(POSITIONS, [istDate(clock.now())]),
      );
      const positions = rows.map(
        ({ realised_fifo, unknown_cost_sold, units, money, has_splits, ...row }) => ({
          ...row,
          realised_gain: realised_fifo.toNumber(),
          has_unknown_cost_sold: !unknown_cost_sold.isZero(),
          trades:
            money === null
              ? null
              : { units: has_splits === true ? null : (units?.toNumber() ?? null), money: money.toNumber() },
        }),
      );
      return { positions };
    },
  };
}

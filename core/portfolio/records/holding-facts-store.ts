import type { AssetClass } from '../../market/instruments/index.ts';
import type { Decimal, DbTransaction } from '../../platform/index.ts';

/** What a holding says of a symbol, beside its ledger. */
export interface HeldLabel {
  portfolio_id: string;
  symbol: string;
  name: string | null;
  isin: string | null;
  asset_class: AssetClass | null;
}

/** The labels of all holdings. */
export async function readHeldLabels(trx: DbTransaction): Promise<HeldLabel[]> {
  const { rows } = await trx.raw<{ rows: HeldLabel[] }>(
    `select portfolio_id::text, symbol, name, isin, asset_class from portfolio.holdings order by id`,
  );
  return rows;
}

/** What holdings of one currency cost. */
export interface CostSum {
  currency: string;
  cost: Decimal;
  /** Symbols without a buy price. */
  costless: string[];
}

/** What is held cost, by currency. */
export async function readCost(trx: DbTransaction, portfolioId: string | null): Promise<CostSum[]> {
  const { rows } = await trx.raw<{ rows: CostSum[] }>(
    `select currency, coalesce(sum(quantity * avg_buy_price), 0) as cost,
       coalesce(array_agg(symbol order by symbol) filter (where avg_buy_price is null and quantity > 0), '{}') as costless
     from portfolio.holdings where ?::bigint is null or portfolio_id = ?::bigint group by currency order by currency`,
    [portfolioId, portfolioId] as string[],
  );
  return rows;
}

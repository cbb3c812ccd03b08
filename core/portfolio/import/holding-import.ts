import { Decimal, toScale, type Transaction } from '../../platform/index.ts';
import { HoldingModel } from '../models.ts';
import type { PositionKey } from '../ledger-store.ts';
import { type Choice, PORTFOLIO_OF } from './import-store.ts';
import type { HoldingRow } from './rows.ts';

/**
 * Adds up rows of one symbol in one portfolio: quantities together, cost as the weighted average; of the rest the first
 * row that tells it counts.
 */
export function mergeHoldings(rows: HoldingRow[]): HoldingRow {
  const [first, ...others] = rows;
  if (first === undefined) throw new RangeError('nothing to merge');
  return others.reduce((sum, row) => {
    const quantity = new Decimal(sum.quantity).plus(row.quantity);
    const known = sum.avg_buy_price !== null && row.avg_buy_price !== null && !quantity.isZero();
    const cost = known
      ? new Decimal(sum.quantity)
          .times(sum.avg_buy_price ?? 0)
          .plus(new Decimal(row.quantity).times(row.avg_buy_price ?? 0))
      : null;
    const told = Object.fromEntries(Object.entries(sum).filter(([, value]) => value !== null));
    return {
      ...row,
      ...told,
      quantity: quantity.toFixed(),
      avg_buy_price: cost === null ? null : toScale(cost.div(quantity)).toFixed(),
    };
  }, first);
}

/**
 * Writes the chosen holdings by symbol and portfolio: the file's quantity and cost replace what stood there, a value
 * the file does not give is kept (spec: Import and ledger rules 1).
 */
export async function upsertHoldings(
  trx: Transaction,
  userId: string,
  choice: Choice,
  now: Date,
): Promise<{ imported: number; chosen: number; repeated: number; symbols: PositionKey[] }> {
  const { rows } = await trx.raw<{ rows: { portfolio_id: string; payload: HoldingRow }[] }>(
    `select p.id as portfolio_id, r.payload
     from portfolio.import_rows r
     join portfolio.portfolios p on lower(p.name) = lower(${PORTFOLIO_OF})
     where r.import_id = ? and r.state = 'valid' and (?::int[] is null or r.row = any(?::int[]))
     order by r.row`,
    [choice.targetPortfolio, choice.fallbackPortfolio, choice.importId, choice.rows, choice.rows] as never,
  );
  const groups = new Map<string, typeof rows>();
  for (const row of rows) {
    const key = `${row.portfolio_id}\0${row.payload.symbol}`;
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  let imported = 0;
  const symbols: PositionKey[] = [];
  for (const group of groups.values()) {
    const portfolioId = group[0]?.portfolio_id ?? '';
    const row = mergeHoldings(group.map(({ payload }) => payload));
    const before = await HoldingModel.query(trx).findOne({ portfolio_id: portfolioId, symbol: row.symbol });
    const values = given(row, now, before?.current_price ?? null);
    if (before !== undefined && unchanged(before, values)) continue;
    if (before === undefined) {
      await HoldingModel.query(trx).insert({
        owner_user_id: userId,
        portfolio_id: portfolioId,
        symbol: row.symbol,
        asset_class: row.asset_class,
        currency: row.currency,
        source: 'CSV',
        ...values,
      });
    } else {
      await HoldingModel.query(trx)
        .findById(before.id)
        .patch({
          ...values,
          asset_class: row.asset_class,
          currency: row.currency,
          source: 'CSV',
          updated_at: now,
        });
    }
    imported += group.length;
    symbols.push({ portfolio_id: portfolioId, symbol: row.symbol });
  }
  return { imported, chosen: rows.length, repeated: 0, symbols };
}

/** Only what the file gives; a price counts as seen now unless it is the one that stood there. */
function given(row: HoldingRow, now: Date, priceBefore: Decimal | null) {
  const values = {
    quantity: toScale(row.quantity),
    avg_buy_price: row.avg_buy_price === null ? null : toScale(row.avg_buy_price),
    current_price: row.current_price === null ? null : toScale(row.current_price),
    previous_close: row.previous_close === null ? null : toScale(row.previous_close),
    name: row.name,
    isin: row.isin,
    sector: row.sector,
    beta: row.beta === null ? null : Number(row.beta),
    target_allocation_pct: row.target_allocation_pct === null ? null : Number(row.target_allocation_pct),
    maturity_date: row.maturity_date,
    face_value: row.face_value === null ? null : toScale(row.face_value),
    coupon_rate: row.coupon_rate === null ? null : Number(row.coupon_rate),
    coupon_frequency: row.coupon_frequency,
  };
  const repriced = values.current_price !== null && priceBefore?.eq(values.current_price) !== true;
  const known = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null)) as Partial<
    typeof values
  > &
    Pick<typeof values, 'quantity'>;
  return { ...known, ...(repriced ? { priced_at: now, price_source: 'CSV', price_as_of: null } : {}) };
}

function unchanged(before: HoldingModel, values: Record<string, unknown>): boolean {
  return (
    before.source === 'CSV' &&
    Object.entries(values).every(([key, value]) => {
      const old = before[key as keyof HoldingModel] as unknown;
      return value instanceof Decimal ? old instanceof Decimal && old.eq(value) : old === value;
    })
  );
}

import { auditedMutation } from '../../audit/index.ts';
import {
  dayInWords,
  type Actor,
  type Context,
  invalid,
  istDate,
  notFound,
  type DbTransaction,
  daysBetween,
} from '../../platform/index.ts';
import type { PortfolioArea } from '../../portfolio/index.ts';
import { type FundHoldingsInput, fundHoldingsInput, fundHoldingsRules, symbolKey } from './inputs.ts';
import { FundHoldingsModel } from './models.ts';
import type { FundHolding, FundHoldingsDay, FundHoldingsView } from './view.ts';

const LONGEST_SYMBOL = 128;
const FUNDS = new Set(['Mutual Fund', 'ETF']);

/** Use-cases of the contents of funds (spec: Resources, Fund holdings snapshot; Reports, PUT /fund-holdings). */
export function createFundHoldings(context: Context, portfolio: Pick<PortfolioArea, 'holdings'>) {
  const { clock, config, database } = context;
  const mutation = auditedMutation(context);
  const today = () => istDate(clock.now());

  const isHeld = async (userId: string, symbol: string): Promise<boolean> =>
    (await portfolio.holdings.all(userId)).some(
      (one) =>
        FUNDS.has(one.asset_class) &&
        one.quantity > 0 &&
        (symbolKey(one.symbol) === symbol || one.isin === symbol),
    );

  const toFundHoldingsView = (row: FundHoldingsModel, is_held: boolean): FundHoldingsView => {
    const age_days = daysBetween(row.as_of, today());
    return {
      fund_symbol: row.fund_symbol,
      as_of: row.as_of,
      source: row.source,
      holdings: row.holdings.map(({ stock_symbol, isin, weight_pct }) => ({
        stock_symbol,
        isin: isin ?? null,
        weight_pct,
      })),
      weight_sum_pct: weightSum(row.holdings),
      age_days,
      is_stale: age_days > config.PORTFOLIO_FUND_HOLDINGS_STALE_DAYS,
      is_held,
      updated_at: row.updated_at.toISOString(),
    };
  };

  const find = async (
    trx: DbTransaction,
    fund_symbol: string,
    as_of: string | undefined,
  ): Promise<FundHoldingsModel> => {
    const row = await FundHoldingsModel.query(trx)
      .where({ fund_symbol, ...(as_of === undefined ? {} : { as_of }) })
      .orderBy('as_of', 'desc')
      .first();
    if (row === undefined)
      throw notFound(
        'FUND_HOLDINGS',
        `No holdings of ${fund_symbol} are recorded${as_of === undefined ? '' : ` for ${dayInWords(as_of)}`}.`,
      );
    return row;
  };

  const replace = mutation('fund_holdings.replace', {
    input: fundHoldingsInput,
    rules: (given) => fundHoldingsRules(given, today()),
    topics: ['fund_holdings'],
    async run(change, input, { fund_symbol, is_held }: { fund_symbol: string; is_held: boolean }) {
      const { now, trx, userId } = change;
      const { as_of } = input;
      const source = input.source?.trim() ?? 'MANUAL';
      const holdings = holdingsOf(input);
      const before = await FundHoldingsModel.query(trx).findOne({ fund_symbol, as_of });
      if (before !== undefined && isSame(before, { source, holdings }))
        return toFundHoldingsView(before, is_held);
      const row =
        before === undefined
          ? await FundHoldingsModel.query(trx)
              .insert({
                owner_user_id: userId,
                fund_symbol,
                as_of,
                source,
                holdings,
                created_at: now,
                updated_at: now,
              })
              .returning('*')
          : await FundHoldingsModel.query(trx).patchAndFetchById(before.id, {
              source,
              holdings,
              updated_at: now,
            });
      await change.record('FUND_HOLDINGS_REPLACED', fund_symbol, {
        as_of,
        source,
        stocks: holdings.length,
        stocks_before: before?.holdings.length ?? null,
        weight_sum_pct: weightSum(holdings),
      });
      return toFundHoldingsView(row, is_held);
    },
  });

  const remove = mutation('fund_holdings.remove', {
    topics: ['fund_holdings'],
    async run(change, symbol: string, as_of: string): Promise<void> {
      const { trx } = change;
      const row = await find(trx, symbol, as_of);
      await FundHoldingsModel.query(trx).deleteById(row.id);
      await change.record('FUND_HOLDINGS_DELETED', symbol, {
        as_of,
        source: row.source,
        stocks: row.holdings.length,
      });
    },
  });

  return {
    /**
     * Replaces what a fund holds on a day; the same body again changes nothing. The fund need not be held yet.
     * @throws 422 VALIDATION_ERROR
     */
    async replace(userId: string, fund: string, body: unknown, actor: Actor): Promise<FundHoldingsView> {
      const fund_symbol = fundSymbol(fund);
      const is_held = await isHeld(userId, fund_symbol);
      return await replace(userId, { fund_symbol, is_held }, body, actor);
    },

    /** What a fund holds: on the newest day on record, or on one day. @throws 404 FUND_HOLDINGS_NOT_FOUND, 422 */
    async read(userId: string, fund: string, as_of?: string): Promise<FundHoldingsView> {
      const symbol = fundSymbol(fund);
      const is_held = await isHeld(userId, symbol);
      return await database.readAsUser(userId, async (trx) =>
        toFundHoldingsView(await find(trx, symbol, as_of), is_held),
      );
    },

    /** Every day on record, by fund, the newest first. */
    async list(userId: string): Promise<FundHoldingsDay[]> {
      return await database.readAsUser(userId, async (trx) =>
        (
          await FundHoldingsModel.query(trx).orderBy([
            { column: 'fund_symbol' },
            { column: 'as_of', order: 'desc' },
          ])
        ).map(({ fund_symbol, as_of, source, holdings }) => ({
          fund_symbol,
          as_of,
          source,
          stocks_count: holdings.length,
        })),
      );
    },

    /** Forgets one day of a fund, such as one with a wrong date. @throws 404 FUND_HOLDINGS_NOT_FOUND, 422 */
    async remove(userId: string, fund: string, as_of: string, actor: Actor): Promise<void> {
      const symbol = fundSymbol(fund);
      await remove(userId, symbol, as_of, actor);
    },
  };
}

/** Reads every snapshot whose fund goes by one of these words, up to a day. */
export async function fundHoldingsUntil(
  trx: DbTransaction,
  words: readonly string[],
  until: string,
): Promise<FundHoldingsModel[]> {
  if (words.length === 0) return [];
  const { rows } = await trx.raw<{ rows: FundHoldingsModel[] }>(
    `select distinct on (fund_symbol) fund_symbol, as_of, source, holdings, updated_at from portfolio.fund_holdings
     where fund_symbol = any(?) and as_of <= ? order by fund_symbol, as_of desc`,
    [words as string[], until],
  );
  return rows;
}

/** @throws 422 for what cannot be a fund. */
function fundSymbol(text: string): string {
  const symbol = symbolKey(text);
  if (symbol === '' || symbol.length > LONGEST_SYMBOL || /\p{Cc}/u.test(symbol))
    throw invalid([
      {
        field: 'fund_symbol',
        message: `The fund's symbol or ISIN must have 1 to ${LONGEST_SYMBOL} characters.`,
      },
    ]);
  return symbol;
}

function holdingsOf(input: FundHoldingsInput): FundHolding[] {
  return input.holdings
    .map(({ stock_symbol, isin, weight_pct }) => ({
      stock_symbol: stock_symbol.trim(),
      isin: isin?.trim().toUpperCase() ?? null,
      weight_pct,
    }))
    .sort((a, b) => b.weight_pct - a.weight_pct);
}

function isSame(row: FundHoldingsModel, given: Pick<FundHoldingsModel, 'source' | 'holdings'>): boolean {
  const word = (of: Pick<FundHoldingsModel, 'source' | 'holdings'>) =>
    JSON.stringify([
      of.source,
      of.holdings.map(({ stock_symbol, isin, weight_pct }) => [stock_symbol, isin, weight_pct]),
    ]);
  return word(row) === word(given);
}

function weightSum(holdings: readonly FundHolding[]): number {
  return Number(holdings.reduce((all, { weight_pct }) => all + weight_pct, 0).toFixed(6));
}

import { type LoadFx, holdingsToValue, valueHoldings } from '../valuation/index.ts';
import { HAND_DAYS, type PriceSessions } from '../../market/calendar/index.ts';
import { auditedMutation } from '../../audit/index.ts';
import { conflict, type Context, notFound, type DbTransaction, unlessUnique } from '../../platform/index.ts';
import { portfolioInput, type PortfolioInput } from './inputs.ts';
import { HoldingModel, PortfolioModel } from '../models.ts';
import { countTransactions } from '../positions/index.ts';
import type { PortfolioView } from './portfolio-view.ts';
import { ensureNetworth, findPortfolio, findPortfolioByName, listPortfolios } from './portfolio-store.ts';

/** What a portfolio takes along when it goes, or what lets go of it. */
const ALL_OF_A_PORTFOLIO = [
  'ledger',
  'prices',
  'snapshots',
  'income',
  'goals',
  'watchlist',
  'connections',
] as const;

export type PortfolioService = ReturnType<typeof createPortfolioService>;

/** Use-cases of portfolios (spec: Resources "Portfolio"; routes portfolios and v2/portfolios). */
export function createPortfolioService(context: Context, loadFx: LoadFx, sessions: PriceSessions) {
  const { database, clock } = context;
  const mutation = auditedMutation(context);

  async function views(trx: DbTransaction, rows: PortfolioModel[]): Promise<PortfolioView[]> {
    const holdings = await holdingsToValue(trx);
    const fx = await loadFx(trx, {
      from: holdings.map(({ currency }) => currency),
      to: rows.map(({ base_currency }) => base_currency),
    });
    return rows.map((row) => {
      const own = row.is_protected ? holdings : holdings.filter((holding) => holding.portfolio_id === row.id);
      const { total } = valueHoldings(own, { base: row.base_currency, fx, now: clock.now(), sessions });
      return {
        id: row.id,
        name: row.name,
        base_currency: row.base_currency,
        target_allocation: row.target_allocation_json,
        price_interval_days: row.price_interval_days ?? (row.is_protected ? HAND_DAYS : null),
        is_protected: row.is_protected,
        holdings_count: own.length,
        current_value: total.current_value,
        total_invested: total.total_invested,
        provisional_reason: null,
        created_at: row.created_at.toISOString(),
      };
    });
  }

  const viewOf = async (trx: DbTransaction, row: PortfolioModel): Promise<PortfolioView> => {
    const [view] = await views(trx, [row]);
    if (view === undefined) throw notFound('PORTFOLIO');
    return view;
  };

  const store = async (trx: DbTransaction, userId: string, input: PortfolioInput): Promise<PortfolioModel> =>
    await unlessUnique(
      () =>
        PortfolioModel.query(trx)
          .insert({
            owner_user_id: userId,
            name: input.name.trim(),
            base_currency: input.base_currency ?? 'INR',
            target_allocation_json: input.target_allocation ?? null,
            price_interval_days: input.price_interval_days ?? null,
          })
          .returning('*'),
      () => taken(input.name),
    );

  return {
    /** All portfolios with their totals, Networth first; makes Networth where it is missing. */
    async list(userId: string): Promise<PortfolioView[]> {
      return await database.asUser(userId, async (trx) => {
        await ensureNetworth(trx, userId);
        return await views(trx, await listPortfolios(trx));
      });
    },

    async get(userId: string, id: string): Promise<PortfolioView> {
      return await database.asUser(userId, async (trx) => {
        const row = await findPortfolio(trx, id);
        if (row === undefined) throw notFound('PORTFOLIO');
        return await viewOf(trx, row);
      });
    },

    /** Finds a portfolio by the name a person typed, whatever the case; null when there is none. */
    async findByName(userId: string, name: string): Promise<PortfolioView | null> {
      return await database.asUser(userId, async (trx) => {
        const row = await findPortfolioByName(trx, name);
        return row === undefined ? null : await viewOf(trx, row);
      });
    },

    /** @throws 422 VALIDATION_ERROR, 409 PORTFOLIO_EXISTS. */
    create: mutation('portfolio.create', {
      input: portfolioInput,
      topics: ['ledger'],
      async run(change, input) {
        const { trx, userId } = change;
        // Before anything else is asked for it may not be there yet, and its name is taken all the same.
        await ensureNetworth(trx, userId);
        if ((await findPortfolioByName(trx, input.name)) !== undefined) throw taken(input.name);
        const row = await store(trx, userId, input);
        await change.record('PORTFOLIO_CREATED', row.id, { name: row.name });
        return await viewOf(trx, row);
      },
    }),

    /** Changes the given fields. @throws 404 PORTFOLIO_NOT_FOUND, 409 PORTFOLIO_PROTECTED (renaming Networth), PORTFOLIO_EXISTS. */
    update: mutation('portfolio.update', {
      input: portfolioInput.partial(),
      // Snapshots of another base currency are no figures of this one.
      topics: ['ledger', 'snapshots'],
      async run(change, input, id: string) {
        const { now, trx, userId } = change;
        const row = await change.locked('PORTFOLIO', PortfolioModel, id);
        const name = input.name?.trim();
        if (name !== undefined && name !== row.name) {
          if (row.is_protected) throw protectedPortfolio();
          await ensureNetworth(trx, userId);
          const other = await findPortfolioByName(trx, name);
          if (other !== undefined && other.id !== row.id) throw taken(name);
        }
        const changed = await PortfolioModel.query(trx).patchAndFetchById(id, {
          ...(name === undefined ? {} : { name }),
          ...(input.base_currency === undefined ? {} : { base_currency: input.base_currency }),
          ...(input.target_allocation === undefined
            ? {}
            : { target_allocation_json: input.target_allocation }),
          ...(input.price_interval_days === undefined
            ? {}
            : { price_interval_days: input.price_interval_days }),
          updated_at: now,
        });
        await change.record('PORTFOLIO_UPDATED', id, input);
        return await viewOf(trx, changed);
      },
    }),

    /** Deletes the definition with its holdings, transactions and snapshots. @throws 404, 409 PORTFOLIO_PROTECTED. */
    remove: mutation('portfolio.remove', {
      topics: ALL_OF_A_PORTFOLIO,
      long: true,
      async run(change, id: string): Promise<void> {
        const { trx } = change;
        const row = await change.locked('PORTFOLIO', PortfolioModel, id);
        if (row.is_protected) throw protectedPortfolio();
        const holdings = await HoldingModel.query(trx).where({ portfolio_id: id }).resultSize();
        const transactions = await countTransactions(trx, { portfolio_id: id });
        await PortfolioModel.query(trx).deleteById(id);
        await change.record('PORTFOLIO_DELETED', id, { name: row.name, holdings, transactions });
      },
    }),
  };
}

function taken(name: string) {
  return conflict(
    'PORTFOLIO_EXISTS',
    `A portfolio named ${name.trim()} already exists. Choose another name.`,
  );
}

function protectedPortfolio() {
  return conflict(
    'PORTFOLIO_PROTECTED',
    'Networth is the total of all portfolios. It cannot be renamed or deleted.',
  );
}

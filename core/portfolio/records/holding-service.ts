import { withoutTradePrice } from '../ledger/index.ts';
import {
  fileOlderPrices,
  priceBefore,
  rederivePositions,
  resolveSymbol,
  WITHOUT_STOCK,
} from '../positions/index.ts';
import type { PriceSessions } from '../../market/calendar/index.ts';
import { auditedMutation } from '../../audit/index.ts';
import {
  conflict,
  type Context,
  istDate,
  keptPage,
  notFound,
  toScale,
  type DbTransaction,
  unlessUnique,
  fieldsOf,
  parseInput,
  type Page,
  type PageQuery,
  pageWindow,
} from '../../platform/index.ts';
import { allHoldings, findHolding, holdingRows, holdingsOfSymbol, pageOfHoldings } from './holding-store.ts';
import { holdingColumns, manuallyPriced } from './holding-columns.ts';
import { type HoldingView, type PriceUpdateView, toHoldingView, toPriceUpdateView } from './holding-view.ts';
import type { HoldingQuery } from './query.ts';
import { holdingInput, holdingRules, priceInput } from './inputs.ts';
import { HoldingModel, HoldingPriceUpdateModel, TrashModel } from '../models.ts';
import { ensurePortfolio } from './portfolio-store.ts';
import { moveToTrash, findInTrash, restoreFromTrash } from './trash-store.ts';

/** Use-cases of holdings (spec: Resources "Holding"; Price refresh rules 5; Import and ledger rules 3 and 6). */
export function createHoldingService(context: Context, sessions: PriceSessions) {
  const { database, clock } = context;
  const mutation = auditedMutation(context);

  const viewOf = async (trx: DbTransaction, id: string): Promise<HoldingView> => {
    const row = await findHolding(trx, id);
    if (row === undefined) throw notFound('HOLDING');
    return toHoldingView(row, clock.now(), sessions);
  };
  return {
    async list(userId: string, query: HoldingQuery): Promise<Page<HoldingView>> {
      const { page, page_size } = pageWindow(query);
      return await database.readAsUser(userId, async (trx) => {
        const { rows, total } = await pageOfHoldings(trx, query);
        return {
          items: rows.map((row) => toHoldingView(row, clock.now(), sessions)),
          page,
          page_size,
          total,
        };
      });
    },

    /** Every holding, by portfolio and symbol. */
    async all(userId: string): Promise<HoldingView[]> {
      return await database.readAsUser(userId, async (trx) =>
        (await allHoldings(trx)).map((row) => toHoldingView(row, clock.now(), sessions)),
      );
    },

    async get(userId: string, id: string): Promise<HoldingView> {
      return await database.readAsUser(userId, (trx) => viewOf(trx, id));
    },

    /** Holdings of one symbol in every portfolio; empty when there are none. */
    async ofSymbol(userId: string, symbol: string): Promise<HoldingView[]> {
      return await database.readAsUser(userId, async (trx) =>
        (await holdingsOfSymbol(trx, symbol)).map((row) => toHoldingView(row, clock.now(), sessions)),
      );
    },

    /** @throws 422 VALIDATION_ERROR, 409 HOLDING_EXISTS. */
    create: mutation('holding.create', {
      input: holdingInput,
      rules: holdingRules,
      topics: ['ledger', 'prices'],
      async run(change, input) {
        const { now, trx, userId } = change;
        const portfolio = await ensurePortfolio(trx, userId, input.portfolio);
        const values = holdingColumns(input, await resolveSymbol(trx, portfolio.id, input.symbol));
        const row = await guardUnique(values.symbol, () =>
          HoldingModel.query(trx)
            .insert({
              ...values,
              owner_user_id: userId,
              portfolio_id: portfolio.id,
              source: 'MANUAL',
              ...manuallyPriced(values.current_price, now),
            })
            .returning('*'),
        );
        const view = await viewOf(trx, row.id);
        await change.record('HOLDING_CREATED', row.id, view);
        return view;
      },
    }),

    /**
     * Replaces the given fields. A given price is dated now, also where it is the same as before. A holding derived from
     * transactions whose quantity or cost is edited becomes one kept by hand, beside its ledger. @throws 404, 422, 409 HOLDING_EXISTS.
     */
    update: mutation('holding.update', {
      input: holdingInput.partial(),
      topics: ['ledger', 'prices'],
      async run(change, changes, id: string) {
        const { now, trx, userId } = change;
        const before = await change.locked('HOLDING', holdingRows, id, 'h');
        const old = toHoldingView(before, now, sessions);
        const kept = fieldsOf(holdingInput, old);
        const merged = parseInput(
          holdingInput,
          { ...kept, avg_buy_price: old.avg_buy_price ?? 0, ...changes },
          holdingRules,
        );
        const portfolio = await ensurePortfolio(trx, userId, merged.portfolio);
        const isRenamed = merged.symbol !== before.symbol;
        const symbol = isRenamed ? await resolveSymbol(trx, portfolio.id, merged.symbol) : before.symbol;
        const next = holdingColumns(merged, symbol);
        // Numbers the request leaves alone keep every decimal they have, and an unknown cost stays unknown.
        const quantity = changes.quantity === undefined ? before.quantity : next.quantity;
        const cost = changes.avg_buy_price === undefined ? before.avg_buy_price : next.avg_buy_price;
        // A given price is one of this moment, also where the figure is the same.
        const repriced = changes.current_price !== undefined;
        const ownQuantity =
          !quantity.eq(before.quantity) ||
          cost?.toFixed() !== before.avg_buy_price?.toFixed() ||
          next.symbol !== before.symbol ||
          portfolio.id !== before.portfolio_id;
        await guardUnique(next.symbol, () =>
          HoldingModel.query(trx)
            .findById(id)
            .patch({
              ...next,
              quantity,
              avg_buy_price: cost,
              current_price: changes.current_price === undefined ? before.current_price : next.current_price,
              previous_close:
                changes.previous_close !== undefined
                  ? next.previous_close
                  : repriced
                    ? sessions.previousFor(
                        { ...before, current_price: withoutTradePrice(before) },
                        { ...next, price_as_of: null, priced_at: now },
                      )
                    : before.previous_close,
              portfolio_id: portfolio.id,
              source: before.source === 'LEDGER' && ownQuantity ? 'MANUAL' : before.source,
              // A quantity that a person corrects stands until the broker is read again.
              ...(ownQuantity ? WITHOUT_STOCK : {}),
              ...(repriced ? manuallyPriced(next.current_price, now) : {}),
              updated_at: now,
            }),
        );
        if (ownQuantity)
          await rederivePositions(
            trx,
            userId,
            [{ portfolio_id: before.portfolio_id, symbol: before.symbol }],
            now,
          );
        const view = await viewOf(trx, id);
        await change.record('HOLDING_UPDATED', id, { before: old, after: view });
        return view;
      },
    }),

    /**
     * Deletes a holding that is kept by hand, by file or by broker. @throws 404, 409 HOLDING_FOLLOWS_LEDGER for a
     * derived one, which would come back with its transactions.
     */
    remove: mutation('holding.remove', {
      topics: ['ledger', 'prices'],
      async run(change, id: string): Promise<void> {
        const { now, trx, userId } = change;
        const row = await change.locked('HOLDING', holdingRows, id, 'h');
        if (row.source === 'LEDGER') {
          throw conflict(
            'HOLDING_FOLLOWS_LEDGER',
            `${row.symbol} is calculated from its transactions in ${row.portfolio}. Delete those, or remove the whole symbol, to delete the holding.`,
          );
        }
        await moveToTrash(trx, userId, 'holding', row.id, now);
        await HoldingModel.query(trx).deleteById(id);
        await rederivePositions(trx, userId, [{ portfolio_id: row.portfolio_id, symbol: row.symbol }], now);
        await change.record('HOLDING_DELETED', id, toHoldingView(row, now, sessions));
      },
    }),

    /** Brings a deleted holding back under its old id. @throws 404, 409 HOLDING_EXISTS when the symbol is held again. */
    restore: mutation('holding.restore', {
      topics: ['ledger', 'prices'],
      async run(change, id: string) {
        const { trx } = change;
        const kept = await findInTrash(trx, 'holding', id);
        const symbol = String(kept.body.symbol);
        const derived = await HoldingModel.query(trx).findOne({
          portfolio_id: String(kept.body.portfolio_id),
          symbol,
          source: 'LEDGER',
        });
        if (derived !== undefined) await HoldingModel.query(trx).deleteById(derived.id);
        await guardUnique(symbol, () => restoreFromTrash(trx, 'holding', kept.body));
        await TrashModel.query(trx).deleteById(kept.id);
        const view = await viewOf(trx, id);
        await change.record('HOLDING_RESTORED', id, view);
        return view;
      },
    }),

    /**
     * Update LTP: the price of an Unlisted holding is set by hand; the old one becomes the previous close and a row of
     * holding_price_updates tells of it (spec: Price refresh rules 5). A price of an earlier day than the known one is filed under
     * its day, and the newer price stays.
     * @throws 404, 422, 409 LTP_NOT_MANUAL for a holding that is priced by the market.
     */
    updatePrice: mutation('holding.price', {
      input: priceInput,
      rules: ({ valuation_date }) =>
        (valuation_date ?? '') > istDate(clock.now())
          ? [{ field: 'valuation_date', message: 'is in the future. Enter the date of the price.' }]
          : [],
      topics: ['prices'],
      async run(change, input, id: string) {
        const { now, trx, userId } = change;
        const row = await change.locked('HOLDING', holdingRows, id, 'h');
        const valuationDate = input.valuation_date ?? istDate(now);
        if (row.asset_class !== 'Unlisted') {
          throw conflict(
            'LTP_NOT_MANUAL',
            `${row.symbol} is ${row.asset_class}, so its price comes from the market. You can set prices manually only for Unlisted holdings.`,
          );
        }
        const price = toScale(input.price);
        const known = withoutTradePrice(row);
        const knownDay = known === null ? null : sessions.dateOf(row);
        const isOlder = knownDay !== null && valuationDate < knownDay;
        const prior_price = isOlder ? await priceBefore(trx, row, valuationDate) : row.current_price;
        if (isOlder)
          await fileOlderPrices(trx, [
            {
              owner_user_id: userId,
              portfolio_id: row.portfolio_id,
              symbol: row.symbol,
              currency: row.currency,
              day: valuationDate,
              price: price.toFixed(),
              source: 'MANUAL',
            },
          ]);
        await HoldingModel.query(trx)
          .findById(id)
          .patch({
            ...(isOlder
              ? { previous_close: await priceBefore(trx, row, knownDay) }
              : {
                  current_price: price,
                  previous_close: known,
                  ...manuallyPriced(price, now),
                  price_as_of: valuationDate,
                }),
            updated_at: now,
          });
        await HoldingPriceUpdateModel.query(trx).insert({
          owner_user_id: userId,
          holding_id: id,
          valuation_date: valuationDate,
          prior_price,
          price,
          source: 'MANUAL',
          note: input.note?.trim() || null,
        });
        await change.record('HOLDING_PRICED', id, {
          symbol: row.symbol,
          price: input.price,
          valuation_date: valuationDate,
        });
        return await viewOf(trx, id);
      },
    }),

    /** Prices entered by hand for a holding, newest first. @throws 404. */
    async priceUpdates(userId: string, id: string, query: PageQuery = {}): Promise<Page<PriceUpdateView>> {
      return await database.readAsUser(userId, async (trx) => {
        const holding = await findHolding(trx, id);
        if (holding === undefined) throw notFound('HOLDING');
        const of = { holding_id: holding.id };
        return await keptPage(trx, 'portfolio.holding_price_updates', of, query, async (window) => {
          // The owner is named: row-level security alone lets Postgres plan with the rows of an average owner.
          const rows = await HoldingPriceUpdateModel.query(trx)
            .where({ ...of, owner_user_id: userId })
            .orderBy('id', 'desc')
            .limit(window.page_size)
            .offset(window.offset);
          return rows.map(toPriceUpdateView);
        });
      });
    },
  };
}

const guardUnique = <T>(symbol: string, write: () => PromiseLike<T>): Promise<T> =>
  unlessUnique(write, () =>
    conflict('HOLDING_EXISTS', `${symbol} is already held in this portfolio. Edit that holding instead.`),
  );

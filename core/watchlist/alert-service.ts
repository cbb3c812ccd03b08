import type { Model, QueryBuilder } from 'objection';
import { type AuditedChange, auditedMutation } from '../audit/index.ts';
import type { PriceSessions } from '../market/calendar/index.ts';
import type { WantedQuote } from '../market/index.ts';
import {
  type Actor,
  conflict,
  type Context,
  decimal,
  invalid,
  notFound,
  type DbTransaction,
  unlessUnique,
  parseInput,
} from '../platform/index.ts';
import { type PortfolioArea, portfolioScope } from '../portfolio/index.ts';
import { beginning, type Reading } from './alert-state.ts';
import { labelOf, reasonText } from './alert-words.ts';
import { currentDrawdown, type ReadDrawdownSeries } from './drawdown.ts';
import { alertChange, alertInput, type AlertInput, alertRules } from './inputs.ts';
import { instrumentOf } from './instrument.ts';
import { bySymbol, insertItem } from './item-service.ts';
import { AlertModel, WatchlistItemModel } from './models.ts';
import { type createItemPrices, moveReading, priceOf, priceReading, type ReadHeld } from './prices.ts';
import type { AlertView } from './view.ts';

/** An alert with what it is on. */
export type AlertRow = AlertModel & {
  symbol: string | null;
  currency: string | null;
  portfolio: string | null;
};

/** Use-cases of alerts. What an alert is on is on the watchlist as well: there its price is asked for. */
export function createAlertService(
  context: Context,
  parts: {
    prices: ReturnType<typeof createItemPrices>;
    held: ReadHeld;
    portfolio: Pick<PortfolioArea, 'suggestions'>;
    readDays: ReadDrawdownSeries;
    sessions: PriceSessions;
  },
) {
  const { clock, database } = context;
  const mutation = auditedMutation(context);

  async function read(userId: string, id: string): Promise<AlertView> {
    const row = await database.readAsUser(userId, (trx) => oneAlert(trx, id));
    return toAlertView(row);
  }

  const record = (
    change: AuditedChange,
    kind: 'ALERT_CREATED' | 'ALERT_UPDATED' | 'ALERT_DELETED',
    row: AlertModel,
  ) => change.record(kind, row.id, { kind: row.kind, threshold: row.threshold.toFixed() });

  /** The portfolio that is meant, null for everything together. @throws 404 PORTFOLIO_NOT_FOUND */
  const portfolioId = async (userId: string, name: string | null): Promise<string | null> =>
    (await database.readAsUser(userId, (trx) => portfolioScope(trx, name))).id;

  const add = mutation('alert.create', {
    topics: ['watchlist'],
    async run(change, meant: { input: AlertInput; wanted: WantedQuote | null; portfolio: string | null }) {
      const { input, wanted, portfolio } = meant;
      const { now, trx, userId } = change;
      const item =
        wanted === null
          ? null
          : ((await bySymbol(trx, wanted.symbol)) ?? (await insertItem(trx, userId, wanted, now)));
      const row = await unlessThere(() =>
        AlertModel.query(trx)
          .insert({
            owner_user_id: userId,
            kind: input.kind,
            item_id: item?.id ?? null,
            portfolio_id: portfolio,
            threshold: decimal(input.threshold),
            state: 'ARMED',
            created_at: now,
          })
          .returning('*'),
      );
      await record(change, 'ALERT_CREATED', row);
      return { id: row.id };
    },
  });

  const update = mutation('alert.update', {
    input: alertChange,
    topics: ['watchlist'],
    async run(change, asked, id: string) {
      const { trx } = change;
      const { kind, threshold, symbol, portfolio } = await change.locked('ALERT', alertRows, id, 'a');
      const wanted = { kind: asked.kind ?? kind, threshold: asked.threshold ?? threshold.toNumber() };
      if (wanted.kind === kind && threshold.eq(wanted.threshold)) return { changed: false };
      if ((wanted.kind === 'DRAWDOWN_PCT') !== (kind === 'DRAWDOWN_PCT'))
        throw invalid([
          {
            field: 'kind',
            message:
              'A drawdown alert is on a portfolio, the other kinds are on a symbol. Create a new alert instead.',
          },
        ]);
      parseInput(alertInput, { ...wanted, ...(symbol === null ? { portfolio } : { symbol }) }, alertRules);
      const row = await unlessThere(() =>
        AlertModel.query(trx).patchAndFetchById(id, {
          ...wanted,
          threshold: decimal(wanted.threshold),
          state: 'ARMED',
          last_value: null,
          last_reason: null,
          last_evaluated_at: null,
          beyond_value: null,
          beyond_on: null,
        }),
      );
      await record(change, 'ALERT_UPDATED', row);
      return { changed: true };
    },
    isSeen: ({ changed }) => changed,
  });

  return {
    /** Waiting ones first, then by subject. */
    async list(userId: string): Promise<AlertView[]> {
      return (await database.readAsUser(userId, (trx) => listAlerts(trx))).map(toAlertView);
    },

    get: read,

    /**
     * Puts what it is on on the watchlist where it is not there yet. An alert whose level is passed already waits until the
     * value was back. @throws 422 VALIDATION_ERROR, 404 PORTFOLIO_NOT_FOUND, 409 ALERT_EXISTS
     */
    async create(userId: string, body: unknown, actor: Actor): Promise<AlertView> {
      const input = parseInput(alertInput, body, alertRules);
      const wanted =
        input.symbol === undefined
          ? null
          : ((await database.readAsUser(
              userId,
              async (trx) => await bySymbol(trx, (input.symbol ?? '').toUpperCase()),
            )) ??
            (await instrumentOf(parts.portfolio.suggestions, userId, { ...input, symbol: input.symbol })));
      const portfolio = await portfolioId(userId, input.portfolio ?? null);
      const { id } = await add(userId, { input, wanted, portfolio }, actor);
      await begin(userId, id);
      return await read(userId, id);
    },

    /**
     * Another level or another kind on the same thing. It begins anew with the value of this moment, as a new one does;
     * where nothing changes, nothing is written. @throws 404 ALERT_NOT_FOUND, 422 VALIDATION_ERROR, 409 ALERT_EXISTS
     */
    async update(userId: string, id: string, body: unknown, actor: Actor): Promise<AlertView> {
      const { changed } = await update(userId, id, body, actor);
      if (changed) await begin(userId, id);
      return await read(userId, id);
    },

    /** @throws 404 ALERT_NOT_FOUND */
    remove: mutation('alert.remove', {
      topics: ['watchlist'],
      async run(change, id: string): Promise<void> {
        const row = await change.locked('ALERT', AlertModel, id);
        await AlertModel.query(change.trx).deleteById(id);
        await record(change, 'ALERT_DELETED', row);
      },
    }),

    readings,
  };

  /** Values as alerts read them, prices as they are on record. */
  async function readings(
    userId: string,
    alerts: readonly AlertRow[],
  ): Promise<(alert: AlertRow) => Reading> {
    const held = await parts.held(userId);
    const items = new Map(
      (await database.readAsUser(userId, (trx) => WatchlistItemModel.query(trx))).map((item) => [
        item.id,
        priceOf(item, held, { sessions: parts.sessions, now: clock.now() }),
      ]),
    );
    const drawdowns = new Map<string | null, Reading>();
    for (const { kind, portfolio } of alerts) {
      if (kind !== 'DRAWDOWN_PCT' || drawdowns.has(portfolio)) continue;
      drawdowns.set(portfolio, currentDrawdown(await parts.readDays(userId, portfolio)));
    }
    return ({ kind, item_id, portfolio }) => {
      if (kind === 'DRAWDOWN_PCT') return drawdowns.get(portfolio) ?? gone;
      const known = items.get(item_id ?? '');
      if (known === undefined) return gone;
      return kind === 'DAY_MOVE_PCT' ? moveReading(known) : priceReading(known);
    };
  }

  /** The state a new alert begins with, by the value of this moment. An alert that was evaluated meanwhile is left alone. */
  async function begin(userId: string, id: string): Promise<void> {
    const row = await database.readAsUser(userId, (trx) => oneAlert(trx, id));
    if (row.item_id !== null) {
      const { item_id } = row;
      const items = await database.readAsUser(userId, (trx) =>
        WatchlistItemModel.query(trx).where({ id: item_id }),
      );
      await parts.prices.freshen(userId, items);
    }
    const verdict = beginning(row.kind, row.threshold.toNumber(), (await readings(userId, [row]))(row));
    await database.asUser(userId, async (trx) => {
      await AlertModel.query(trx).findById(id).whereNull('last_evaluated_at').patch({
        state: verdict.state,
        last_value: verdict.value,
        last_reason: verdict.reason,
        last_evaluated_at: clock.now(),
        beyond_value: verdict.beyond_value,
        beyond_on: verdict.beyond_on,
      });
    });
  }
}

const gone: Reading = { value: null, day: null, reason: 'NO_PRICE' };

/** Alerts as `a`, to be narrowed. */
function alertRows(trx: DbTransaction): QueryBuilder<AlertRow, AlertRow[]> {
  return AlertModel.query(trx)
    .alias('a')
    .leftJoin('portfolio.watchlist_items as i', 'i.id', 'a.item_id')
    .leftJoin('portfolio.portfolios as p', 'p.id', 'a.portfolio_id')
    .select('a.*', 'i.symbol', 'i.currency', 'p.name as portfolio') as QueryBuilder<
    Model,
    Model[]
  > as QueryBuilder<AlertRow, AlertRow[]>;
}

export async function listAlerts(trx: DbTransaction): Promise<AlertRow[]> {
  return await alertRows(trx).orderByRaw('a.state, i.symbol nulls last, a.kind, a.threshold, a.id');
}

async function oneAlert(trx: DbTransaction, id: string): Promise<AlertRow> {
  const row = await alertRows(trx).findById(id);
  if (row === undefined) throw notFound('ALERT');
  return row;
}

/** The subject of an alert, as a person calls it. */
export const subjectOf = ({ symbol, portfolio }: Pick<AlertRow, 'symbol' | 'portfolio'>): string =>
  symbol ?? portfolio ?? 'Everything';

function toAlertView(row: AlertRow): AlertView {
  const threshold = row.threshold.toNumber();
  return {
    id: row.id,
    kind: row.kind,
    symbol: row.symbol,
    portfolio: row.portfolio,
    threshold,
    currency: row.kind === 'PRICE_ABOVE' || row.kind === 'PRICE_BELOW' ? row.currency : null,
    state: row.state,
    label: labelOf({ kind: row.kind, subject: subjectOf(row), threshold, currency: row.currency }),
    last_value: row.last_value,
    last_evaluated_at: row.last_evaluated_at?.toISOString() ?? null,
    last_reason: reasonText(row.last_reason),
    provisional_reason: null,
    fired_at: row.fired_at?.toISOString() ?? null,
    crossings: row.crossings,
    created_at: row.created_at.toISOString(),
  };
}

const unlessThere = <T>(write: () => PromiseLike<T>): Promise<T> =>
  unlessUnique(write, () => conflict('ALERT_EXISTS', 'This alert already exists.'));

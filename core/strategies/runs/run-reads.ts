import {
  type Context,
  type DbTransaction,
  invalid,
  keptPage,
  type Page,
  type PageQuery,
  pageWindow,
} from '../../platform/index.ts';
import { STRATEGIES } from '../signals/index.ts';
import { comparisonOf } from './comparison.ts';
import { type CompareQuery, type HoldingsQuery, MOST_COMPARED, type OrdersQuery } from './inputs.ts';
import { RunModel } from './models.ts';
import {
  type NumberedPage,
  type OrderChoice,
  readCurves,
  readEquity,
  readEvents,
  readHoldings,
  readOrders,
} from './result-store.ts';
import type { RunMetricsView, UniverseEventView } from './result-views.ts';
import { findRun, metricsOfRun, toRunView, validationOf } from './run-store.ts';
import type {
  ComparisonView,
  EquityView,
  OrderView,
  RunHoldingsView,
  RunView,
  StrategiesView,
} from './view.ts';

/** Reads of backtests. All of them answer 404 RUN_NOT_FOUND for what is not the person's. */
export function createRunReads({ database }: Pick<Context, 'database'>) {
  /** Something of one run. */
  const ofRun = async <T>(
    userId: string,
    id: string,
    read: (trx: DbTransaction, run: RunModel) => Promise<T>,
  ): Promise<T> => await database.readAsUser(userId, async (trx) => await read(trx, await findRun(trx, id)));

  const page = async <T>(
    userId: string,
    id: string,
    query: PageQuery,
    read: (trx: DbTransaction, window: ReturnType<typeof pageWindow>) => Promise<NumberedPage<T>>,
  ): Promise<Page<T>> =>
    await ofRun(userId, id, async (trx) => {
      const window = pageWindow(query);
      const { items, total } = await read(trx, window);
      return { items, page: window.page, page_size: window.page_size, total };
    });

  const orders = async (userId: string, id: string, query: PageQuery, choice: OrderChoice) =>
    await page<OrderView>(
      userId,
      id,
      query,
      async (trx, window) => await readOrders(trx, id, choice, window),
    );

  return {
    /** The newest first. */
    async list(userId: string, query: PageQuery): Promise<Page<RunView>> {
      return await database.readAsUser(userId, async (trx) => {
        return await keptPage(trx, 'strategy.research_runs', {}, query, async ({ page_size, offset }) => {
          const rows = await RunModel.query(trx).orderBy('id', 'desc').limit(page_size).offset(offset);
          return rows.map(toRunView);
        });
      });
    },

    async get(userId: string, id: string): Promise<RunView> {
      return await ofRun(userId, id, (_, run) => Promise.resolve(toRunView(run)));
    },

    async metrics(userId: string, id: string): Promise<RunMetricsView> {
      return await ofRun(userId, id, (_, run) =>
        Promise.resolve({
          run_id: run.id,
          status: run.status,
          metrics: metricsOfRun(run),
          validation: validationOf(run),
          findings: run.findings ?? [],
        }),
      );
    },

    /** The whole curve; without any session until the run is completed. */
    async equity(userId: string, id: string): Promise<EquityView> {
      return await ofRun(userId, id, async (trx, { survivorship, benchmark }) => ({
        run_id: id,
        survivorship,
        benchmark,
        items: await readEquity(trx, id),
      }));
    },

    /** Orders of which something was traded, in their order. */
    async trades(userId: string, id: string, query: PageQuery): Promise<Page<OrderView>> {
      return await orders(userId, id, query, 'TRADED');
    },

    /** Orders, made and not made. */
    async orders(userId: string, id: string, { state, ...query }: OrdersQuery): Promise<Page<OrderView>> {
      return await orders(userId, id, query, state ?? 'ALL');
    },

    async events(userId: string, id: string, query: PageQuery): Promise<Page<UniverseEventView>> {
      return await page(userId, id, query, async (trx, window) => await readEvents(trx, id, window));
    },

    /** What was held on a day; on the last session without one. */
    async holdings(userId: string, id: string, { date }: HoldingsQuery): Promise<RunHoldingsView> {
      return await ofRun(userId, id, async (trx, { initial_capital }) => {
        const held = await readHoldings(trx, id, date ?? null);
        // Before the first session nothing was bought.
        return { run_id: id, ...(held ?? { date: null, cash: initial_capital.toNumber(), items: [] }) };
      });
    },

    /** One to six runs beside each other, in the order asked for. @throws 422 VALIDATION_ERROR */
    async compare(userId: string, { ids: text }: CompareQuery): Promise<ComparisonView> {
      const ids = [...new Set(text.split(',').map((id) => String(BigInt(id))))];
      if (ids.length > MOST_COMPARED)
        throw invalid([{ field: 'ids', message: `ids may name at most ${MOST_COMPARED} runs.` }]);
      return await database.asUser(userId, async (trx) => {
        const runs: RunModel[] = [];
        for (const id of ids) runs.push(await findRun(trx, id));
        return comparisonOf(runs, await readCurves(trx, ids));
      });
    },

    /** The table that the form of a backtest is made of. */
    strategies(): StrategiesView {
      return {
        items: STRATEGIES.map(({ name, title, meaning, formula, source, params }) => ({
          strategy: name,
          title,
          meaning,
          formula,
          source,
          params: params.map((one) => ({ ...one })),
        })),
      };
    },
  };
}

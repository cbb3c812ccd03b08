import {
  answerJson,
  type Context,
  createCache,
  type DbTransaction,
  notFound,
  type Page,
  type PageQuery,
  pageWindow,
} from '../platform/index.ts';
import { benchmarkOf } from '../strategies/index.ts';
import type {
  LedgerPageQuery,
  ModeQuery,
  PolicyHoldingsQuery,
  PolicyOrdersQuery,
  SignalsQuery,
} from './inputs.ts';
import {
  type Books,
  readCycles,
  readEquityJson,
  readNewestEquity,
  readEvents,
  readHoldings,
  readOrders,
  readSignals,
  readTrades,
  type RowPage,
} from './ledger-store.ts';
import type { LiveMarks } from './live-marks.ts';
import { type PolicyModel, PolicyStateModel } from './models.ts';
import { findPolicy, modeOf } from './policy-store.ts';
import { createTrackingStates, readTracking } from './tracking.ts';
import type {
  CycleView,
  PolicyEquityView,
  PolicyHoldingsView,
  PolicyOrderView,
  PolicyTradeView,
  SignalView,
  TrackingView,
  UniverseEventView,
} from './view.ts';

/** What curves that were asked for may take of a process. */
const MOST_CURVE_BYTES = 32 * 1024 * 1024;

/** Reads the books of a policy, by default on paper. A policy of another person is 404 POLICY_NOT_FOUND. */
export function createLedgerReads({ database }: Pick<Context, 'database'>, marks: LiveMarks) {
  const ofPolicy = async <T>(
    userId: string,
    id: string,
    read: (trx: DbTransaction, policy: PolicyModel) => Promise<T>,
  ): Promise<T> =>
    await database.readAsUser(userId, async (trx) => await read(trx, await findPolicy(trx, id)));

  const page = async <T>(
    userId: string,
    id: string,
    query: LedgerPageQuery,
    read: (trx: DbTransaction, books: Books, window: ReturnType<typeof pageWindow>) => Promise<RowPage<T>>,
  ): Promise<Page<T>> =>
    await ofPolicy(userId, id, async (trx) => {
      const window = pageWindow(query satisfies PageQuery);
      const { items, total } = await read(trx, { id, mode: modeOf(query) }, window);
      return { items, page: window.page, page_size: window.page_size, total };
    });

  /** Curves as the bytes that they are answered with: of ten years a megabyte, which changes once a day. */
  const curves = createCache<Buffer>({
    most: 200,
    mostSize: MOST_CURVE_BYTES,
    sizeOf: ({ length }) => length,
  });

  async function equityJson(userId: string, id: string, query: ModeQuery): Promise<Buffer> {
    const mode = modeOf(query);
    return await ofPolicy(userId, id, async (trx, { config }) => {
      const newest = await readNewestEquity(trx, { id, mode });
      return await curves.read(`${id} ${mode}`, newest, async () => {
        const { items, hasBenchmark } = await readEquityJson(trx, { id, mode });
        const benchmark = hasBenchmark ? benchmarkOf(config['universe']) : null;
        const rest = JSON.stringify({ policy_id: id, mode, benchmark });
        return Buffer.from(`${rest.slice(0, -1)},"items":${items}}`);
      });
    });
  }

  const trackingState = createTrackingStates(database);

  async function trackingJson(userId: string, id: string): Promise<Buffer> {
    const state = await trackingState(userId, id);
    if (state === undefined) throw notFound('POLICY');
    return await curves.read(`${id} tracking`, state, async () =>
      Buffer.from(answerJson(await ofPolicy(userId, id, (trx) => readTracking(trx, id)))),
    );
  }

  return {
    /** The whole curve, by day. */
    async equity(userId: string, id: string, query: ModeQuery): Promise<PolicyEquityView> {
      return JSON.parse((await equityJson(userId, id, query)).toString()) as PolicyEquityView;
    },

    /** The same as the JSON that it is answered with. */
    equityJson,

    /**
     * What was held on a day, or on the last session before it; on the last session without a day. With `live` and no day
     * the rows are shown at quotes of now where there are some.
     */
    async holdings(userId: string, id: string, query: PolicyHoldingsQuery): Promise<PolicyHoldingsView> {
      const mode = modeOf(query);
      const { page: nr, page_size, offset } = pageWindow(query);
      const { held, cash } = await ofPolicy(userId, id, async (trx) => {
        const found = await readHoldings(trx, { id, mode }, query.date ?? null, { offset, page_size });
        if (found !== null || query.date !== undefined) return { held: found, cash: found?.cash ?? 0 };
        const state = await PolicyStateModel.query(trx).findById([id, mode]);
        return { held: null, cash: state?.cash.toNumber() ?? 0 };
      });
      const rows = held?.items ?? [];
      const isLive = query.live === true && query.date === undefined;
      return {
        policy_id: id,
        mode,
        date: held?.date ?? null,
        cash,
        items: isLive ? await marks(userId, rows) : rows.map(({ view }) => view),
        page: nr,
        page_size,
        total: held?.total ?? 0,
      };
    },

    /** The newest first. */
    async trades(userId: string, id: string, query: LedgerPageQuery): Promise<Page<PolicyTradeView>> {
      return await page(userId, id, query, readTrades);
    },

    /** What was ranked on a day, by rank; in the newest cycle without a day. */
    async signals(userId: string, id: string, query: SignalsQuery): Promise<Page<SignalView>> {
      return await page(
        userId,
        id,
        query,
        async (trx, books, window) => await readSignals(trx, books, query.date ?? null, window),
      );
    },

    /** The newest first. */
    async cycles(userId: string, id: string, query: LedgerPageQuery): Promise<Page<CycleView>> {
      return await page(userId, id, query, readCycles);
    },

    /** Orders, made and not made, the newest first; with a date those of the cycle of that day. */
    async orders(userId: string, id: string, query: PolicyOrdersQuery): Promise<Page<PolicyOrderView>> {
      return await page(
        userId,
        id,
        query,
        async (trx, books, window) =>
          await readOrders(trx, books, { state: query.state ?? null, date: query.date ?? null }, window),
      );
    },

    /** The newest first. */
    async universeEvents(
      userId: string,
      id: string,
      query: LedgerPageQuery,
    ): Promise<Page<UniverseEventView>> {
      return await page(userId, id, query, readEvents);
    },

    /** The curves on paper, live and of the backtest, and how fills differed from the prices that were planned with. */
    async tracking(userId: string, id: string): Promise<TrackingView> {
      return JSON.parse((await trackingJson(userId, id)).toString()) as TrackingView;
    },

    /** The same as the JSON that it is answered with. */
    trackingJson,
  };
}

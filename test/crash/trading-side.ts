import { createOrderGateways } from '../../core/brokers/orders/index.ts';
import { openCalendar } from '../../core/market/calendar/index.ts';
import { createFx } from '../../core/market/fx/index.ts';
import { createIndexes } from '../../core/market/indexes/index.ts';
import { createMarketHistory } from '../../core/market/index.ts';
import { createInstruments } from '../../core/market/instruments/index.ts';
import { createNotifications } from '../../core/notifications/index.ts';
import {
  type Clock,
  type Context,
  createLeases,
  createListener,
  createLog,
  createReceipts,
  createSharedLimits,
  openDatabase,
  parseConfig,
} from '../../core/platform/index.ts';
import { createCycles } from '../../core/policies/cycle/index.ts';
import { createLive, createLiveTerms, type LiveTrading } from '../../core/policies/live/index.ts';
import { POLICY_TABLE } from '../../core/policies/policy-store.ts';
import { createPanelLoader } from '../../core/strategies/data/index.ts';
import { leapingTimers } from '../support/leaping-timers.ts';
import { NOBODY_OUTSIDE, TEST_KEY } from '../support/outside.ts';
import { PATIENT_LIMITS } from '../support/time-limits.ts';
import { type Passing, watchedDatabase, watchedGateways } from './steps.ts';

/** Where a process trades. */
export interface TradingPlace {
  databaseUrl: string;
  /** Beside the database: it tells when that was put back. */
  dataDir: string;
  appUrl: string;
  zerodhaUrl: string;
  dhanUrl: string;
  /** Where chats are, for those that are told something; none by default. */
  chats?: Readonly<Record<string, string>>;
}

export interface TradingSide {
  live: LiveTrading;
  close(): Promise<void>;
}

/** The settings of every process of the matrix. */
export const environmentOf = ({
  databaseUrl,
  dataDir,
  appUrl,
  zerodhaUrl,
  dhanUrl,
  chats,
}: TradingPlace): Record<string, string> => ({
  DATABASE_URL: databaseUrl,
  DATA_DIR: dataDir,
  DATABASE_APP_URL: appUrl,
  LOG_LEVEL: 'silent',
  BROKER_SECRET_KEY: TEST_KEY,
  ...NOBODY_OUTSIDE,
  ZERODHA_BASE_URL: zerodhaUrl,
  DHAN_BASE_URL: dhanUrl,
  ...chats,
});

/** A broker that never answers is waited for so long: a matrix cannot wait ten seconds each time. */
const TIMEOUT_MS = 400;

/**
 * What of Munim answers plans, trades and books, put together of the product's own parts as `createCore` does, without what
 * trading never asks: it starts in a third of the time. Nothing of it is a double; what is watched passes through.
 */
export async function openTradingSide(
  place: TradingPlace,
  clock: Clock,
  passing?: Passing,
): Promise<TradingSide> {
  const config = parseConfig(environmentOf(place));
  const log = createLog(config.LOG_LEVEL);
  const opened = openDatabase({ ownerUrl: place.databaseUrl, appUrl: place.appUrl }, log, {
    limits: PATIENT_LIMITS,
  });
  const database = passing === undefined ? opened : watchedDatabase(opened, passing);
  const timers = leapingTimers();
  const context: Context = {
    config,
    database,
    listener: createListener(database.held, log),
    clock,
    log,
    limits: createSharedLimits(database.systemPool, log, timers),
    receipts: createReceipts(database),
  };
  const notifications = createNotifications(context);
  const calendar = await openCalendar(config.CALENDAR_FILE, log);
  const instruments = createInstruments(context);
  const history = createMarketHistory(context, {
    instruments,
    calendar,
    securities: () => Promise.resolve([]),
  });
  const fx = createFx(context, { all: () => Promise.resolve([]), tradeDays: () => Promise.resolve([]) });
  const indexes = createIndexes(context, { calendar, history, rates: fx.rates });
  const parts = {
    leases: createLeases({ ...POLICY_TABLE, leaseMs: 30_000 }, context),
    calendar,
    loader: createPanelLoader({ history, instruments, indexes, calendar }),
    quotesOf: () => Promise.resolve([]),
  };
  const terms = createLiveTerms({ calendar, clock, notifications });
  const cycles = createCycles(context, { ...parts, live: terms });
  const gateways = createOrderGateways(context, { tuning: { timeoutMs: TIMEOUT_MS, timers } });
  const live = createLive(context, {
    ...parts,
    instruments,
    notifications,
    terms,
    connections: { list: () => Promise.resolve([]), brokers: () => [] },
    recordsOf: () => Promise.resolve(null),
    gateways: passing === undefined ? gateways : watchedGateways(gateways, passing),
    advance: async (id, signal) => await cycles.advance(id, { requestedBy: 'scheduler', signal }),
    timers,
    readAfterMs: [1],
  });
  return {
    live,
    async close() {
      await live.close();
      await fx.close();
      await database.close();
    },
  };
}

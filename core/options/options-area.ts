import type { PartUse } from '../identity/index.ts';
import type { Context } from '../platform/index.ts';
import type { Calendar } from '../market/calendar/index.ts';
import type { Llm } from '../llm/index.ts';
import type { Notifications } from '../notifications/index.ts';
import {
  type BrokerHealth,
  createBrokerHealth,
  createHealthWatcher,
  followSamples,
  lowestLevels,
} from './broker-health/index.ts';
import { type Battle, createBattle } from './battle/index.ts';
import { createBuiltInKeeping, createEvents, createEventWatcher, type Events } from './events/index.ts';
import { createEnvelope, type Envelope } from './envelope/index.ts';
import { createCollector, createFunnel, type Funnel } from './funnel/index.ts';
import { createGoLive, createPromotionWatch, type GoLive } from './go-live/index.ts';
import {
  createIngest,
  createIngestTokens,
  createRecordParser,
  type Ingest,
  type IngestTokens,
  takingRecords,
} from './ingest/index.ts';
import { createJournal, createModelNarrator, type Journal } from './journal/index.ts';
import { createMarketViews, type MarketViews } from './market-views/index.ts';
import { createDaily, createPerformance, type Daily, type Performance } from './measurement/index.ts';
import {
  createPermission,
  createSafety,
  hasOpenPositions,
  hasRecords,
  type Permission,
  type Safety,
} from './permission/index.ts';
import { createPositions, type Positions } from './positions/index.ts';
import { createPruning, type Pruning } from './pruning/index.ts';
import { createReconciliations, type Reconciliations } from './reconciliation/index.ts';
import { createSentiment, type Sentiment } from './sentiment/index.ts';
import { createSettings, type Settings } from './settings/index.ts';
import { createSpots, type Spots } from './spots/index.ts';
import { createOptionsStore, type OptionsStore, type Workspace, TABLES } from './store/index.ts';
import { createTradebooks, type Tradebooks } from './tradebook/index.ts';
import { createWatch, type Watch } from './watch/index.ts';

/** The options workspace: what a trading process did, measured, and who may let it trade for real. */
export interface Options {
  readonly store: OptionsStore;
  /** Deletes everything of a person's workspace. May be repeated. @throws Problem 503 OPTIONS_UNAVAILABLE */
  forget(this: void, userId: string): Promise<void>;
  readonly ingest: Ingest;
  readonly tokens: IngestTokens;
  readonly performance: Performance;
  /** Results by day, for charts. */
  readonly daily: Daily;
  /** Closed trades, each with its whole story, and what a person noted. */
  readonly journal: Journal;
  /** How strategies were chosen. */
  readonly battle: Battle;
  readonly sentiment: Sentiment;
  /** Prices of underlyings, as they were reported. */
  readonly spots: Spots;
  /** What became of every chance to trade. */
  readonly funnel: Funnel;
  /** What blocks entries or calls for caution, by time. */
  readonly events: Events;
  readonly brokerHealth: BrokerHealth;
  /** Who may trade for real. */
  readonly goLive: GoLive;
  /** What analyses of the market were worth. */
  readonly marketViews: MarketViews;
  readonly settings: Settings;
  readonly envelope: Envelope;
  readonly reconciliations: Reconciliations;
  readonly positions: Positions;
  readonly permission: Permission;
  readonly safety: Safety;
  /** Fills of brokers' tradebooks, and the trades that they make. */
  readonly tradebooks: Tradebooks;
  /** Whether a person's process has ever reported anything; false where the store does not answer. */
  hasRecords(userId: string): Promise<boolean>;
  /** How much of the workspace a person has; something, where the store does not answer. */
  readUse(userId: string): Promise<PartUse>;
  /** Deletes what has had its time. */
  readonly pruning: Pruning;
  /** What its owners are told, each thing once. */
  readonly watch: Watch;
  close(): Promise<void>;
}

/** What the workspace needs of other areas. */
interface OptionsNeeds {
  calendar: Calendar;
  notifications: Notifications;
  llm: Llm;
  /** True if the person is neither paused nor removed; paused people get no messages about their workspace. */
  isAdmitted: (userId: string) => Promise<boolean>;
  /** True for a person who is paused. */
  isPaused: (userId: string) => Promise<boolean>;
  /** False for a person who is paused or removed, whatever this process has heard. */
  isThere: (userId: string) => Promise<boolean>;
}

export function createOptions(
  context: Context,
  { calendar, notifications, llm, isAdmitted, isPaused, isThere }: OptionsNeeds,
): Options {
  const store = createOptionsStore(context, context.database.limits, isThere);
  const tokens = createIngestTokens(context, store);
  const envelope = createEnvelope(context, store, calendar);
  const goLive = createGoLive(context, store, { calendar, brokers: { lowestLevels } });
  const collector = createCollector(context, store);
  const builtIn = createBuiltInKeeping(calendar, store);
  const afterBatch = [collector.afterBatch, builtIn.afterBatch, followSamples(calendar), envelope.afterBatch];
  const beforeBatch = [builtIn.beforeBatch];
  const parser = createRecordParser(context, store.courtesy);
  const tradebooks = createTradebooks(context, store, {
    calendar,
    take: takingRecords({ afterBatch, beforeBatch }),
  });
  return {
    store,
    async forget(userId) {
      const work = async (workspace: Workspace) => {
        for (const table of TABLES) await workspace.rows(table).delete();
      };
      await store.change(userId, work, { ofShutOut: true });
    },
    ingest: createIngest(context, store, { afterBatch, beforeBatch, parse: parser.parse }),
    tokens,
    performance: createPerformance(context, store, calendar),
    daily: createDaily(store),
    journal: createJournal(context, store, { narrate: createModelNarrator(context, llm) }),
    battle: createBattle(context, store),
    sentiment: createSentiment(store),
    spots: createSpots(store),
    funnel: createFunnel(context, store),
    events: createEvents(context, store, calendar, builtIn),
    brokerHealth: createBrokerHealth(context, store, calendar),
    goLive,
    marketViews: createMarketViews(context, store, calendar),
    settings: createSettings(context, store, envelope.follow),
    envelope,
    reconciliations: createReconciliations(context, store),
    positions: createPositions(context, store, calendar),
    permission: createPermission(context, store, calendar, { isAdmitted, isPaused }),
    safety: createSafety(context, store, calendar),
    tradebooks,
    hasRecords: async (userId) => await store.read(userId, hasRecords).catch(() => false),
    readUse: async (userId) =>
      await store
        .read(userId, async (workspace): Promise<PartUse> => {
          if (await hasOpenPositions(workspace)) return 'RUNNING';
          return (await hasRecords(workspace)) ? 'KEPT' : 'NONE';
        })
        .catch(() => 'KEPT'),
    pruning: createPruning(context, store),
    watch: createWatch(
      context,
      store,
      notifications,
      [
        collector.watcher,
        createPromotionWatch(goLive),
        createEventWatcher(store, calendar, builtIn),
        createHealthWatcher(store, calendar),
        { name: 'risk envelope', look: envelope.look },
        tradebooks.watcher,
      ],
      isAdmitted,
    ),
    async close() {
      tokens.close();
      await parser.close();
      await collector.close();
      await store.close();
    },
  };
}

import { createHash } from 'node:crypto';
import type { Calendar } from '../../market/calendar/index.ts';
import { istDate } from '../../platform/index.ts';
import type { Level } from '../broker-health/index.ts';
import { readUsefulness, type Usefulness } from '../market-views/index.ts';
import { rupeesOf } from '../records/index.ts';
import type { Workspace } from '../store/index.ts';
import {
  type Fills,
  type GateTrade,
  readFills,
  readGateTrades,
  readReconciliation,
  readReports,
} from './evidence-reads.ts';
import { BROKER_SESSIONS, REPORTS_NEEDED, SLIPPAGE_SESSIONS } from './gate-limits.ts';
import { meanInterval } from './mean-interval.ts';

/** How well brokers answered. */
export interface BrokerLevels {
  /**
   * The lowest level of any broker in the hours of each of these sessions.
   * @param days IST dates
   * @returns null for a day on which nothing is known of any broker
   */
  lowestLevels(workspace: Workspace, days: readonly string[]): Promise<ReadonlyMap<string, Level | null>>;
}

/** Closed trades of a strategy, as far as the gate looks at them. Rupees. */
export interface TradeEvidence {
  trades: number;
  /** Days with a closed trade on which the exchange was open. */
  sessions: number;
  unknown: number;
  /** Null where a result is unknown, or there is no trade. */
  mean: number | null;
  interval: { low: number; high: number } | null;
  drawdown: number | null;
}

/** What holds for every strategy of a workspace. */
export interface SharedEvidence {
  reconciliation: { reported: boolean; open: { broker: string; at: string }[] };
  /** The lowest level of any broker in each of the last sessions that are over, and today so far. */
  brokers: { over: ReadonlyMap<string, Level | null>; today: Level | null };
  usefulness: Usefulness;
}

export interface Evidence extends SharedEvidence {
  reports: number;
  trades: TradeEvidence;
  fills: Fills;
}

type Interval = TradeEvidence['interval'];

/** Intervals that are kept: trades change seldom, and the interval is what takes long. */
const MOST_KEPT = 200;

interface EvidenceReader {
  shared(workspace: Workspace, now: Date): Promise<SharedEvidence>;
  of(workspace: Workspace, strategy: string, shared: SharedEvidence, now: Date): Promise<Evidence>;
}

export function createEvidenceReader(calendar: Calendar, brokers: BrokerLevels): EvidenceReader {
  const kept = new Map<string, Interval>();

  async function intervalOf(nets: readonly number[]): Promise<Interval> {
    const key = createHash('sha256').update(nets.join(' ')).digest('base64');
    const known = kept.get(key);
    if (known !== undefined) return known;
    const interval = await meanInterval(nets);
    if (kept.size >= MOST_KEPT) kept.delete(kept.keys().next().value ?? '');
    kept.set(key, interval);
    return interval;
  }

  async function measured(trades: readonly GateTrade[]): Promise<TradeEvidence> {
    const days = new Set(trades.map(({ day }) => day));
    const nets = trades.flatMap(({ net }) => (net === null ? [] : [net]));
    const isKnown = nets.length === trades.length && nets.length > 0;
    const interval = isKnown ? await intervalOf(nets) : null;
    return {
      trades: trades.length,
      sessions: [...days].filter((day) => calendar.isSession('NSE', day)).length,
      unknown: trades.length - nets.length,
      mean: isKnown ? rupeesOf(sumOf(nets) / nets.length) : null,
      interval: interval === null ? null : { low: rupeesOf(interval.low), high: rupeesOf(interval.high) },
      drawdown: isKnown ? rupeesOf(deepestFall(nets)) : null,
    };
  }

  /** The last sessions that are over, oldest first. */
  const lastSessions = (now: Date, count: number): string[] => {
    const today = istDate(now);
    const { close } = calendar.sessionHours('NSE', today);
    const last = close !== null && close <= now ? today : calendar.previousSession('NSE', today);
    return calendar.sessionsBetween('NSE', calendar.addSessions('NSE', last, 1 - count), last);
  };

  async function levels(workspace: Workspace, now: Date): Promise<SharedEvidence['brokers']> {
    const over = lastSessions(now, BROKER_SESSIONS);
    const today = istDate(now);
    const known = await brokers.lowestLevels(workspace, [...over, today]);
    return {
      over: new Map(over.map((day) => [day, known.get(day) ?? null])),
      today: over.includes(today) ? null : (known.get(today) ?? null),
    };
  }

  return {
    shared: async (workspace, now) => ({
      reconciliation: await readReconciliation(workspace),
      brokers: await levels(workspace, now),
      usefulness: await readUsefulness(workspace),
    }),
    async of(workspace, strategy, shared, now) {
      const [from = ''] = lastSessions(now, SLIPPAGE_SESSIONS);
      return {
        ...shared,
        reports: await readReports(workspace, strategy, REPORTS_NEEDED),
        trades: await measured(await readGateTrades(workspace, strategy)),
        fills: await readFills(workspace, strategy, from),
      };
    },
  };
}

const sumOf = (values: readonly number[]): number => values.reduce((sum, one) => sum + one, 0);

/** How far the sum falls below the highest that it reached before, or below 0 where it was never above. In order of time. */
export function deepestFall(nets: readonly number[]): number {
  let [sum, highest, deepest] = [0, 0, 0];
  for (const net of nets) {
    sum += net;
    highest = Math.max(highest, sum);
    deepest = Math.max(deepest, highest - sum);
  }
  return deepest;
}

import type { Calendar } from '../../market/calendar/index.ts';
import { type Context, DAY_MS, istDate } from '../../platform/index.ts';
import type { OptionsStore, Workspace } from '../store/index.ts';
import { tradingBy } from './follow-samples.ts';
import type { BrokerHealthView, BrokerView } from './health-view.ts';
import { type Level, levelNow } from './level.ts';
import { silentReason } from './level-machine.ts';
import { type LevelRow, readLevels, readSamples, reasonsIn } from './level-rows.ts';
import { spansOf } from './session-levels.ts';
import { THRESHOLDS } from './thresholds.ts';
import {
  figuresOf,
  type LevelReason,
  type Sample,
  verdictOf,
  windowAt,
  type WindowFigures,
  worseOf,
} from './window.ts';

const HISTORY_DAYS = 7;
const SESSIONS = 5;
/** Points of the chart. */
const MOST_POINTS = 200;

export interface BrokerHealth {
  /** Every broker that anything was heard of, with its level, why, and the figures behind it. */
  read(userId: string): Promise<BrokerHealthView>;
}

export function createBrokerHealth(
  { clock }: Pick<Context, 'clock'>,
  store: OptionsStore,
  calendar: Calendar,
): BrokerHealth {
  const isTrading = tradingBy(calendar);
  return {
    async read(userId) {
      const now = clock.now();
      const today = istDate(now);
      const isOpen = isTrading(now);
      // Today's as well once it has begun.
      const last = calendar.sessionOnOrBefore('NSE', today);
      const sessions = Array.from({ length: SESSIONS }, (_, nr) =>
        nr === 0 ? last : calendar.addSessions('NSE', last, -nr),
      );
      return await store.read(userId, async (workspace) => {
        const brokers: BrokerView[] = [];
        for (const { broker, last_at } of await lastSamples(workspace))
          brokers.push(await viewOf(workspace, broker, last_at, { now, isOpen, sessions }));
        return {
          brokers,
          is_trading: isOpen,
          thresholds: Object.entries(THRESHOLDS).flatMap(([figure, limits]) =>
            limits.map(({ level, at }) => ({ figure, level, at })),
          ),
        };
      });
    },
  };
}

/**
 * The last sample of each broker: one step along the index for each of them, however many samples there are.
 */
export async function lastSamples(workspace: Workspace): Promise<{ broker: string; last_at: string }[]> {
  const found: { broker: string; last_at: string }[] = [];
  for (let after = ''; ;) {
    const [row] = await workspace.select<{ broker: string | null; last_at: string | null }>(
      `select broker, (select max(at) from broker_health_samples s where s.owner_user_id = :owner and s.broker = b.broker) as last_at
       from (select min(broker) as broker from broker_health_samples where owner_user_id = :owner and broker > :after) b`,
      { after },
    );
    if (row?.broker === null || row?.broker === undefined || row.last_at === null) return found;
    found.push({ broker: row.broker, last_at: row.last_at });
    after = row.broker;
  }
}

async function viewOf(
  workspace: Workspace,
  broker: string,
  lastAt: string,
  { now, isOpen, sessions }: { now: Date; isOpen: boolean; sessions: readonly string[] },
): Promise<BrokerView> {
  const end = new Date(Date.parse(lastAt) + 1).toISOString();
  const day = new Date(Date.parse(lastAt) - DAY_MS).toISOString();
  const samples = await readSamples(workspace, broker, day, end);
  const oldest = new Date(now.getTime() - (HISTORY_DAYS + 7) * DAY_MS).toISOString();
  const recent = (await readLevels(workspace, oldest, new Date(now.getTime() + DAY_MS).toISOString())).filter(
    (row) => row.broker === broker,
  );
  const current = recent.at(-1) ?? (await lastLevel(workspace, broker));
  const level = levelNow(current?.level ?? null, lastAt, now, isOpen);
  const isSilent = level === 'DOWN' && current?.level !== 'DOWN';
  const window = figuresOf(windowAt(samples, samples.length - 1));
  const historyFrom = new Date(now.getTime() - HISTORY_DAYS * DAY_MS).toISOString();
  const spans = sessions.map((date) => {
    const rows = recent.filter(({ since }) => istDate(new Date(since)) === date);
    return { day: date, ...shareOf(rows, date, now) };
  });
  const known = spans.reduce((sum, { known_ms }) => sum + known_ms, 0);
  const ok = spans.reduce((sum, { ok_ms }) => sum + ok_ms, 0);
  return {
    broker,
    level,
    since: isSilent ? lastAt : (current?.since ?? null),
    reasons: isSilent ? [silentReason] : current === null ? [] : reasonsNow(current, window),
    last_sample_at: lastAt,
    window,
    history: recent
      .filter(({ since }) => since >= historyFrom)
      .map((row) => ({ since: row.since, level: row.level, reasons: reasonsIn(row) }))
      .toReversed(),
    sessions: spans.map(({ day: date, lowest, ok_ms, known_ms }) => ({
      day: date,
      lowest,
      ok_pct: percent(ok_ms, known_ms),
    })),
    ok_pct: percent(ok, known),
    latency: thinned(samples),
  };
}

/** Those of the last samples where they speak for the same level, else those of the moment when it changed. */
function reasonsNow(row: LevelRow, window: WindowFigures): LevelReason[] {
  const verdict = verdictOf(window);
  return verdict?.level === row.level && verdict.reasons.length > 0 ? verdict.reasons : reasonsIn(row);
}

const percent = (part: number, whole: number): number | null => (whole === 0 ? null : (part / whole) * 100);

async function lastLevel(workspace: Workspace, broker: string): Promise<LevelRow | null> {
  const row = await workspace
    .rows<LevelRow>('broker_health_levels')
    .where('broker', broker)
    .orderBy('since', 'desc')
    .first('broker', 'since', 'level', 'reasons_json');
  return (row as LevelRow | undefined) ?? null;
}

function shareOf(
  rows: readonly LevelRow[],
  day: string,
  now: Date,
): { lowest: Level | null; ok_ms: number; known_ms: number } {
  let lowest: Level | null = null;
  let ok_ms = 0;
  let known_ms = 0;
  for (const { level, from, to } of spansOf(rows, day, now.getTime())) {
    lowest = lowest === null ? level : worseOf(lowest, level);
    known_ms += to - from;
    if (level === 'OK') ok_ms += to - from;
  }
  return { lowest, ok_ms, known_ms };
}

/** At most so many points: the slowest of each stretch, and whether any of it failed. */
function thinned(samples: readonly Sample[]): BrokerView['latency'] {
  const size = Math.max(1, Math.ceil(samples.length / MOST_POINTS));
  const points: BrokerView['latency'] = [];
  for (let from = 0; from < samples.length; from += size) {
    const some = samples.slice(from, from + size);
    const latencies = some.flatMap(({ latency_ms }) => (latency_ms === null ? [] : [latency_ms]));
    const [first] = some;
    if (first !== undefined)
      points.push({
        at: first.at,
        latency_ms: latencies.length === 0 ? null : Math.max(...latencies),
        failed: some.some(({ is_ok }) => is_ok === 0),
      });
  }
  return points;
}

import type { Calendar } from '../../market/calendar/index.ts';
import type { Notice } from '../../notifications/index.ts';
import { istDate, istTime } from '../../platform/index.ts';
import type { OptionsStore, Workspace } from '../store/index.ts';
import type { Watcher } from '../watch/index.ts';
import { tradingBy } from './follow-samples.ts';
import { lastSamples } from './health-service.ts';
import type { Level } from './level.ts';
import { silentFrom } from './level-machine.ts';
import { type LevelRow, reasonsIn, renewLevels } from './level-rows.ts';
import { rankOf } from './window.ts';

/** What happened longer ago is history. */
const NEWS_MS = 3_600_000;

/** What a level means for whoever trades (portfolio/Go-live state machine). */
export const LEVEL_MEANS: Readonly<Record<Level, string>> = {
  OK: 'New entries work as usual.',
  DEGRADED: 'New entries are made as a dry run.',
  UNSTABLE: 'New entries are made as a dry run.',
  DOWN: 'New entries are blocked.',
};

/** Writes down that a broker fell silent in trading hours, and tells of the last change of each broker's level. */
export function createHealthWatcher(store: OptionsStore, calendar: Pick<Calendar, 'isOpen'>): Watcher {
  const isTrading = tradingBy(calendar);
  return {
    name: 'broker health',
    async look(userId, now) {
      const brokers = await store.read(userId, lastSamples);
      for (const { broker, last_at } of brokers) {
        const last = Date.parse(last_at);
        const isFresh = istDate(new Date(last)) === istDate(now);
        if (!isFresh || silentFrom(last, now.getTime(), isTrading) === null) continue;
        const [level] = await store.read(userId, async (workspace) => await lastTwo(workspace, broker));
        // Without a level there is nothing that could get worse; written down is written down.
        if (level === undefined || level.level === 'DOWN' || istDate(new Date(level.since)) !== istDate(now))
          continue;
        await store.change(
          userId,
          async (workspace) => await renewLevels(workspace, broker, last_at, now, isTrading),
        );
      }
      return await store.read(userId, async (workspace) => {
        const notices: Notice[] = [];
        for (const { broker } of brokers) {
          const [level, before] = await lastTwo(workspace, broker);
          const notice = level === undefined ? null : noticeOf(level, before, now);
          if (notice !== null) notices.push(notice);
        }
        return notices;
      });
    },
  };
}

/** The level that holds, and the one before it. */
async function lastTwo(workspace: Workspace, broker: string): Promise<LevelRow[]> {
  return await workspace
    .rows<LevelRow>('broker_health_levels')
    .where('broker', broker)
    .orderBy('since', 'desc')
    .limit(2)
    .select('broker', 'since', 'level', 'reasons_json');
}

function noticeOf(row: LevelRow, before: LevelRow | undefined, now: Date): Notice | null {
  const { broker, level, since } = row;
  const from = before?.level ?? 'OK';
  if (level === from || now.getTime() - Date.parse(since) > NEWS_MS) return null;
  const isWorse = rankOf(level) > rankOf(from);
  return {
    kind: isWorse ? 'options_broker_health' : 'options_broker_recovery',
    dedupKey: `broker-health:${broker}:${since}:${level}`,
    title: `${broker} is ${level}`,
    body: [
      `${isWorse ? 'Worse' : 'Better'} than before (${from}), since ${istTime(new Date(since))} IST.`,
      ...reasonsIn(row).map(({ message }) => message),
      LEVEL_MEANS[level],
      '/broker_health has the figures.',
    ].join('\n'),
    payload: { broker, level, before: from, since },
  };
}

import { istInstant } from '../../platform/index.ts';
import type { Workspace } from '../store/index.ts';
import type { Level } from './level.ts';
import { boundsOf, type LevelRow, readLevels } from './level-rows.ts';
import { worseOf } from './window.ts';

/** Hours of a regular session in India. */
const OPEN = '09:15';
const CLOSE = '15:30';

/** A level that held for a part of a session. */
interface LevelSpan {
  level: Level;
  from: number;
  to: number;
}

/**
 * The levels of one broker within the regular hours of a day, from the first one that the day has. What a broker was the
 * day before, or in the night, says nothing about them.
 * @param rows of the broker and the day, in the order of time
 * @param until now, for a session that is under way
 */
export function spansOf(
  rows: readonly LevelRow[],
  day: string,
  until = Number.POSITIVE_INFINITY,
): LevelSpan[] {
  const open = istInstant(day, OPEN).getTime();
  const close = Math.min(istInstant(day, CLOSE).getTime(), until);
  return rows.flatMap(({ level, since }, nr) => {
    const next = rows[nr + 1];
    const from = Math.max(open, Date.parse(since));
    const to = Math.min(close, next === undefined ? close : Date.parse(next.since));
    return to > from ? [{ level, from, to }] : [];
  });
}

/** The rows of each broker on a day. */
async function levelsOfDay(workspace: Workspace, day: string): Promise<Map<string, LevelRow[]>> {
  const { from, to } = boundsOf(day);
  const brokers = new Map<string, LevelRow[]>();
  for (const row of await readLevels(workspace, from, to))
    brokers.set(row.broker, [...(brokers.get(row.broker) ?? []), row]);
  return brokers;
}

/**
 * The lowest level of any broker within the hours of each of these sessions (decisions/Options workspace: go-live gate).
 * @param days IST dates
 * @returns null for a day on which nothing is known of any broker
 */
export async function lowestLevels(
  workspace: Workspace,
  days: readonly string[],
): Promise<Map<string, Level | null>> {
  const lowest = new Map<string, Level | null>();
  for (const day of days) {
    const spans = [...(await levelsOfDay(workspace, day)).values()].flatMap((rows) => spansOf(rows, day));
    lowest.set(
      day,
      spans.reduce<Level | null>(
        (worst, { level }) => (worst === null ? level : worseOf(worst, level)),
        null,
      ),
    );
  }
  return lowest;
}

import type { Calendar } from '../../market/calendar/index.ts';
import { DAY_MS } from '../../platform/index.ts';
import type { AfterBatch } from '../ingest/index.ts';
import { renewLevels } from './level-rows.ts';
import { SAMPLE_DAYS } from './prune-samples.ts';

/** Whether options are traded in India at a moment; a session whose hours are not known counts as none. */
export const tradingBy =
  (calendar: Pick<Calendar, 'isOpen'>) =>
  (at: Date): boolean =>
    calendar.isOpen('NSE', at) === true;

/** Brings the levels of the brokers up to date with the samples of a batch, in its transaction. */
export function followSamples(calendar: Pick<Calendar, 'isOpen'>): AfterBatch {
  const isTrading = tradingBy(calendar);
  return async (workspace, { taken }, now) => {
    const first = new Map<string, { broker: string; at: string }>();
    const oldest = new Date(now.getTime() - SAMPLE_DAYS * DAY_MS).toISOString();
    for (const { record, at, day } of taken('broker_health')) {
      const { broker } = record as unknown as { broker: string };
      const key = `${day} ${broker}`;
      const known = first.get(key);
      // What is about to be pruned makes no history: a part of its day may be gone.
      if (at >= oldest && (known === undefined || at < known.at)) first.set(key, { broker, at });
    }
    for (const { broker, at } of first.values()) await renewLevels(workspace, broker, at, now, isTrading);
  };
}

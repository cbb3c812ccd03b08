import { DAY_MS, istInstant } from '../../platform/index.ts';
import { type Level, LEVELS } from '../broker-health/index.ts';
import type { Workspace } from '../store/index.ts';
import type { BrokerLevels } from './gate-evidence.ts';

/** Levels out of their own table: the lowest of those that began on each day. */
export const brokerLevels: BrokerLevels = {
  async lowestLevels(workspace: Workspace, days: readonly string[]) {
    const lowest = new Map<string, Level | null>();
    for (const day of days) {
      const start = istInstant(day, '00:00');
      const rows = await workspace
        .rows<{ since: string; level: Level }>('broker_health_levels')
        .where('since', '>=', start.toISOString())
        .where('since', '<', new Date(start.getTime() + DAY_MS).toISOString())
        .select('level');
      lowest.set(day, LEVELS.findLast((level) => rows.some((row) => row.level === level)) ?? null);
    }
    return lowest;
  },
};

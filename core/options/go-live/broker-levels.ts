import { istInstant } from '../../platform/index.ts';
import { type Level, LEVELS } from '../broker-health/index.ts';
import type { Workspace } from '../store/index.ts';
import type { BrokerLevels } from './gate-evidence.ts';

/**
 * Levels out of their own table: those that began on the days, and the one that each broker came with. A broker that was
 * silent on all of them is not known.
 */
export const brokerLevels: BrokerLevels = {
  async lowestLevels(workspace: Workspace, days: readonly string[]) {
    const [first = ''] = days;
    const from = istInstant(first, '00:00').toISOString();
    const rows = await workspace
      .rows<{ broker: string; since: string; level: Level }>('broker_health_levels')
      .orderBy('since')
      .select('broker', 'since', 'level');
    const lowest = new Map<string, Level | null>();
    for (const { broker, since, level } of rows) {
      const known = lowest.get(broker);
      // What ended before the days is written over by what came after it.
      const isBefore = since < from || known === undefined || known === null;
      if (isBefore || LEVELS.indexOf(level) > LEVELS.indexOf(known)) lowest.set(broker, level);
    }
    const heard = await workspace.select<{ broker: string; at: string }>(
      'select broker, max(at) as at from broker_health_samples where owner_user_id = :owner group by broker',
    );
    const last = new Map(heard.map(({ broker, at }) => [broker, at]));
    for (const broker of new Set([...lowest.keys(), ...last.keys()]))
      if ((last.get(broker) ?? '') < from) lowest.set(broker, null);
      else lowest.set(broker, lowest.get(broker) ?? null);
    return lowest;
  },
};

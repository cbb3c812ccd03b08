import type { Config } from '../platform/index.ts';
import type { BrokerAdapter, BrokerName } from './adapter.ts';
import type { AdapterEntry, AdapterSetting } from './adapters/index.ts';

/** A broker of this server; while its address is off, every call of it is BROKER_OFF. */
interface KnownBroker {
  adapter: BrokerAdapter;
  isOn: boolean;
  switchedOnBy: string;
}

export interface BrokerTable {
  all(): KnownBroker[];
  find(broker: string): KnownBroker | undefined;
  /** @throws Error for a broker that this release does not know. */
  adapter(broker: BrokerName): BrokerAdapter;
  isOn(broker: BrokerName): boolean;
}

export function createBrokerTable(
  entries: readonly AdapterEntry[],
  config: Config,
  setting: Omit<AdapterSetting, 'baseUrl'>,
): BrokerTable {
  const known = new Map(
    entries.map((entry) => {
      const { switchedOnBy } = entry;
      const baseUrl = config[switchedOnBy];
      const adapter = entry.create({ ...setting, baseUrl });
      return [adapter.broker as string, { adapter, isOn: baseUrl !== null, switchedOnBy }];
    }),
  );
  return {
    all: () => [...known.values()],
    find: (broker) => known.get(broker),
    adapter(broker) {
      const found = known.get(broker);
      if (found === undefined) throw new Error(`there is no adapter for ${broker}`);
      return found.adapter;
    },
    isOn: (broker) => known.get(broker)?.isOn === true,
  };
}

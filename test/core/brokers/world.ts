import type { AdapterEntry, ConnectionInput, ConnectionView } from '../../../core/brokers/index.ts';
import { type Core, createCore } from '../../../core/assembly/index.ts';
import { sharedCore, testCore, type TestCore } from '../../support/core.ts';
import { leapingTimers } from '../../support/leaping-timers.ts';
import { FakeBroker } from '../../support/fake-broker.ts';

export const BY = { actor: 'api:owner' };
export const SECRET = 'kx9-very-secret-value-7Q2Z';
export const PIN = '4821';
/** A setting that has nothing to do with brokers switches the fake one on. */
export const ON = { YAHOO_BASE_URL: 'http://127.0.0.1:9' };

export const INPUT: ConnectionInput = {
  broker: 'dhan',
  label: 'My Dhan',
  role: 'SYNC',
  credentials: { client_id: '1100012345', secret: SECRET, pin: PIN },
};

/** A core with a fake broker in the place of the real ones. */
export interface BrokerWorld extends TestCore {
  broker: FakeBroker;
  create(over?: Partial<ConnectionInput>): Promise<ConnectionView>;
  sync(id: string): ReturnType<Core['connections']['sync']>;
  get(id: string): Promise<ConnectionView>;
  /** One round of the maintenance loop. */
  round(): Promise<string>;
  /** Another process on the same database, with the same broker. */
  neighbour(environment?: Record<string, string>): Promise<Core>;
}

interface BrokerWorldOptions {
  broker?: Parameters<FakeBroker['entry']>[0];
  environment?: Record<string, string>;
}

export async function brokerWorld(options: BrokerWorldOptions = {}): Promise<BrokerWorld> {
  const { broker, settings } = withFakeBroker(options);
  const test = await testCore(settings);
  return worldOf(test, broker, settings.adapters);
}

/** The same for cases that share a core; each `close` ends only the other processes. */
export function sharedBrokerWorld(options: BrokerWorldOptions = {}): () => Promise<BrokerWorld> {
  const { broker, settings } = withFakeBroker(options);
  const coreAnew = sharedCore(settings);
  return async () => {
    broker.reset();
    return worldOf(await coreAnew(), broker, settings.adapters);
  };
}

function withFakeBroker({ broker: name, environment }: BrokerWorldOptions) {
  const broker = new FakeBroker();
  return { broker, settings: { adapters: [broker.entry(name)], environment: { ...ON, ...environment } } };
}

function worldOf(test: TestCore, broker: FakeBroker, adapters: readonly AdapterEntry[]): BrokerWorld {
  const others: Core[] = [];
  return {
    ...test,
    broker,
    create: (over = {}) => test.core.connections.create(test.owner, { ...INPUT, ...over }, BY),
    sync: (id) => test.core.connections.sync(test.owner, id, BY),
    get: (id) => test.core.connections.get(test.owner, id),
    round: () => test.core.brokers.maintain(new AbortController().signal),
    async neighbour(environment = {}) {
      const other = await createCore({
        config: { ...test.core.config, ...environment },
        ownerUrl: test.core.database.urls.ownerUrl,
        isSeparationTried: true,
        clock: test.clock,
        log: test.core.log,
        outsideTimers: leapingTimers(),
        adapters,
      });
      others.push(other);
      return other;
    },
    async close() {
      for (const other of others) await other.close();
      await test.close();
    },
  };
}

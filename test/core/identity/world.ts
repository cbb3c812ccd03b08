import {
  createIdentity,
  type CodeDelivery,
  type Identity,
  type IssuedCode,
} from '../../../core/identity/index.ts';
import {
  type Config,
  createListener,
  createLog,
  createReceipts,
  createSharedLimits,
  type Database,
  type Listener,
  openDatabase,
  parseConfig,
} from '../../../core/platform/index.ts';
import { testDatabase } from '../../support/postgres.ts';
import { PATIENT_LIMITS } from '../../support/time-limits.ts';

/** A time that moves only when a test says so. */
export class TestClock {
  #at: number;
  constructor(at: string) {
    this.#at = new Date(at).getTime();
  }
  now(): Date {
    return new Date(this.#at);
  }
  pass(minutes: number): void {
    this.#at += minutes * 60_000;
  }
}

export interface IdentityWorld {
  identity: Identity;
  /** Another process on the same database, with other settings where they are given. */
  neighbour(environment?: Record<string, string>): Promise<Identity>;
  database: Database;
  listener: Listener;
  clock: TestClock;
  printed: IssuedCode[];
  delivered: CodeDelivery[];
  close(): Promise<void>;
}

/** Identity on a fresh database; the clock starts in the morning of a day in India. */
export async function identityWorld(
  environment: Record<string, string> = {},
  ports: { refusesDelivery?: boolean } = {},
): Promise<IdentityWorld> {
  const testData = await testDatabase();
  const { url, appUrl } = testData;
  const log = createLog('silent');
  const clock = new TestClock('2026-01-30T04:00:00Z');
  const printed: IssuedCode[] = [];
  const delivered: CodeDelivery[] = [];
  const closers: (() => Promise<void>)[] = [];
  const open = async (config: Config) => {
    const database = openDatabase({ ownerUrl: url, appUrl }, log, { limits: PATIENT_LIMITS });
    const listener = createListener(database.held, log);
    await listener.start();
    const identity = createIdentity(
      {
        config,
        database,
        listener,
        clock,
        log,
        limits: createSharedLimits(database.systemPool, log),
        receipts: createReceipts(database),
      },
      {
        deliverCode: async (delivery) => {
          if (ports.refusesDelivery === true) return false;
          delivered.push(delivery);
          return true;
        },
        endNotices: () => Promise.resolve(),
        printCode: (code) => printed.push(code),
      },
    );
    closers.push(async () => {
      await identity.close();
      listener.close();
      await database.close();
    });
    return { identity, database, listener };
  };
  const { identity, database, listener } = await open(parseConfig(environment));
  await identity.start();
  return {
    identity,
    neighbour: async (other = environment) => (await open(parseConfig(other))).identity,
    database,
    listener,
    clock,
    printed,
    delivered,
    async close() {
      for (const close of closers) await close();
      await testData.drop();
    },
  };
}

/** A code that differs from the given one in its last digit. */
export function anotherCode(code: string): string {
  return code.slice(0, -1) + String((Number(code.at(-1)) + 1) % 10);
}

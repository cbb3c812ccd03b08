import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import type {
  Access,
  BrokerAdapter,
  BrokerHolding,
  BrokerSession,
  BrokerTrade,
  ExcludedRow,
  Quotable,
} from '../../../../core/brokers/adapter.ts';
import type { AdapterSetting } from '../../../../core/brokers/adapters/setting.ts';
import { BrokerFailure, REASONS, type ReasonCode } from '../../../../core/brokers/failure.ts';
import {
  createLimiter,
  type Limiter,
  type LimiterOptions,
  type SharedLimits,
  type Timers,
} from '../../../../core/platform/index.ts';
import type { BrokerDouble, Variation, World } from '../../../support/broker-double.ts';

/** What an adapter needs to be held to the contract. */
export interface AdapterUnderTest {
  double: BrokerDouble;
  /** An adapter with nothing remembered. */
  create(setting: AdapterSetting): BrokerAdapter;
  /** The double's time. */
  now: Date;
  /** Days to read the trades of. */
  range: { from: string | null; to: string };
  /** Credentials, and the session that a sync begins with; null where the adapter logs in when it reads. */
  access(): Access;
  /** What the person brings from the broker's page, anew each time; undefined where there is no such page. */
  requestToken?: () => string;
  /** Content type of good answers. */
  contentType: string;
  /** Answers of the right type that are none of the broker's. */
  strangeBodies: readonly string[];
  /** Reason once the broker says that the session has ended. */
  ended: ReasonCode;
  /** Reason of a bare status without the broker's words; what is not named is that of `reasonOfStatus`. */
  bare?: Partial<Record<401 | 403 | 404, ReasonCode>>;
  /** Most requests for one reading of the largest world, its retries included. */
  mostRequests: number;
  /** Something that the broker's own quotes know; left out where it has none. */
  quotable?: Quotable;
  /** Why something cannot occur with this broker: a variation, or the title of a test. */
  skips: Partial<Record<Variation | ContractTest, string>>;
}

/** Tests that not every broker can be put to. */
export type ContractTest =
  | 'connects'
  | 'connects: faults'
  | 'renews'
  | 'a session that ends mid-sync'
  | 'passing faults'
  | 'a second request'
  | 'left-out rows'
  | 'an ended session'
  | 'secrets in addresses';

/** What one reading brought. */
export interface Everything {
  holdings: BrokerHolding[];
  trades: BrokerTrade[];
  leftOut: ExcludedRow[];
  session: BrokerSession | null;
}

export const SMALL: World = { holdings: 4, trades: 45, leftOut: 3 };
export const NEVER = new AbortController().signal;
/** Long enough that a busy machine is no fault. */
export const PATIENT_MS = 50_000;
export const NO_RATE: SharedLimits = {
  of: (_, { concurrent }) => createLimiter({ concurrent, perSecond: 100_000 }),
};

/**
 * Limits as one process has them: one limiter for each name. Their time passes only by waiting, and only while no request
 * is under way: it is the same where a request begins and where it arrives, however busy the machine is.
 */
export function limitsOfAProcess(): { limits: SharedLimits; now: () => number } {
  const made = new Map<string, Limiter>();
  const sleeping: { until: number; wake: () => void }[] = [];
  let time = 0;
  let underWay = 0;
  const passOn = (): void => {
    if (underWay > 0) return;
    const next = sleeping.toSorted((one, other) => one.until - other.until)[0];
    if (next === undefined) return;
    sleeping.splice(sleeping.indexOf(next), 1);
    time = Math.max(time, next.until);
    next.wake();
    setImmediate(passOn);
  };
  const now = () => time;
  const timers: Timers = {
    now,
    sleep: (ms) =>
      new Promise((wake) => {
        sleeping.push({ until: time + ms, wake });
        setImmediate(passOn);
      }),
  };
  const make = (options: LimiterOptions): Limiter => {
    const limiter = createLimiter(options, timers);
    return {
      pause: (ms) => limiter.pause(ms),
      run: (work, signal) =>
        limiter.run(async () => {
          underWay += 1;
          try {
            return await work();
          } finally {
            underWay -= 1;
            setImmediate(passOn);
          }
        }, signal),
    };
  };
  const of: SharedLimits['of'] = (key, options) => {
    const limiter = made.get(key) ?? make(options);
    made.set(key, limiter);
    return limiter;
  };
  return { limits: { of }, now };
}

/** The adapter of a test with the access that the test has, whose secrets it must not tell. */
export class Subject {
  readonly tested: AdapterUnderTest;
  readonly double: BrokerDouble;
  access: Access = { credentials: {}, session: null };
  #requestToken: string | undefined;

  constructor(tested: AdapterUnderTest) {
    this.tested = tested;
    this.double = tested.double;
  }

  /** A double as new, and an access that is good there. */
  reset(world: World = SMALL): void {
    this.double.reset(world);
    this.access = this.tested.access();
    this.#requestToken = undefined;
  }

  create(setting: Partial<AdapterSetting> = {}): BrokerAdapter {
    const clock = { now: () => this.tested.now };
    return this.tested.create({ baseUrl: this.double.url, clock, limits: NO_RATE, ...setting });
  }

  /** An adapter that tries once again at once and is held up by no rate. */
  hasty(timeoutMs = PATIENT_MS): BrokerAdapter {
    return this.create({ tuning: { timeoutMs, retries: 1, backoffMs: 1 } });
  }

  connectOptions(): { requestToken?: string; signal: AbortSignal } {
    this.#requestToken = this.tested.requestToken?.();
    return this.#requestToken === undefined
      ? { signal: NEVER }
      : { requestToken: this.#requestToken, signal: NEVER };
  }

  async readAll(
    adapter: BrokerAdapter = this.hasty(),
    { access = this.access, signal = NEVER }: { access?: Access; signal?: AbortSignal } = {},
  ): Promise<Everything> {
    const reading = await adapter.read(access, signal);
    try {
      const { holdings, left_out } = await reading.holdings();
      const { session } = reading;
      const all: Everything = { holdings: [...holdings], trades: [], leftOut: [...left_out], session };
      for await (const page of reading.trades(this.tested.range)) {
        all.trades.push(...page.trades);
        all.leftOut.push(...page.left_out);
      }
      return all;
    } finally {
      await reading.close();
    }
  }

  /** Everything of the access that is long enough to be told from a common word. */
  secrets(): string[] {
    const { credentials, session } = this.access;
    return [
      ...Object.values(credentials),
      ...Object.values(session?.values ?? {}),
      this.#requestToken ?? '',
    ].filter((value) => value.length >= 6);
  }

  /** Fails for that reason, which is in words, and tells no secret, neither in its causes. */
  async assertFailure(act: () => Promise<unknown>, reason: ReasonCode): Promise<BrokerFailure> {
    let failure: unknown = null;
    let answer: unknown = null;
    try {
      answer = await act();
    } catch (error) {
      failure = error;
    }
    assert.ok(failure !== null, `no failure, but ${inspect(answer, { depth: 3 }).slice(0, 500)}`);
    if (!(failure instanceof BrokerFailure)) throw failure;
    assert.equal(failure.reason, reason, inspect(failure));
    assert.ok(REASONS[failure.reason].length > 0);
    const told = inspect(failure, { depth: 8 });
    for (const secret of this.secrets())
      assert.ok(!told.includes(secret), `the failure tells a credential: ${told}`);
    return failure;
  }

  /** At most so many requests were made. */
  assertBounded(most: number): void {
    assert.ok(this.double.log.length <= most, `${this.double.log.length} requests`);
  }

  /** A test that not every broker can be put to; the reason why stands in its place. */
  check(title: ContractTest | Variation, run: () => Promise<void>, name: string = title): void {
    const reason = this.tested.skips[title];
    if (reason === undefined) it(name, run);
    else it.skip(`${name} (${reason})`);
  }
}

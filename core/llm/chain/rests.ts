import type { Timers } from '../../platform/index.ts';
import type { ErrorClass, Provider } from '../port/index.ts';

const FAILURES = 3;
const WITHIN_MS = 60_000;
const REST_MS = 30_000;
/** Accounts that are remembered; the one that failed longest ago is forgotten first. */
const MOST = 1_000;

/** Which providers are left alone for a while, for all chains of a process. */
export interface Rests {
  /** Milliseconds until it may be asked again; 0 for at once. */
  left(this: void, provider: Provider): number;
  /** Takes note of a failure. Three of capacity or of passing trouble within 60 s give it a rest of 30 s. */
  failed(this: void, provider: Provider, as: ErrorClass): void;
}

const accountOf = ({ id, model, account }: Provider): string => account ?? `${id} ${model ?? ''}`;

export function createRests(timers: Pick<Timers, 'now'>): Rests {
  const known = new Map<string, { failures: number[]; until: number }>();
  return {
    left(provider) {
      return Math.max(0, (known.get(accountOf(provider))?.until ?? 0) - timers.now());
    },
    failed(provider, as) {
      if (as !== 'CAPACITY' && as !== 'TRANSIENT') return;
      const account = accountOf(provider);
      const now = timers.now();
      const before = known.get(account);
      const failures = [...(before?.failures ?? []).filter((at) => at > now - WITHIN_MS), now];
      const isTooMany = failures.length >= FAILURES;
      known.delete(account);
      known.set(account, {
        failures: isTooMany ? [] : failures,
        until: isTooMany ? now + REST_MS : (before?.until ?? 0),
      });
      const [oldest] = known.keys();
      if (known.size > MOST && oldest !== undefined) known.delete(oldest);
    },
  };
}

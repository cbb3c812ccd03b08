import { type Context, systemTimers } from '../../platform/index.ts';
import {
  claimQuotes,
  type Fresh,
  keepQuotes,
  type LatestQuote,
  lockQuotes,
  readLatestQuotes,
  releaseQuotes,
} from './latest-quote-store.ts';
import {
  instrumentKey,
  type Instrument,
  priced,
  type QuoteFailure,
  type QuoteOutcome,
  type QuoteProvider,
  unpriced,
} from './quote.ts';

/** An instrument is requested at most once within this time, unless a person forces it. */
const RECENT_MS = 30_000;
/** Instruments claimed together. Requests for other instruments do not wait for them. */
const CLAIMED_AT_ONCE = 40;
/** Claims of a killed process end after this time, which is longer than finding a source down takes. */
const CLAIM_MS = 30_000;
/** Interval of looking for the answers of another process. */
const LOOKED_AT_MS = 250;
/** A source is down after this many faults of its own in a row. */
const FAULTS_MEAN_DOWN = 5;
/** Failures that are not kept: the instrument is requested again next time (spec: Price refresh rules 3). */
const NEVER_KEPT: ReadonlySet<QuoteFailure | null> = new Set(['NAV_UNRESOLVED', 'NAME_AMBIGUOUS']);

type Answers = ReadonlyMap<string, QuoteOutcome>;

/** How new answers must be to serve a request; without an option, of the last half minute. */
export interface Freshness {
  /** Requests instruments with a fresh answer, too, unless a request for them is under way. */
  force?: boolean | undefined;
  /** Prices fetched since then are fresh, however old; failures are not. */
  since?: Date | undefined;
}

/** The earliest moment of a price that serves a request made now. */
export function freshFrom(now: Date, since?: Date): Date {
  return new Date(Math.min(now.getTime() - RECENT_MS + 1, since?.getTime() ?? Infinity));
}

/** The latest moment of a price that serves a request made now: clocks of two servers may differ by this. */
export function freshUntil(now: Date): Date {
  return new Date(now.getTime() + RECENT_MS);
}

/**
 * Requests each instrument from a public source once per interval, by all processes together: answers are kept in
 * `market.latest_quotes`, and a request under way is waited for. The instrument requested longest ago comes first, so that
 * the run after an interrupted one continues where that ended.
 */
export function createAskedOnce({ clock, database, log }: Pick<Context, 'clock' | 'database' | 'log'>) {
  /** Requests under way in this process. */
  const flights = new Map<string, Promise<Answers>>();

  return (provider: QuoteProvider, { force = false, since }: Freshness = {}): QuoteProvider => {
    const source = provider.name;
    const flightOf = (key: string) => `${source}|${key}`;
    const isFresh = ({ fetched_at, outcome }: LatestQuote, { after, failedAfter, before }: Fresh): boolean =>
      fetched_at >= (outcome.failure === null ? after : failedAfter) && fetched_at <= before;

    /** Dates a price by the arrival of its answer, not by its write. */
    const stamped = (outcome: QuoteOutcome): QuoteOutcome =>
      outcome.quote === null ? outcome : priced({ ...outcome.quote, fetched_at: clock.now() });

    const read = async (keys: readonly string[]) =>
      await database.readAsSystem('look for quotes on record', (trx) => readLatestQuotes(trx, source, keys));

    /** Requests claimed instruments and keeps the answers, after an abort those that arrived. */
    async function ask(
      claimed: ReadonlyMap<string, Instrument>,
      signal: AbortSignal,
      seen: (key: string, outcome: QuoteOutcome) => void,
    ): Promise<Answers> {
      const keys = [...claimed.keys()];
      const answers = new Map<string, QuoteOutcome>();
      try {
        const outcomes = await provider.quotes([...claimed.values()], signal, (at, outcome) => {
          const key = keys[at];
          if (key !== undefined) seen(key, stamped(outcome));
        });
        for (const [at, key] of keys.entries()) {
          const outcome = stamped(outcomes[at] ?? unpriced('PROVIDER_ERROR'));
          if (!(signal.aborted && outcome.failure === 'PROVIDER_TIMEOUT')) answers.set(key, outcome);
        }
      } finally {
        const kept = [...answers].filter(([, { failure }]) => !NEVER_KEPT.has(failure));
        const released = keys.filter((key) => !kept.some(([other]) => other === key));
        await database
          .asSystem('keep quotes', async (trx) => {
            await lockQuotes(trx, source, keys);
            if (kept.length > 0) await keepQuotes(trx, source, kept, clock.now());
            if (released.length > 0) await releaseQuotes(trx, source, released);
          })
          .catch((error: unknown) => log.error({ err: error, source }, 'quotes could not be stored'));
      }
      return answers;
    }

    async function claimAndAsk(
      instruments: ReadonlyMap<string, Instrument>,
      limit: Fresh,
      signal: AbortSignal,
      seen: (key: string, outcome: QuoteOutcome) => void,
    ): Promise<Answers> {
      const keys = [...instruments.keys()];
      if (keys.length === 0) return new Map();
      const claimed = await database.asSystem('claim instruments to ask for', (trx) =>
        claimQuotes(trx, { source, keys, leaseMs: CLAIM_MS, fresh: limit }),
      );
      if (claimed.size === 0) return new Map();
      const mine = new Map([...instruments].filter(([key]) => claimed.has(key)));
      const flight = ask(mine, signal, seen);
      for (const key of claimed) flights.set(flightOf(key), flight);
      try {
        return await flight;
      } finally {
        for (const key of claimed) flights.delete(flightOf(key));
      }
    }

    return {
      name: source,
      covers: (instrument) => provider.covers(instrument),
      async quotes(instruments, signal = new AbortController().signal, seen = () => undefined) {
        // All answers since the beginning are fresh to the end: requests of many instruments take longer than that.
        const begun = clock.now();
        const usual = { after: freshFrom(begun, since), failedAfter: freshFrom(begun) };
        const none = new Date(begun.getTime() + 1);
        const fresh = (range = usual): Fresh => ({
          ...range,
          before: freshUntil(clock.now()),
        });
        const places = new Map<string, number[]>();
        for (const [at, one] of instruments.entries()) {
          const key = instrumentKey(one);
          places.set(key, [...(places.get(key) ?? []), at]);
        }
        const found = new Map<string, QuoteOutcome>();
        const told = new Set<string>();
        const tell = (key: string, outcome: QuoteOutcome): void => {
          if (told.has(key)) return;
          told.add(key);
          for (const at of places.get(key) ?? []) seen(at, outcome);
        };
        const settle = (answers: Iterable<readonly [string, QuoteOutcome]>): void => {
          for (const [key, outcome] of answers) {
            found.set(key, outcome);
            tell(key, outcome);
          }
        };
        const known = await read([...places.keys()]);
        if (!force)
          settle(
            [...known].flatMap(([key, last]) =>
              isFresh(last, fresh()) ? [[key, last.outcome] as const] : [],
            ),
          );
        const lastAsked = (key: string) => known.get(key)?.fetched_at.getTime() ?? 0;
        let left = [...places.keys()]
          .filter((key) => !found.has(key))
          .sort((one, other) => lastAsked(one) - lastAsked(other));
        let down: QuoteFailure | null = null;
        for (let round = 0; left.length > 0 && down === null && !signal.aborted; round += 1) {
          for (let at = 0; at < left.length && down === null && !signal.aborted; at += CLAIMED_AT_ONCE) {
            const free = left.slice(at, at + CLAIMED_AT_ONCE).filter((key) => !flights.has(flightOf(key)));
            const answers = await claimAndAsk(
              new Map(free.map((key) => [key, instruments[places.get(key)?.[0] ?? 0] as Instrument])),
              fresh(force && round === 0 ? { after: none, failedAfter: none } : usual),
              signal,
              tell,
            );
            settle(answers);
            down = faultOfAll(answers);
          }
          left = left.filter((key) => !found.has(key));
          if (left.length === 0 || down !== null) break;
          // Other requests have claimed the rest.
          const others = new Set(left.flatMap((key) => flights.get(flightOf(key)) ?? []));
          const pause = systemTimers.sleep(LOOKED_AT_MS, signal).catch(() => undefined);
          await Promise.race(others.size === 0 ? [pause] : [pause, Promise.allSettled(others)]);
          for (const [key, last] of await read(left))
            if (isFresh(last, fresh()) && !last.isBeingAsked) settle([[key, last.outcome]]);
          left = left.filter((key) => !found.has(key));
        }
        settle(left.map((key) => [key, unpriced(down ?? 'PROVIDER_TIMEOUT')]));
        return instruments.map((one) => found.get(instrumentKey(one)) ?? unpriced('PROVIDER_ERROR'));
      },
    };
  };
}

/** Fault of a source whose last requests all failed; null where it answered any. */
function faultOfAll(answers: Answers): QuoteFailure | null {
  const failures = [...answers.values()].map(({ failure }) => failure);
  return failures.length >= FAULTS_MEAN_DOWN && failures.every((one) => one?.startsWith('PROVIDER_') === true)
    ? (failures[0] ?? null)
    : null;
}

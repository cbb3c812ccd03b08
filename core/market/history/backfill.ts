import type { Calendar } from '../calendar/index.ts';
import { type Instruments, registerInstrument } from '../instruments/index.ts';
import { addDays, type Context, istDate } from '../../platform/index.ts';
import { keepActions } from '../actions/index.ts';
import { type InstrumentHistory, planFetches, type Span, type MissingDays } from './fetch-plan.ts';
import { keepBeginning, keepRequest, readExtentsOf, readHoles, readRequests } from './fetch-store.ts';
import {
  type HistoryInstrument,
  type HistoryOutcome,
  type HistoryProvider,
  isTransient,
} from './history-provider.ts';
import type { PriceIngest } from './price-ingest.ts';
import { lastFinalSession } from './session-days.ts';
import { listed, type Listed, type WantedSecurity } from './wanted-security.ts';

/** Classes whose closes are kept by day. */
export const CLASSES_WITH_HISTORY: readonly string[] = ['Indian Equity', 'US Equity', 'ETF', 'Mutual Fund'];

/** How many of the questions about histories are answered. */
export interface HistoryProgress {
  done: number;
  total: number;
}

/** What a provider answered to a question. */
type Answer = MissingDays & { outcome: HistoryOutcome };

const YEARS = 10;
/** Instruments are stored lot by lot, so that what came stays when the process ends. */
const LOT = 20;

/** Asks providers for what the histories of instruments lack, the first that covers an instrument. */
export function createBackfill(
  { database, clock }: Pick<Context, 'database' | 'clock'>,
  { instruments, calendar }: { instruments: Pick<Instruments, 'resolver'>; calendar: Calendar },
  ingest: PriceIngest,
  providers: readonly HistoryProvider[],
) {
  async function historiesOf(
    securities: readonly WantedSecurity[],
    earliest: string,
  ): Promise<InstrumentHistory[]> {
    const resolver = await instruments.resolver();
    const today = istDate(clock.now());
    const found = new Map<string, Listed>();
    for (const wanted of securities) {
      const one = listed(wanted, resolver, today);
      if (one === null) continue;
      const key = one.instrument.instrument_id || `new ${one.instrument.symbol}`;
      const known = found.get(key);
      found.set(key, { ...one, until: known === undefined ? one.until : later(known.until, one.until) });
    }
    return await database.readAsSystem('find what the history of instruments lacks', async (trx) => {
      const ids = [...found.keys()].filter((id) => !id.startsWith('new '));
      const extents = await readExtentsOf(trx, ids);
      const requests = await readRequests(trx, ids);
      const holes = await readHoles(trx, ids, earliest);
      return [...found].map(([id, one]) => ({
        ...one,
        stored: extents.get(id) ?? null,
        holes: holes.get(id) ?? [],
        asked: requests.get(id) ?? [],
      }));
    });
  }

  /** Stores what came for the same days of several instruments. */
  async function store(
    { source }: HistoryProvider,
    wanted: readonly MissingDays[],
    outcomes: readonly HistoryOutcome[],
  ): Promise<{ added: number; failed: number }> {
    const answers: Answer[] = [];
    for (const [at, outcome] of outcomes.entries()) {
      const one = wanted[at];
      if (one === undefined) continue;
      const id = one.instrument.instrument_id || (await enter(one.instrument, outcome));
      if (id !== null)
        answers.push({ ...one, instrument: { ...one.instrument, instrument_id: id }, outcome });
    }
    await keepSplits(answers);
    const { added } = await ingest.take(
      function* feed(take) {
        for (const { instrument, only, outcome } of answers) {
          for (const { day, close } of outcome.closes)
            if (isWanted(only, day)) take(instrument.instrument_id, day, close);
          yield;
        }
      },
      { source },
    );
    for (const { outcome, ...one } of answers) {
      const { failure, begins_on } = outcome;
      if (begins_on !== undefined && one.instrument.exchange === null)
        await database.asSystem('note when a fund began', (trx) =>
          keepBeginning(trx, one.instrument.instrument_id, begins_on),
        );
      const { rememberAs } = one;
      if (rememberAs === null || isTransient(failure)) continue;
      await database.asSystem('note a question for older prices', (trx) =>
        keepRequest(trx, {
          instrument_id: one.instrument.instrument_id,
          from_day: rememberAs,
          asked_at: clock.now(),
          failure,
        }),
      );
    }
    const failed = outcomes.filter(
      ({ failure }, at) => isTransient(failure) || (failure !== null && wanted[at]?.isRest !== true),
    );
    return { added, failed: failed.length };
  }

  /** A share that is wanted and on no list is entered where the provider says that it is listed. */
  async function enter(
    { symbol, isin, currency, asset_class }: HistoryInstrument,
    { exchange, closes }: HistoryOutcome,
  ): Promise<string | null> {
    if (exchange === undefined || closes.length === 0) return null;
    const isIndian = currency === 'INR';
    const kind = asset_class === 'ETF' ? 'ETF' : isIndian ? 'Indian Equity' : 'US Equity';
    return await database.asSystem('enter a wanted instrument', (trx) =>
      // The lists of NSE tell ISINs better than a person's file does.
      registerInstrument(trx, {
        exchange,
        symbol,
        isin: isIndian ? null : isin,
        asset_class: kind,
        series: null,
      }),
    );
  }

  /** A provider's splits count only where the exchange and the operator are silent; `effectiveRatios` sees to it. */
  async function keepSplits(answers: readonly Answer[]): Promise<void> {
    const announcements = answers.flatMap(({ instrument, outcome: { splits } }) => {
      const { exchange } = instrument;
      if (exchange === null) return [];
      return splits.map(({ ex_date, new_shares, old_shares }) => ({
        exchange,
        symbol: instrument.symbol,
        instrument_id: instrument.instrument_id,
        ex_date,
        record_date: null,
        raw: `Yahoo: ${new_shares}:${old_shares}`,
        source: 'YAHOO',
        actions: [
          {
            kind: Number(new_shares) > Number(old_shares) ? ('SPLIT' as const) : ('CONSOLIDATION' as const),
            new_shares,
            old_shares,
            amount: null,
            status: 'READ' as const,
          },
        ],
      }));
    });
    if (announcements.length > 0)
      await ingest.inTransaction(false, (client) => keepActions(client, announcements));
  }

  return {
    /** One round over the securities: what was missing, what came, and how many questions failed. */
    async complete(
      securities: readonly WantedSecurity[],
      signal?: AbortSignal,
      tell: (progress: HistoryProgress) => void = () => undefined,
    ): Promise<{ asked: number; failed: number; added: number }> {
      const now = clock.now();
      const earliest = addDays(istDate(now), -Math.round(YEARS * 365.25));
      const plan = planFetches(await historiesOf(securities, earliest), {
        earliest,
        now,
        lastSession: (exchange) => lastFinalSession(calendar, exchange, now),
      });
      const shares = providers.map((provider) => ({
        provider,
        lots: lotsOf(plan.filter(({ instrument }) => providerOf(instrument) === provider)),
      }));
      const total = shares.flatMap(({ lots }) => lots.flat()).length;
      const done = { asked: 0, failed: 0, added: 0 };
      tell({ done: 0, total });
      const askAll = async (provider: HistoryProvider, lots: readonly MissingDays[][]): Promise<void> => {
        const ask = async ([first, ...rest]: readonly MissingDays[] = []): Promise<HistoryOutcome[]> => {
          if (first === undefined) return [];
          const some = [first, ...rest].map(({ instrument }) => instrument);
          return await provider.closes(some, first.from, first.to, signal);
        };
        // The next lot is asked for while one is stored.
        let coming = ask(lots[0]);
        for (const [at, lot] of lots.entries()) {
          const outcomes = await coming;
          signal?.throwIfAborted();
          coming = ask(lots[at + 1]);
          coming.catch(() => undefined);
          const { added, failed } = await store(provider, lot, outcomes);
          done.asked += lot.length;
          tell({ done: done.asked, total });
          done.failed += failed;
          done.added += added;
        }
      };
      // No provider waits for another. Nothing is written any more once this has ended.
      const ends = await Promise.allSettled(shares.map(({ provider, lots }) => askAll(provider, lots)));
      const broken = ends.find((end) => end.status === 'rejected');
      if (broken !== undefined) throw broken.reason;
      return done;
    },
  };

  function providerOf(instrument: HistoryInstrument): HistoryProvider | undefined {
    return providers.find((provider) => provider.covers(instrument));
  }
}

function isWanted(only: readonly Span[] | null, day: string): boolean {
  return only === null || only.some(({ from, to }) => from <= day && day <= to);
}

/** Instruments of which the same days are wanted, some at a time. */
function lotsOf(plan: readonly MissingDays[]): MissingDays[][] {
  const groups = new Map<string, MissingDays[]>();
  for (const wanted of plan) {
    const key = `${wanted.from} ${wanted.to}`;
    groups.set(key, [...(groups.get(key) ?? []), wanted]);
  }
  return [...groups.values()].flatMap((group) =>
    Array.from({ length: Math.ceil(group.length / LOT) }, (_, at) => group.slice(at * LOT, (at + 1) * LOT)),
  );
}

/** The later of two last days, where null is after all of them. */
function later(one: string | null, other: string | null): string | null {
  if (one === null || other === null) return null;
  return one > other ? one : other;
}

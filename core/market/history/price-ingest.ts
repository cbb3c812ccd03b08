import type pg from 'pg';
import { type Calendar, type Exchange, EXCHANGES } from '../calendar/index.ts';
import type { Instruments, Resolver } from '../instruments/index.ts';
import { beginTransaction, unavailability, whileHolding, withTimeOf } from '../../platform/index.ts';
import { linkActions, readUnlinkedActions } from '../actions/index.ts';
import { effectiveRatios, ratioBetween } from './adjust.ts';
import { keepFindings, readSuspects, resolveGaps, resolveMoves } from './findings-store.ts';
import { createPriceValidation, type Finding, isOrdinaryMove, type SessionDays } from './price-validation.ts';
import {
  type Conflict,
  copyLine,
  countWithin,
  type PriceSource,
  readAllRatios,
  readExchanges,
  readExtents,
  writeCloses,
} from './history-store.ts';
import { sessionDaysOf } from './session-days.ts';

/** What became of prices that were taken in. */
export interface IngestResult {
  /** Prices that came. */
  rows: number;
  added: number;
  /** Days whose close was replaced by one of a better source, or because that was asked for. */
  changed: number;
  /** Refused by price validation. */
  refused: number;
  /** Days that are stored with another close, replaced or not. */
  conflicts: number;
  /** Findings that were not known yet. */
  findings: number;
}

interface IngestOptions {
  source: PriceSource;
  replace?: boolean | undefined;
  /** Everything is done and nothing is kept. */
  dryRun?: boolean | undefined;
  /** Exchanges of instruments that are entered while prices are taken; null for what no exchange lists. */
  entered?: ReadonlyMap<string, Exchange | null> | undefined;
}

/** Takes a price that came, with the rupees traded where they are known; says whether it passed validation at once (one that is held back may pass with the next). */
export type Take = (instrumentId: string, day: string, close: string, turnover?: number | null) => boolean;

/** Two sources that differ by less than this part of the price differ by rounding. */
const ROUNDING = 0.0005;
/** Lines are handed over in pieces of about this many characters. */
const PIECE = 64_000;

export type PriceIngest = ReturnType<typeof createPriceIngest>;

/**
 * The one way into the history: prices pass price validation, are written set by set in one transaction, and what was
 * noticed about them is kept beside them.
 */
export function createPriceIngest(
  systemPool: pg.Pool,
  calendar: Calendar,
  instruments: Pick<Instruments, 'resolver'>,
) {
  const known = new Map<Exchange, SessionDays>();

  function daysOf(exchange: Exchange): SessionDays {
    const days = known.get(exchange) ?? sessionDaysOf(calendar, exchange);
    known.set(exchange, days);
    return days;
  }

  /** Null for what no exchange lists: its days cannot be told apart. */
  function sessionsOf(exchange: Exchange | null | undefined): SessionDays | null {
    return exchange === null ? null : daysOf(exchange ?? EXCHANGES[0]);
  }

  async function inTransaction<T>(dryRun: boolean, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    const client = await withTimeOf('long', () => systemPool.connect());
    try {
      await beginTransaction(client);
      // Prices may name new instruments, which are entered by a transaction of their own.
      const result = await whileHolding(() => work(client), true);
      await client.query(dryRun ? 'rollback' : 'commit');
      client.release();
      return result;
    } catch (error) {
      // A connection in the middle of a COPY is of no more use.
      client.release(true);
      throw unavailability(error, true) ?? error;
    }
  }

  return {
    inTransaction,
    settle,

    /**
     * @param feed hands prices over one by one; those of one instrument in the order of their days. It yields now and
     *   then, so that what has come goes on its way.
     */
    async take(
      feed: (take: Take) => AsyncIterable<void> | Iterable<void>,
      { source, replace = false, dryRun = false, entered }: IngestOptions,
    ): Promise<IngestResult> {
      const resolver = await instruments.resolver();
      return await inTransaction(dryRun, async (client) => {
        await linkUnlinked(client, resolver);
        const extents = await readExtents(client);
        const exchanges = await readExchanges(client);
        const ratios = await readAllRatios(client);
        const suspects = await readSuspects(client);
        const validation = createPriceValidation((id) => ({
          stored: extents.get(id) ?? null,
          suspect: suspects.get(id) ?? null,
          ratios: effectiveRatios(ratios.get(id) ?? []),
          days: sessionsOf(entered?.get(id) ?? (entered?.has(id) === true ? null : exchanges.get(id))),
        }));
        let rows = 0;
        let piece = '';
        const take: Take = (id, day, close, turnover = null) => {
          rows += 1;
          const isFit = validation.accepts(id, day, close);
          if (isFit) piece += copyLine(id, day, close, turnover);
          for (const late of validation.released.splice(0)) piece += copyLine(late.id, late.day, late.close);
          return isFit;
        };
        async function* pieces(): AsyncIterable<string> {
          for await (const _ of feed(take)) {
            if (piece.length < PIECE) continue;
            yield piece;
            piece = '';
          }
          if (piece !== '') yield piece;
        }
        const written = await writeCloses(client, pieces(), { source, replace });
        const findings = [
          ...(await withoutFilledGaps(client, validation.finish())),
          ...written.conflicts.filter(isNotRounding).map(findingOf),
        ];
        const fresh = await keepFindings(client, findings, source);
        await settle(client);
        return {
          rows,
          added: written.added,
          changed: written.changed,
          refused: Math.max(0, rows - written.rows),
          conflicts: written.conflicts.length,
          findings: fresh,
        };
      });
    },
  };

  /** Announcements are kept whether or not the registry knows their symbol; it may have come to know it since. */
  async function linkUnlinked(client: pg.ClientBase, resolver: Resolver): Promise<void> {
    const unlinked = await readUnlinkedActions(client);
    await linkActions(
      client,
      unlinked.flatMap(({ id, exchange, symbol, ex_date }) => {
        const found = resolver.resolve({ symbol, exchange, on: ex_date });
        return found.outcome === 'FOUND' ? [{ id, instrument_id: found.instrument.id }] : [];
      }),
    );
  }

  /** Closes the findings that prices or actions which came since have settled. */
  async function settle(client: pg.ClientBase): Promise<number> {
    const exchanges = await readExchanges(client);
    const gaps = await resolveGaps(client, (id, from, until, stored) => {
      const exchange = exchanges.get(id);
      return typeof exchange === 'string' && stored >= calendar.countSessions(exchange, from, until);
    });
    const ratios = await readAllRatios(client);
    const moves = await resolveMoves(client, ({ instrument_id, before, day, times, has_other_action }) => {
      const known = effectiveRatios(ratios.get(instrument_id) ?? []);
      return has_other_action || isOrdinaryMove(times * ratioBetween(known, before, day));
    });
    return gaps + moves;
  }

  /** A hole in what came is none where the stored prices fill it. */
  async function withoutFilledGaps(client: pg.ClientBase, findings: readonly Finding[]): Promise<Finding[]> {
    const gaps = findings.filter(({ kind }) => kind === 'GAP');
    if (gaps.length === 0) return [...findings];
    const stored = await countWithin(client, gaps);
    const exchanges = await readExchanges(client);
    const filled = new Set(
      gaps.filter(({ instrument_id, day, until }, at) => {
        const exchange = exchanges.get(instrument_id) ?? EXCHANGES[0];
        return (stored[at] ?? 0) >= calendar.countSessions(exchange, day, until);
      }),
    );
    return findings.filter((finding) => !filled.has(finding));
  }
}

function isNotRounding({ stored, came }: Conflict): boolean {
  return Math.abs(Number(stored) - Number(came)) > ROUNDING * Number(stored);
}

function findingOf({ instrument_id, day, stored, came, isReplaced, isRestated }: Conflict): Finding {
  return {
    instrument_id,
    kind: 'CONFLICT',
    severity: isReplaced ? 'INFO' : 'WARNING',
    day,
    until: day,
    value: came,
    other: stored,
    outcome: isReplaced ? 'STORED' : 'REFUSED',
    message: conflictWords(isReplaced, isRestated),
  };
}

function conflictWords(isReplaced: boolean, isRestated: boolean): string {
  if (!isReplaced) return 'Two sources disagree on this close. The stored one was kept.';
  return isRestated
    ? 'The source corrected this close. The newer one replaced the stored one.'
    : 'Two sources disagree on this close. The better source replaced the stored one.';
}

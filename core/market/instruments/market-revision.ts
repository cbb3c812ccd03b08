import { type Context, createSharedRead, type Database } from '../../platform/index.ts';

/** Kinds of market data, by which its changes are counted. */
export type MarketPart = 'prices' | 'registry' | 'rates';

export type ReadMarketRevision = (part: MarketPart) => Promise<string>;

/**
 * Reads what changes with each transaction that writes a kind of market data: prices (closes, corporate actions, members and
 * levels of indexes), the registry of instruments with aliases and changes of symbols, or exchange rates. Reads that are
 * made together share a query.
 */
export function createReadMarketRevision(database: Pick<Database, 'systemPool'>): ReadMarketRevision {
  const read = createReadRevisions(database);
  return async (part) => (await read(part)) ?? '';
}

/** Reads the same for the closes of each instrument: the word changes with each transaction that writes closes of it. */
export function createReadCloseRevisions(
  database: Pick<Database, 'systemPool'>,
): (instrumentIds: Iterable<string>) => Promise<Map<string, string>> {
  const read = createReadRevisions(database);
  return async (instrumentIds) =>
    new Map(
      await Promise.all(
        Array.from(instrumentIds, async (id) => [id, (await read(`closes ${id}`)) ?? ''] as const),
      ),
    );
}

function createReadRevisions({ systemPool }: Pick<Database, 'systemPool'>) {
  return createSharedRead(async (topics) => {
    // Most answers need it, so it is one statement: a transaction would take three.
    const { rows } = await systemPool.query<{ topic: string; changed_by: string }>({
      name: 'market_revisions',
      text: 'select topic, changed_by from market.revisions where topic = any($1)',
      values: [topics],
    });
    return new Map(rows.map(({ topic, changed_by }) => [topic, changed_by]));
  });
}

/** Shortest time between two changes that count: while histories are loaded, prices change every second. */
const PAUSE_MS = 60_000;
/** Revisions are read again after this. */
const READ_MS = 1000;
const PARTS: readonly MarketPart[] = ['prices', 'registry', 'rates'];

/** Names the state of parts of the market data: equal words mean that nothing in them was written until a minute ago. */
export type ReadMarketState = (parts: readonly MarketPart[]) => Promise<string>;

/**
 * States of market data, for answers that every change of it would drop. After a quiet minute a change counts within a second,
 * else a minute after the last one that counted. One small query a second serves all who ask, and kept answers that are parts of
 * others share these states.
 */
export function createMarketState({ database, clock }: Pick<Context, 'database' | 'clock'>): ReadMarketState {
  const read = createReadMarketRevision(database);
  const counted = new Map<MarketPart, { revision: string; at: number }>();
  let last: { at: number; counts: Promise<void> } | null = null;

  function count(part: MarketPart, revision: string, now: number): void {
    const known = counted.get(part);
    if (known === undefined) counted.set(part, { revision, at: Number.NEGATIVE_INFINITY });
    else if (known.revision !== revision && !isWithin(known.at, now, PAUSE_MS))
      counted.set(part, { revision, at: now });
  }

  async function renew(now: number): Promise<void> {
    const found = await Promise.all(PARTS.map(async (part) => [part, await read(part)] as const));
    for (const [part, revision] of found) count(part, revision, now);
  }

  return async (parts) => {
    const now = clock.now().getTime();
    if (last === null || !isWithin(last.at, now, READ_MS)) {
      const own = { at: now, counts: renew(now) };
      last = own;
      // The next one who asks tries again.
      own.counts.catch(() => {
        if (last === own) last = null;
      });
    }
    await last.counts;
    return parts.map((part) => counted.get(part)?.revision).join(' ');
  };
}

/** A clock that was set back is beyond any time: changes would wait until it is there again. */
const isWithin = (since: number, now: number, ms: number): boolean => since <= now && now < since + ms;

import { type Context, createSharedRead, type Database } from '../../platform/index.ts';

/** Kinds of market data, by which its changes are counted. */
export type MarketPart = 'prices' | 'registry' | 'rates';

export type ReadMarketRevision = (part: MarketPart) => Promise<string>;

/**
 * Reads what changes with each transaction that writes a kind of market data: prices (closes, corporate actions, members and
 * levels of indexes), the registry of instruments with aliases and changes of symbols, or exchange rates. Requests of one turn
 * of the event loop share a query.
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

/** Names the state of parts of the market data: equal words mean that nothing in them was written until a minute ago. */
export type ReadMarketState = (parts: readonly MarketPart[]) => Promise<string>;

/**
 * States of market data, for answers that every change of it would drop. After a quiet minute a change counts at once, else a
 * minute after the last one that counted. Kept answers that are parts of others share these states.
 */
export function createMarketState({ database, clock }: Pick<Context, 'database' | 'clock'>): ReadMarketState {
  const read = createReadMarketRevision(database);
  const counted = new Map<MarketPart, { revision: string; at: number }>();

  async function stateOf(part: MarketPart): Promise<string> {
    const revision = await read(part);
    const now = clock.now().getTime();
    const last = counted.get(part);
    if (last === undefined) counted.set(part, { revision, at: Number.NEGATIVE_INFINITY });
    else if (last.revision !== revision) {
      const since = now - last.at;
      // Below zero the clock was set back: waiting for it would hold changes up.
      if (since >= 0 && since < PAUSE_MS) return last.revision;
      counted.set(part, { revision, at: now });
    }
    return revision;
  }
  return async (parts) => (await Promise.all(parts.map(stateOf))).join(' ');
}

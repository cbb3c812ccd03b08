import { type Context, createSharedRead, type Database } from '../../platform/index.ts';

/** Kinds of market data, by which its changes are counted. */
export type MarketPart = 'prices' | 'registry' | 'rates';

export type ReadMarketRevision = (part: MarketPart) => Promise<string>;

/**
 * Reads what changes with each transaction that writes a kind of market data: prices (closes, corporate actions, members and
 * levels of indexes), the registry of instruments with aliases and changes of symbols, or exchange rates. Requests of one turn of
 * the event loop share a query.
 */
export function createReadMarketRevision(database: Pick<Database, 'systemPool'>): ReadMarketRevision {
  const read = createReadRevisions(database);
  return async (part) => (await read(part)) ?? '';
}

/** The same for the closes of each of some instruments: another word for each transaction that writes any of them. */
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
    // Most answers look at it: one statement, where a transaction would take three.
    const { rows } = await systemPool.query<{ topic: string; changed_by: string }>({
      name: 'market_revisions',
      text: 'select topic, changed_by from market.revisions where topic = any($1)',
      values: [topics],
    });
    return new Map(rows.map(({ topic, changed_by }) => [topic, changed_by]));
  });
}

/** A change that comes sooner after another one waits: while histories are loaded, prices change every second. */
const PAUSE_MS = 60_000;

/** Names the state of parts of the market data: equal words mean that nothing of these was written, or not for long. */
export type ReadMarketState = (parts: readonly MarketPart[]) => Promise<string>;

/**
 * States of market data, for answers that everybody's changes would drop. A change counts at once after a quiet minute, and
 * else a minute after the last one that counted. An answer that is made of another kept one shares its states.
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
      // A clock that was set back would hold changes up until it is there again.
      if (since >= 0 && since < PAUSE_MS) return last.revision;
      counted.set(part, { revision, at: now });
    }
    return revision;
  }
  return async (parts) => (await Promise.all(parts.map(stateOf))).join(' ');
}

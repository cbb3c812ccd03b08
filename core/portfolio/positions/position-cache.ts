import { createCache, createTurns, type DbTransaction } from '../../platform/index.ts';
import type { PositionKey } from './position-key.ts';

/** A position with what is another one after every change of its rows. */
export interface MarkedKey extends PositionKey {
  mark: string;
}

/** Replays the ledgers of some symbols; one of which nothing counts may be left out. */
type ReplayKeys<V> = (keys: MarkedKey[]) => AsyncIterable<{ key: PositionKey; value: V }>;

interface Kept<V> {
  mark: string;
  value: V | null;
}

export type PositionCache<V> = ReturnType<typeof createPositionCache<V>>;

/**
 * Results of ledger replays, kept by position: a change costs the replay of the symbols that it touched, and a new price
 * none. Not for use within a change: uncommitted rows have the same mark as committed ones.
 * @param most limit for the values of all owners together, in the unit of `sizeOf`.
 */
export function createPositionCache<V>(most: number, sizeOf: (value: V | null) => number) {
  const owners = createCache<Map<string, Kept<V>>>({
    most: Number.POSITIVE_INFINITY,
    mostSize: most,
    sizeOf: (kept) => [...kept.values()].reduce((sum, { value }) => sum + sizeOf(value), 0),
  });
  const turns = createTurns();

  async function renew(owner: string, wanted: readonly MarkedKey[], isAll: boolean, replay: ReplayKeys<V>) {
    const kept = owners.get(owner) ?? new Map<string, Kept<V>>();
    const stale = wanted.filter((key) => kept.get(keyOf(key))?.mark !== key.mark);
    const fresh = new Map<string, V>();
    if (stale.length > 0) for await (const { key, value } of replay(stale)) fresh.set(keyOf(key), value);
    const there = new Set(wanted.map(keyOf));
    if (isAll) for (const key of kept.keys()) if (!there.has(key)) kept.delete(key);
    for (const key of stale) kept.set(keyOf(key), { mark: key.mark, value: fresh.get(keyOf(key)) ?? null });
    owners.set(owner, kept);
    return wanted.flatMap((key) => kept.get(keyOf(key))?.value ?? []);
  }

  return {
    /**
     * The values of the wanted positions, in their order. Who comes while those of the same owner are replayed waits, and
     * finds them done.
     * @param owner a person, with whatever else decides the values.
     * @param isAll the owner has no other positions: what is kept of others goes.
     */
    async read(
      owner: string,
      wanted: readonly MarkedKey[],
      isAll: boolean,
      replay: ReplayKeys<V>,
    ): Promise<V[]> {
      return await turns.run(owner, () => renew(owner, wanted, isAll, replay));
    },

    /** Size of the cache, in the unit of `sizeOf`. */
    get size(): number {
      return owners.size;
    },
  };
}

/**
 * The positions of a portfolio, in the order of portfolio and symbol. A position is written anew with every change of its
 * rows, so the transaction that wrote it tells one state of them from another.
 * @param portfolioId null for all.
 */
export async function markedKeys(trx: DbTransaction, portfolioId: string | null): Promise<MarkedKey[]> {
  const { rows } = await trx.raw<{ rows: MarkedKey[] }>(
    `select portfolio_id, symbol, xmin::text || ' ' || transactions_count as mark
     from portfolio.positions where ?::bigint is null or portfolio_id = ?::bigint order by portfolio_id, symbol`,
    [portfolioId, portfolioId] as string[],
  );
  return rows;
}

const keyOf = ({ portfolio_id, symbol }: PositionKey): string => `${portfolio_id}\0${symbol}`;

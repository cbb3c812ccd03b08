import type { Database } from '../../platform/index.ts';
import { type CompanyNames, createCompanyNames } from './company-name.ts';
import type { Registry } from './instrument.ts';
import { readRegistry, registryStamp } from './registry-store.ts';
import { createResolver, type Resolver } from './resolver.ts';
import { createTickers, type Tickers } from './ticker.ts';
import { withWellKnown } from './well-known-changes.ts';

/** The registry as it was read last, and what answers questions about it. */
export interface ReadRegistry {
  registry: Registry;
  resolver: Resolver;
  tickers: Tickers;
  companies: CompanyNames;
}

/**
 * Keeps the registry, a few thousand rows, for as long as nothing in it has changed, in whatever process: one small query
 * tells.
 */
export function createRegistryCache(database: Database): () => Promise<ReadRegistry> {
  let kept: { stamp: string; read: ReadRegistry } | null = null;
  return async () =>
    await database.asSystem('read the registry of instruments', async (trx) => {
      const stamp = await registryStamp(trx);
      if (kept?.stamp === stamp) return kept.read;
      const completed = withWellKnown(await readRegistry(trx));
      const resolver = createResolver(completed.registry);
      const read = {
        registry: completed.registry,
        resolver,
        tickers: createTickers(resolver, completed),
        companies: createCompanyNames(completed.registry.instruments),
      };
      // What was written between the two queries has another stamp and is read the next time.
      kept = { stamp, read };
      return read;
    });
}

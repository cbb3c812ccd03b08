import { createCache, type Database } from '../../platform/index.ts';
import { corporateActionRegister } from '../register/index.ts';
import { type CompanyNames, createCompanyNames } from './company-name.ts';
import type { Registry } from './instrument.ts';
import type { ReadMarketRevision } from './market-revision.ts';
import { readRegistry } from './registry-store.ts';
import { createResolver, type Resolver } from './resolver.ts';
import { createTickers, type Tickers } from './ticker.ts';
import { createSymbolBeginnings } from './symbol-beginnings.ts';
import { withWellKnownChanges } from './well-known-changes.ts';

/** The registry as it was read last, and what answers questions about it. */
export interface ReadRegistry {
  registry: Registry;
  resolver: Resolver;
  tickers: Tickers;
  companies: CompanyNames;
  /** Symbols of exchanges, today's and former ones, whose letters begin so. */
  beginning: (letters: string) => readonly string[];
}

/**
 * Keeps the registry, a few thousand rows, for as long as nothing in it has changed, in whatever process: one small query
 * tells.
 */
export function createRegistryCache(
  database: Database,
  readRevision: ReadMarketRevision,
): () => Promise<ReadRegistry> {
  const system = 'read the registry of instruments';
  const registries = createCache<ReadRegistry>({ most: 1 });
  return async () => {
    // A later write changes the revision and is read the next time.
    return await registries.read('registry', await readRevision('registry'), async () => {
      const { renames } = await corporateActionRegister();
      const completed = withWellKnownChanges(
        await database.readAsSystem(system, (trx) => readRegistry(trx)),
        renames.map(({ from, to, on, isin }) => ({ exchange: 'NSE', from, to, on, isin })),
      );
      const resolver = createResolver(completed.registry);
      return {
        registry: completed.registry,
        resolver,
        tickers: createTickers(resolver, completed),
        companies: createCompanyNames(completed.registry.instruments),
        beginning: createSymbolBeginnings(completed.registry),
      };
    });
  };
}

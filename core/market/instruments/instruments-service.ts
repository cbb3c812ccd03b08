import { type Context, invalid, istDate } from '../../platform/index.ts';
import { createAliasService } from './alias-service.ts';
import type { CompanyNames } from './company-name.ts';
import { createExternalInstruments } from './external-instrument.ts';
import { createInstrumentImport } from './import/import-service.ts';
import { isListDate } from './import/list-cells.ts';
import {
  aliasKey,
  type AliasKind,
  type Instrument,
  type RegistryExchange,
  type SymbolChange,
} from './instrument.ts';
import { covers, type IndexName, type Membership } from './membership.ts';
import { createReadMarketRevision } from './market-revision.ts';
import { createRegistryCache, type ReadRegistry } from './registry-cache.ts';
import { readInstruments, readMemberships, searchInstruments } from './registry-store.ts';
import type { Resolution, Resolver } from './resolver.ts';
import type { Ticker, TickerRequest } from './ticker.ts';

/** A company in an index on a day. Without an instrument the registry does not know it. */
export interface Constituent {
  symbol: string;
  isin: string | null;
  name: string | null;
  sector: string | null;
  instrument_id: string | null;
  valid_from: string;
  valid_to: string | null;
}

export type Instruments = ReturnType<typeof createInstruments>;

const MOST_FOUND = 50;

/** The registry of what exchanges list. It belongs to nobody; `importLists` writes it, and what people decide about words. */
export function createInstruments(context: Context) {
  const { database, clock } = context;
  const today = () => istDate(clock.now());

  const readRevision = createReadMarketRevision(database);
  const registry = createRegistryCache(database, readRevision);
  /** For many questions at once. */
  const resolver = async (): Promise<Resolver> => (await registry()).resolver;

  return {
    ...createInstrumentImport(context),
    ...createAliasService(context),
    ...createExternalInstruments(context),
    resolver,

    /** For many questions at once, with every change of a symbol that is known and the first day of the new one. */
    async names(): Promise<{ resolver: Resolver; changes: readonly SymbolChange[] }> {
      const known = await registry();
      return { resolver: known.resolver, changes: known.registry.changes };
    },

    /** Shares by the names of their companies, however those are written. */
    companies: async (): Promise<CompanyNames> => (await registry()).companies,

    /** What the registry says of words: the resolver, companies by name, and symbols by the letters that they begin with. */
    words: async (): Promise<Pick<ReadRegistry, 'resolver' | 'companies' | 'beginning'>> => await registry(),

    /** How many instruments there are; 0 before a list was imported. */
    size: async (): Promise<number> => (await registry()).registry.instruments.length,

    /**
     * What rupee securities are called at NSE today, each with what the registry makes of it; in the same order. None has
     * no name but one whose symbol and ISIN belong to different companies (spec: Price refresh rules 2).
     */
    async tickers(wanted: readonly TickerRequest[]): Promise<Ticker[]> {
      if (wanted.length === 0) return [];
      const { tickers } = await registry();
      const day = today();
      return wanted.map((one) => tickers(one, day));
    },

    /**
     * The instrument that is meant: by ISIN, else by the symbol as it was on the day, else by a confirmed alias.
     * @param wanted.on the day the words are of, YYYY-MM-DD; today when it is not given.
     * @throws 422 VALIDATION for what is no date.
     */
    async resolve(wanted: {
      isin?: string | null;
      symbol?: string | null;
      exchange?: RegistryExchange | null;
      on?: string;
    }): Promise<Resolution> {
      const on = dateOf(wanted.on ?? today());
      return (await resolver()).resolve({ ...wanted, on });
    },

    /** Instruments by the beginning of their symbol, a part of their name or their ISIN; the nearest first. */
    async search(text: string, most = 20): Promise<Instrument[]> {
      const words = aliasKey(text);
      if (words === '') return [];
      return await database.readAsSystem('search the registry of instruments', (trx) =>
        searchInstruments(trx, words, Math.min(most, MOST_FOUND)),
      );
    },

    /** Instruments by their ids; one that is not there is left out. */
    async byIds(ids: readonly string[]): Promise<Map<string, Instrument>> {
      const wanted = new Set(ids);
      const all = (await registry()).registry.instruments;
      return new Map(all.flatMap((one) => (wanted.has(one.id) ? [[one.id, one] as const] : [])));
    },

    /** The symbols and ISINs that an instrument had before, as far as lists tell; rejected ones are left out. */
    async formerNames(id: string): Promise<{ symbols: string[]; isins: string[] }> {
      const { aliases, changes, instruments: all } = (await registry()).registry;
      const own = aliases.filter((one) => one.instrument_id === id);
      const rejected = new Set(own.flatMap(({ alias, status }) => (status === 'REJECTED' ? [alias] : [])));
      const of = (kind: AliasKind): string[] =>
        own.flatMap((one) =>
          one.kind === kind && one.status === 'CONFIRMED' && !rejected.has(one.alias) ? [one.alias] : [],
        );
      const now = all.find((one) => one.id === id);
      const before = changes.flatMap(({ exchange, from, to }) =>
        now !== undefined && exchange === now.exchange && to === now.symbol && !rejected.has(from)
          ? [from]
          : [],
      );
      return {
        symbols: [...new Set([...of('FORMER_SYMBOL'), ...before])],
        isins: [...new Set(of('FORMER_ISIN'))],
      };
    },

    /** What is listed of a class today, by symbol, those with a sector first: at most that many. */
    async listedOf(assetClass: Instrument['asset_class'], most: number): Promise<Instrument[]> {
      const listed = (await registry()).registry.instruments.filter(
        ({ asset_class, delisted_on }) => asset_class === assetClass && delisted_on === null,
      );
      const rank = ({ sector, symbol }: Instrument) => `${sector === null ? 1 : 0} ${symbol}`;
      return listed.toSorted((one, other) => (rank(one) < rank(other) ? -1 : 1)).slice(0, most);
    },

    /** Differs whenever a row of the registry was added, changed or removed. */
    stamp: () => readRevision('registry'),

    /** Every span of every company in an index, as far as lists and histories reach. */
    async memberships(index: IndexName): Promise<Membership[]> {
      return await database.readAsSystem('read the memberships of an index', (trx) =>
        readMemberships(trx, index),
      );
    },

    /**
     * Who was in an index on a day, by symbol. Empty where no list or history reaches.
     * @throws 422 VALIDATION for what is no date.
     */
    async constituents(index: IndexName, on: string): Promise<Constituent[]> {
      const day = dateOf(on);
      return await database.readAsSystem('read the constituents of an index', async (trx) => {
        const instruments = new Map((await readInstruments(trx)).map((one) => [one.id, one]));
        return (await readMemberships(trx, index))
          .filter((span) => covers(span, day))
          .map(({ symbol, isin, instrument_id, valid_from, valid_to }): Constituent => {
            const known = instrument_id === null ? undefined : instruments.get(instrument_id);
            return {
              symbol: known?.symbol ?? symbol,
              isin: known?.isin ?? isin,
              name: known?.name ?? null,
              sector: known?.sector ?? null,
              instrument_id,
              valid_from,
              valid_to,
            };
          })
          .sort((a, b) => (a.symbol < b.symbol ? -1 : 1));
      });
    },
  };
}

function dateOf(text: string): string {
  if (!isListDate(text)) throw invalid([{ field: 'on', message: 'Give a date such as 2026-04-01.' }]);
  return text;
}

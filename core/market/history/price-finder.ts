import {
  type Context,
  type Database,
  type DbTransaction,
  istDate,
  withWaitBudget,
} from '../../platform/index.ts';
import {
  bareSymbol,
  currencyOf,
  type Instruments,
  isIsin,
  isSameIssuer,
  type NewInstrument,
  registerInstrument,
  type RegistryExchange,
  registerUnlisted,
} from '../instruments/index.ts';
import { AMFI_ID } from './history-provider.ts';
import { ensureIndexSeries, findIndexSeries } from './history-store.ts';
import type { FilePrice } from './price-file.ts';
import { INDEX_SERIES, indexSeriesOf } from './series.ts';
import { HOME_EXCHANGES, type WantedSecurity } from './wanted-security.ts';

/** How instruments are found, and entered. */
export interface FinderOptions {
  /** Where the symbols are listed; NSE when it is not said. */
  exchange?: RegistryExchange | undefined;
  /** Enters symbols that neither the registry nor any books know, as the file writes them. */
  register?: boolean | undefined;
  /** Everything is read and judged and nothing is kept. */
  dryRun?: boolean | undefined;
}

/** Everything that any person holds or ever traded: a price file that names it needs no list of an exchange. */
export type BookSecurities = () => Promise<readonly WantedSecurity[]>;

/** The number that BSE gives a share. */
const BSE_CODE = /^5\d{5}$/;
const SCHEME_CODE = /^\d{5,6}$/;
/** Classes that exchanges list. */
const LISTED_CLASSES: readonly string[] = ['Indian Equity', 'US Equity', 'ETF', 'Bond'];

/**
 * Finds the instruments of the prices of a file: by the registry, by an index's name, by the code of a fund, and by the
 * symbols and ISINs of people's books, which are entered in the registry when a file has a price of them.
 */
export function createPriceFinder(
  { database, clock }: Pick<Context, 'database' | 'clock'>,
  instruments: Pick<Instruments, 'resolver'>,
  securities: BookSecurities,
) {
  return async (options: FinderOptions, isExchange: boolean) => {
    const today = istDate(clock.now());
    const { exchange = 'NSE', dryRun = false } = options;
    const resolver = await instruments.resolver();
    const indexes = await indexIds(database, dryRun);
    const ownOf = createBookSearch(
      await securities(),
      isExchange || options.exchange !== undefined ? currencyOf(exchange, null) : null,
    );
    const byIsin = new Map<string, string>();
    const entered = new Map<string, string | null>();
    const exchanges = new Map<string, RegistryExchange | null>();
    let registered = 0;
    let funds: Promise<Map<string, string>> | null = null;

    /** The registry's answer, without waiting: nearly every price is one of these. */
    function known({ symbol, isin, day }: FilePrice): string | null | undefined {
      const before = (isin === null ? undefined : byIsin.get(isin)) ?? entered.get(isin ?? symbol);
      if (before !== undefined) return before;
      const checked = isin !== null && isIsin(isin) ? isin : null;
      const found = resolver.resolve({ symbol, isin: checked, exchange, on: day });
      if (found.outcome === 'FOUND') {
        // Only an ISIN means the same on every day.
        if (isin !== null && found.by === 'ISIN') byIsin.set(isin, found.instrument.id);
        return found.instrument.id;
      }
      const index = indexSeriesOf(symbol);
      if (index !== null) return indexes.get(index.code) ?? null;
      // A symbol that is another company's, or several companies', is not to be entered once more.
      return found.outcome === 'UNKNOWN' && found.reason === 'NOT_IN_REGISTRY' ? undefined : null;
    }

    /** An instrument of the books, as the registry has it or as it is entered now; a dry run enters none. */
    async function ofBooks(own: WantedSecurity, price: FilePrice): Promise<string | null> {
      const bare = bareSymbol(own.symbol);
      const isin = own.isin ?? price.isin;
      for (const on of [today, own.until ?? today]) {
        const found = resolver.resolve({ symbol: bare, isin, on });
        if (found.outcome === 'FOUND')
          return found.instrument.currency === own.currency ? found.instrument.id : null;
        if (found.outcome === 'AMBIGUOUS' || found.reason === 'ISIN_CONTRADICTS') return null;
      }
      const home = BSE_CODE.test(bare) && own.currency === 'INR' ? 'BSE' : HOME_EXCHANGES.get(own.currency);
      const at = LISTED_CLASSES.includes(own.asset_class) ? (options.exchange ?? home ?? null) : null;
      if (at === null)
        return await register(null, (trx) => registerUnlisted(trx, { ...own, symbol: bare, isin }));
      const asset_class = own.asset_class as NewInstrument['asset_class'];
      const row = { exchange: at, symbol: bare, isin, series: price.series, asset_class };
      return await register(at, (trx) => registerInstrument(trx, row));
    }

    async function register(
      at: RegistryExchange | null,
      enter: (trx: DbTransaction) => Promise<string | null>,
    ): Promise<string | null> {
      // A dry run counts it; an empty id does not go to validation.
      const id = dryRun ? '' : await database.asSystem('enter an instrument that a price file names', enter);
      registered += id === null ? 0 : 1;
      if (id !== null) exchanges.set(id, at);
      return id;
    }

    async function find(price: FilePrice): Promise<string | null> {
      const own = ownOf(price);
      if (own !== null) return await ofBooks(own, price);
      if (!isExchange && SCHEME_CODE.test(price.symbol)) {
        funds ??= schemes(database);
        const fund = (await funds).get(price.symbol);
        if (fund !== undefined) return fund;
      }
      if (options.register !== true) return null;
      return await register(exchange, (trx) => registerInstrument(trx, newInstrument(price, exchange)));
    }

    return {
      known,
      /** For what `known` does not answer. @returns null where it cannot be entered, '' in a dry run */
      enter: async (price: FilePrice): Promise<string | null> => {
        // The import holds a connection and may be a job: as one, this would wait for the place that the import itself has.
        const id = await withWaitBudget(() => find(price));
        entered.set(price.isin ?? price.symbol, id);
        return id;
      },
      /** Exchanges of what was entered. */
      exchanges,
      registered: () => registered,
    };
  };
}

/**
 * Finds securities of people's books by ISIN, else by symbol.
 * @param currency of the prices, where the file proves it; otherwise rupees come first, and then the only currency there is.
 */
function createBookSearch(securities: readonly WantedSecurity[], currency: string | null) {
  const byIsin = new Map<string, WantedSecurity[]>();
  const bySymbol = new Map<string, WantedSecurity[]>();
  for (const one of securities) {
    if (currency !== null && one.currency !== currency) continue;
    const symbol = bareSymbol(one.symbol);
    bySymbol.set(symbol, [...(bySymbol.get(symbol) ?? []), one]);
    if (one.isin !== null) byIsin.set(one.isin, [...(byIsin.get(one.isin) ?? []), one]);
  }
  const single = (found: readonly WantedSecurity[] = []): WantedSecurity | null =>
    found.find((one) => one.currency === 'INR') ?? (found.length === 1 ? (found[0] ?? null) : null);
  return ({ symbol, isin }: FilePrice): WantedSecurity | null => {
    const word = isin ?? (isIsin(symbol) ? symbol : null);
    const found = word === null ? null : single(byIsin.get(word));
    if (found !== null) return found;
    return single(
      bySymbol
        .get(bareSymbol(symbol))
        ?.filter((one) => isin === null || one.isin === null || isSameIssuer(one.isin, isin)),
    );
  };
}

/** The funds of the registry by the codes of their schemes. */
async function schemes(database: Database): Promise<Map<string, string>> {
  const rows = await database.readAsSystem(
    'find funds by their codes',
    async (trx) =>
      (await trx('market.instruments')
        .whereLike('external_id', `${AMFI_ID}%`)
        .select('id', 'external_id')) as {
        id: string;
        external_id: string;
      }[],
  );
  return new Map(rows.map(({ id, external_id }) => [external_id.slice(AMFI_ID.length), id]));
}

/** The ids of the indexes; a dry run enters none, and leaves those that are not there without one. */
async function indexIds(database: Database, dryRun: boolean): Promise<Map<string, string>> {
  return await database.asSystem('enter the series of indexes', async (trx) => {
    const ids = new Map<string, string>();
    for (const series of INDEX_SERIES)
      ids.set(
        series.code,
        dryRun ? ((await findIndexSeries(trx, series)) ?? '') : await ensureIndexSeries(trx, series),
      );
    return ids;
  });
}

/** The class of a new instrument, as its ISIN and series tell it: funds' begin with INF, the government's with IN0. */
function newInstrument({ symbol, isin, series }: FilePrice, exchange: RegistryExchange): NewInstrument {
  const checked = isin !== null && isIsin(isin) ? isin : null;
  return { exchange, symbol, isin: checked, series, asset_class: classOf(symbol, checked, series, exchange) };
}

function classOf(
  symbol: string,
  isin: string | null,
  series: string | null,
  exchange: RegistryExchange,
): NewInstrument['asset_class'] {
  if (exchange === 'NYSE' || exchange === 'NASDAQ') return 'US Equity';
  if (series === 'GB' || isin?.startsWith('IN0') === true || /^SGB[A-Z]{3}\d\d/.test(symbol)) return 'Bond';
  return isin?.startsWith('INF') === true ? 'ETF' : 'Indian Equity';
}

import { bareSymbol, type Instruments, type Resolver, UNLISTED_ID } from '../instruments/index.ts';
import { type Context, DAY_MS, istDate } from '../../platform/index.ts';
import type { WantedSecurity } from './wanted-security.ts';
import { enterFund, fundWord, keepFundLookup, readFundLookups } from './fund-store.ts';
import { type FundDirectory, isTransient } from './history-provider.ts';

/** A fund that the directory does not know is looked up again after so many days: new schemes are listed daily. */
const ASK_AGAIN_DAYS = 7;

/**
 * Enters Indian mutual funds in the registry, which knows none by itself: found in the directory by their ISIN, or where they
 * have none by the exact name of their scheme, and never guessed.
 */
export function createFundEntry(
  { database, clock }: Pick<Context, 'database' | 'clock'>,
  instruments: Pick<Instruments, 'resolver'>,
  directory: FundDirectory,
) {
  return {
    /**
     * Enters those of the wanted funds that the registry does not know. What is not in the directory is noted, and not
     * looked up again for a week.
     * @returns how many were looked up without being found.
     */
    async enterFunds(securities: readonly WantedSecurity[], signal?: AbortSignal): Promise<number> {
      const now = clock.now();
      const unknown = unknownFunds(securities, await instruments.resolver(), istDate(now));
      if (unknown.size === 0) return 0;
      const known = await database.readAsSystem('find funds that were looked up', (trx) =>
        readFundLookups(trx, [...unknown.keys()]),
      );
      const wanted = [...unknown].flatMap(([word, fund]) => {
        const lookup = known.get(word);
        const isAnswered =
          lookup !== undefined && now.getTime() - lookup.asked_at.getTime() < ASK_AGAIN_DAYS * DAY_MS;
        return isAnswered ? [] : [fund];
      });
      const entries = await directory.find(
        wanted.map(({ symbol, isin }) => ({ isin, name: bareSymbol(symbol) })),
        signal,
      );
      signal?.throwIfAborted();
      let missed = 0;
      for (const [at, fund] of wanted.entries()) {
        const entry = entries[at];
        if (entry === undefined) continue;
        const { scheme, failure } = entry;
        if (scheme !== null) {
          await database.asSystem('enter a fund', (trx) => enterFund(trx, fund, scheme));
          continue;
        }
        missed += 1;
        if (!isTransient(failure))
          await database.asSystem('note a fund that is on no list', (trx) =>
            keepFundLookup(trx, { word: fundWord(fund), asked_at: now, failure }),
          );
      }
      return missed;
    },
  };
}

/** The funds that the registry cannot place, once for each word. */
function unknownFunds(
  securities: readonly WantedSecurity[],
  resolver: Resolver,
  today: string,
): Map<string, WantedSecurity> {
  const unknown = new Map<string, WantedSecurity>();
  for (const fund of securities) {
    const { symbol, isin, currency, asset_class } = fund;
    if (asset_class !== 'Mutual Fund' || currency !== 'INR') continue;
    const found = resolver.resolve({ symbol: bareSymbol(symbol), isin, on: today });
    if (isWithoutCode(found)) unknown.set(fundWord(fund), fund);
  }
  return unknown;
}

/** Unknown to the registry, or entered by a price file that told an ISIN and no code of a scheme. */
function isWithoutCode(found: ReturnType<Resolver['resolve']>): boolean {
  if (found.outcome === 'FOUND')
    return found.instrument.isin !== null && found.instrument.external_id?.startsWith(UNLISTED_ID) === true;
  return found.outcome === 'UNKNOWN';
}

import type { Constituent, Instrument, Instruments, Resolver } from '../../market/instruments/index.ts';
import type { ResearchSubject } from '../port/index.ts';
import { curatedPeers, type PeerMarket } from './peer-groups.ts';
import { type PeerCandidate, screenPeers } from './screen-peers.ts';

interface Classification {
  sector: string | null;
  industry: string | null;
}

interface PeerParts {
  instruments: Pick<Instruments, 'constituents' | 'listedOf' | 'resolver'>;
  /** Today, YYYY-MM-DD. */
  today: () => string;
  /** An instrument of the registry as a run knows it. */
  subjectOf: (instrument: Instrument) => Promise<ResearchSubject>;
  /** Sector and industry by a public profile, where neither the registry nor the index table knows; null for unknown. */
  profileOf?: (subject: ResearchSubject) => Promise<Classification | null>;
}

/** More candidates than these are not looked through. */
const LARGEST_UNIVERSE = 2_000;
const CLASS_OF = { IN: 'Indian Equity', US: 'US Equity' } as const;
const EXCHANGES = { IN: ['NSE', 'BSE'], US: ['NASDAQ', 'NYSE'] } as const;

/** Whom a company is compared with. */
export interface Peers {
  /**
   * Its curated group where it has one, else companies of its industry out of the registry, classified by the index table
   * too (research/Peer resolution rules 1 to 6). Empty where fewer than three are comparable.
   * @param most how many are wanted (PORTFOLIO_AI_RESEARCH_V3_PEER_COUNT).
   */
  of(subject: ResearchSubject, most: number): Promise<readonly ResearchSubject[]>;
}

/** One of these is made for each run: it remembers what it found. */
export function createPeers({ instruments, today, subjectOf, profileOf }: PeerParts): Peers {
  const known = new Map<string, Promise<readonly ResearchSubject[]>>();
  let constituents: Promise<Constituent[]> | null = null;

  async function find(subject: ResearchSubject, most: number): Promise<readonly ResearchSubject[]> {
    const market = marketOf(subject);
    if (market === null) return [];
    const curated = curatedPeers(market, subject.symbol);
    if (curated !== null) {
      const resolver = await instruments.resolver();
      const listed = curated.flatMap((symbol) => shareOf(resolver, symbol, market, today()));
      return await Promise.all(listed.slice(0, most).map(subjectOf));
    }
    const own = await classify(subject);
    if (own.sector === null && own.industry === null) return [];
    const universe = await instruments.listedOf(CLASS_OF[market], LARGEST_UNIVERSE);
    const sectors = new Map((await indexTable()).map(({ symbol, sector }) => [symbol, sector]));
    const candidates = universe.map(({ id, symbol, sector, industry }): PeerCandidate => ({
      instrument_id: id,
      symbol,
      market,
      sector: sector ?? (market === 'IN' ? (sectors.get(symbol) ?? null) : null),
      industry,
    }));
    const found = screenPeers({ symbol: subject.symbol, market, ...own }, candidates, most);
    const byId = new Map(universe.map((one) => [one.id, one]));
    const listed = found
      .map(({ instrument_id }) => byId.get(instrument_id))
      .filter((one) => one !== undefined);
    return await Promise.all(listed.map(subjectOf));
  }

  /** By the registry, then the index table, then a public profile. */
  async function classify(subject: ResearchSubject): Promise<Classification> {
    const { sector, industry, instrument_id, symbol } = subject;
    if (sector !== null && industry !== null) return { sector, industry };
    const indexed = (await indexTable()).find(
      (one) => one.instrument_id === instrument_id || one.symbol === symbol,
    );
    const known = { sector: sector ?? indexed?.sector ?? null, industry };
    if (known.sector !== null) return known;
    const profile = (await profileOf?.(subject)) ?? null;
    return { sector: profile?.sector ?? null, industry: industry ?? profile?.industry ?? null };
  }

  async function indexTable(): Promise<Constituent[]> {
    constituents ??= instruments.constituents('NIFTY500', today());
    return await constituents;
  }

  return {
    async of(subject, most) {
      const key = `${subject.instrument_id} ${most}`;
      const asked = known.get(key) ?? find(subject, most);
      known.set(key, asked);
      try {
        return await asked;
      } catch (error) {
        // What failed is asked again; what is known is not.
        known.delete(key);
        constituents = null;
        throw error;
      }
    },
  };
}

/** India or the United States; null where nothing tells. An unknown exchange is not foreign for that. */
function marketOf({ exchange, isin, currency }: ResearchSubject): PeerMarket | null {
  if (exchange === 'NSE' || exchange === 'BSE') return 'IN';
  if (exchange === 'NYSE' || exchange === 'NASDAQ') return 'US';
  const country = isin?.slice(0, 2) ?? { INR: 'IN', USD: 'US' }[currency ?? ''];
  return country === 'IN' || country === 'US' ? country : null;
}

function shareOf(resolver: Resolver, symbol: string, market: PeerMarket, on: string): Instrument[] {
  for (const exchange of EXCHANGES[market]) {
    const found = resolver.resolve({ symbol, exchange, on });
    if (found.outcome === 'FOUND' && found.instrument.asset_class === CLASS_OF[market])
      return [found.instrument];
  }
  return [];
}

import type { PeerMarket } from './peer-groups.ts';

/** A share that may be compared with another. Unknown is null. */
export interface PeerCandidate {
  instrument_id: string;
  symbol: string;
  market: PeerMarket;
  sector: string | null;
  industry: string | null;
}

/** Fewer than that many comparable companies say nothing (research/Peer resolution rules 3). */
const FEWEST_PEERS = 3;
/** Symbols that exchanges give to rows without a listing. */
const PLACEHOLDER = /^DUMMY/i;

/**
 * Companies of the same market and industry, and of the same sector after them where the industry has fewer than three. None at
 * all where even that gives fewer than three.
 * @param most how many are wanted.
 */
export function screenPeers(
  subject: Omit<PeerCandidate, 'instrument_id'>,
  universe: readonly PeerCandidate[],
  most: number,
): PeerCandidate[] {
  const { symbol, market, sector, industry } = subject;
  const seen = new Set([symbol.toUpperCase()]);
  const comparable = universe
    .filter((one) => one.market === market && !PLACEHOLDER.test(one.symbol))
    .toSorted((one, other) => (one.symbol < other.symbol ? -1 : one.symbol > other.symbol ? 1 : 0))
    .filter((one) => {
      const key = one.symbol.toUpperCase();
      return !seen.has(key) && seen.add(key);
    });
  const isSame = (one: string | null, own: string | null) =>
    one !== null && own !== null && plain(one) === plain(own);
  const ofIndustry = comparable.filter((one) => isSame(one.industry, industry));
  const missing = Math.max(FEWEST_PEERS - ofIndustry.length, 0);
  const ofSector = comparable.filter((one) => !ofIndustry.includes(one) && isSame(one.sector, sector));
  const all = [...ofIndustry, ...ofSector.slice(0, missing)];
  return all.length < FEWEST_PEERS ? [] : all.slice(0, most);
}

function plain(words: string): string {
  return words.trim().replace(/\s+/g, ' ').toLowerCase();
}

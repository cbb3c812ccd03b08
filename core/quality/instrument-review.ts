import { bareSymbol, type Instrument, type Proposal, type Ticker } from '../market/instruments/index.ts';
import type { PricedHolding } from '../portfolio/index.ts';
import {
  type Candidate,
  type DataQuality,
  type InstrumentReview,
  REVIEW_KINDS,
  type ReviewKind,
} from './view.ts';

/** Classes that the imported lists are of. */
const LISTED = new Set(['Indian Equity', 'ETF']);

const MESSAGES: Readonly<Record<ReviewKind, string>> = {
  CONTRADICTED:
    'The symbol and the ISIN belong to different companies. Choose the right one; until then, no price is fetched.',
  AMBIGUOUS:
    'Several companies have used this symbol. Choose the right one; until then, no price is fetched.',
  PROPOSED: 'This name may mean the instrument. It is not used until you confirm it.',
  UNKNOWN:
    'It is not on the imported lists. Choose the instrument, or import newer lists. Until then, prices are looked up by its own symbol.',
};

/**
 * What needs a person's eye: holdings that the registry does not place, each thing once whatever the number of
 * portfolios, and words that nobody has decided about. What is held by the person comes before what is not.
 * @param tickers one for each holding, in the same order.
 * @param fateOf what became of a share that is listed no more; null for any other.
 */
export function reviewInstruments(
  holdings: readonly PricedHolding[],
  tickers: readonly Ticker[],
  proposals: readonly Proposal[],
  fateOf: (holding: PricedHolding) => string | null,
): InstrumentReview[] {
  const reviews = new Map<string, InstrumentReview>();
  const words = new Set<string>();
  holdings.forEach((holding, index) => {
    const ticker = tickers[index];
    for (const word of [holding.symbol, holding.isin, holding.name])
      if (word !== null) words.add(word.trim().replace(/\s+/g, ' ').toUpperCase());
    const kind = ticker === undefined ? null : kindOf(ticker);
    if (ticker === undefined || kind === null) return;
    // The lists are of shares and ETFs: that a bond is not on them says nothing.
    if (kind === 'UNKNOWN' && ticker.assumed === null && !LISTED.has(holding.asset_class)) return;
    const key = `${holding.symbol} ${holding.isin ?? ''}`;
    const known = reviews.get(key);
    if (known !== undefined) {
      known.portfolios.push(holding.portfolio);
      return;
    }
    const { resolution, assumed } = ticker;
    const isAboutIsin = resolution.outcome === 'UNKNOWN' && resolution.reason === 'ISIN_CONTRADICTS';
    reviews.set(key, {
      kind,
      word: isAboutIsin ? (holding.isin ?? holding.symbol) : bareSymbol(holding.symbol),
      symbol: holding.symbol,
      isin: holding.isin,
      name: holding.name,
      portfolios: [holding.portfolio],
      message:
        assumed === null
          ? ((kind === 'UNKNOWN' ? fateOf(holding) : null) ?? MESSAGES[kind])
          : unknownIsin(assumed),
      candidates:
        resolution.outcome === 'AMBIGUOUS'
          ? resolution.candidates.map(toCandidate)
          : assumed === null
            ? []
            : [toCandidate(assumed)],
    });
  });
  const proposed = proposals.map(({ word, instrument }): InstrumentReview & { isHeld: boolean } => {
    const own = [...reviews].find(([, review]) => review.kind === 'UNKNOWN' && review.word === word);
    // One question about one word.
    if (own !== undefined) reviews.delete(own[0]);
    return {
      ...(own?.[1] ?? { symbol: null, isin: null, name: null, portfolios: [] }),
      kind: 'PROPOSED',
      word,
      message: MESSAGES.PROPOSED,
      candidates: [toCandidate(instrument)],
      isHeld: words.has(word),
    };
  });
  proposed.sort((a, b) => Number(b.isHeld) - Number(a.isHeld));
  return [...reviews.values(), ...proposed.map(({ isHeld: _isHeld, ...review }) => review)].sort(
    (a, b) => REVIEW_KINDS.indexOf(a.kind) - REVIEW_KINDS.indexOf(b.kind),
  );
}

function kindOf({ resolution, assumed }: Ticker): ReviewKind | null {
  if (resolution.outcome === 'FOUND') return null;
  if (resolution.outcome === 'AMBIGUOUS') return 'AMBIGUOUS';
  return resolution.reason === 'ISIN_CONTRADICTS' && assumed === null ? 'CONTRADICTED' : 'UNKNOWN';
}

const unknownIsin = ({ symbol, name }: Instrument): string =>
  `Its ISIN is not on the imported lists. The symbol belonged to ${name ?? symbol} on that day, so that price is used. Confirm it to remember the ISIN.`;

export function toCandidate({ id, exchange, symbol, name, isin, delisted_on }: Instrument): Candidate {
  return { instrument_id: id, exchange, symbol, name, isin, delisted_on };
}

/** Reviews of each kind. */
export function countKinds(
  reviews: readonly InstrumentReview[],
): Pick<DataQuality['instruments'], 'contradicted' | 'ambiguous' | 'proposed' | 'unknown'> {
  const of = (kind: ReviewKind) => reviews.filter((one) => one.kind === kind).length;
  return {
    contradicted: of('CONTRADICTED'),
    ambiguous: of('AMBIGUOUS'),
    proposed: of('PROPOSED'),
    unknown: of('UNKNOWN'),
  };
}

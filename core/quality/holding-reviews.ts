import { bareSymbol, type Instruments } from '../market/instruments/index.ts';
import type { MarketHistory } from '../market/index.ts';
import { hasTicker } from '../market/quotes/index.ts';
import { corporateActionRegister, fateInWords } from '../market/register/index.ts';
import { type Context, istDate } from '../platform/index.ts';
import type { PortfolioArea, PricedHolding } from '../portfolio/index.ts';
import { isIndianFund, reviewFunds } from './fund-review.ts';
import { reviewInstruments } from './instrument-review.ts';
import { type InstrumentReview, REVIEW_KINDS } from './view.ts';

interface ReviewSources {
  portfolio: Pick<PortfolioArea, 'quotes'>;
  instruments: Pick<Instruments, 'tickers' | 'proposals' | 'size' | 'resolver'>;
  history: Pick<MarketHistory, 'missedFunds'>;
}

/** Reads what a person holds and the registry or AMFI's list cannot place, the gravest first. */
export function createReviews(
  { clock }: Pick<Context, 'clock'>,
  { portfolio, instruments, history }: ReviewSources,
) {
  async function listedReviews(all: readonly PricedHolding[]): Promise<InstrumentReview[]> {
    const register = await corporateActionRegister();
    const fateOf = ({ symbol, isin, words_of }: PricedHolding) => {
      const fate = register.fateOf({
        symbols: [bareSymbol(symbol)],
        isins: isin === null ? [] : [isin],
        until: words_of,
      });
      return fate === null ? null : fateInWords(fate);
    };
    // Without lists nothing can be compared, but the shares that are listed no more are known.
    const isEmpty = (await instruments.size()) === 0;
    const holdings = all.filter((one) => hasTicker(one) && (!isEmpty || fateOf(one) !== null));
    const today = istDate(clock.now());
    const tickers = await instruments.tickers(
      holdings.map(({ symbol, isin, words_of }) => ({ symbol, isin, on: words_of ?? today })),
    );
    return reviewInstruments(holdings, tickers, await instruments.proposals(), fateOf);
  }

  /** Funds that were looked up and not found, except those found or chosen since. */
  async function fundReviews(all: readonly PricedHolding[]): Promise<InstrumentReview[]> {
    const resolver = await instruments.resolver();
    const on = istDate(clock.now());
    const unknown = all.filter(
      (holding) =>
        isIndianFund(holding) &&
        resolver.resolve({ symbol: bareSymbol(holding.symbol), isin: holding.isin, on }).outcome ===
          'UNKNOWN',
    );
    return unknown.length === 0 ? [] : reviewFunds(unknown, await history.missedFunds(unknown));
  }

  return async function reviews(userId: string): Promise<InstrumentReview[]> {
    const holdings = await portfolio.quotes.holdings(userId);
    const [found, missed] = [await listedReviews(holdings), await fundReviews(holdings)];
    return [...found, ...missed].sort((a, b) => REVIEW_KINDS.indexOf(a.kind) - REVIEW_KINDS.indexOf(b.kind));
  };
}

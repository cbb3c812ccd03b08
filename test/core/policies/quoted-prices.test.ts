import assert from 'node:assert/strict';
import { quotedPrices } from '../../../core/policies/cycle/quoted-prices.ts';
import type { InstrumentQuotes } from '../../../core/market/index.ts';
import { fixedToNumber } from '../../../core/platform/index.ts';
import type { PanelSecurity } from '../../../core/strategies/panel/index.ts';
import { share } from '../../support/price-panel.ts';

const DAY = '2024-05-02';
type Quoted = { price: number; as_of: string };

/** What is taken of some quotes for shares by symbol, and which of them were asked for. */
async function taken(
  securities: readonly PanelSecurity[],
  wanted: readonly number[],
  quotes: Readonly<Record<string, Quoted>>,
) {
  const asked: string[] = [];
  const quotesOf: InstrumentQuotes = async (_, shares) =>
    shares.map(({ symbol }) => {
      asked.push(symbol);
      const quote = quotes[symbol];
      if (quote === undefined) return { quote: null, reason: 'NO_PROVIDER' };
      return { quote: { ...quote, currency: 'INR', source: 'test', delay: null } as never, reason: null };
    });
  const prices = await quotedPrices(quotesOf, '1', { securities }, wanted, DAY);
  return { asked, prices: [...prices].map(([security, price]) => [security, fixedToNumber(price)]) };
}

const today = (price: number): Quoted => ({ price, as_of: DAY });

describe('portfolio/Policy rules 7: quotes for the money decisions of a policy', () => {
  it('are taken by share, each asked for once; who has none has no price', async () => {
    const shares = [share('TCS'), share('INFY'), share('ITC')];
    const { asked, prices } = await taken(shares, [2, 0, 2, 1], { TCS: today(3900.05), ITC: today(430) });
    assert.deepEqual(asked, ['ITC', 'TCS', 'INFY']);
    assert.deepEqual(prices, [
      [2, 430],
      [0, 3900.05],
    ]);
  });

  it('two shares that are one symbol to a provider are priced by neither', async () => {
    const shares = [share('TCS'), share('ABC', { instrument_id: '7' }), share('ABC', { instrument_id: '8' })];
    const { asked, prices } = await taken(shares, [0, 1, 2], { TCS: today(3900), ABC: today(5) });
    assert.deepEqual([asked, prices], [['TCS'], [[0, 3900]]]);
  });

  it('nor where they differ by the series of the exchange alone, or by their letters’ size', async () => {
    const shares = [share('ABC'), share('ABC-BE'), share('Xyz'), share('XYZ'), share('BAJAJ-AUTO')];
    const quotes = {
      ABC: today(5),
      'ABC-BE': today(6),
      Xyz: today(7),
      XYZ: today(8),
      'BAJAJ-AUTO': today(9000),
    };
    const { prices } = await taken(shares, [0, 1, 2, 3, 4], quotes);
    assert.deepEqual(prices, [[4, 9000]]);
  });

  it('nor where the other one is not wanted, and only belongs to the same market', async () => {
    const shares = [share('ABC', { instrument_id: '7' }), share('ABC-BE', { instrument_id: '8' })];
    assert.deepEqual((await taken(shares, [0], { ABC: today(5) })).prices, []);
  });

  it('a symbol that stands for no share is nobody’s namesake, and is not asked for', async () => {
    const shares = [share('ABC'), share('ABC', { instrument_id: null })];
    const { asked, prices } = await taken(shares, [0, 1, 9], { ABC: today(5) });
    assert.deepEqual([asked, prices], [['ABC'], [[0, 5]]]);
  });

  it('of another day, and of nothing, are none', async () => {
    const shares = [share('TCS'), share('INFY'), share('ITC')];
    const quotes = { TCS: { price: 3900, as_of: '2024-04-30' }, INFY: today(0), ITC: today(430) };
    assert.deepEqual((await taken(shares, [0, 1, 2], quotes)).prices, [[2, 430]]);
  });
});

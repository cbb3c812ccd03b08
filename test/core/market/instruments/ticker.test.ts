import assert from 'node:assert/strict';
import fc from 'fast-check';
import type {
  Alias,
  Instrument,
  Registry,
  SymbolChange,
} from '../../../../core/market/instruments/instrument.ts';
import { createResolver } from '../../../../core/market/instruments/resolver.ts';
import { corporateActionRegister } from '../../../../core/market/register/index.ts';
import { createTickers, type TickerRequest } from '../../../../core/market/instruments/ticker.ts';
import { withWellKnownChanges } from '../../../../core/market/instruments/well-known-changes.ts';
import { sampled } from '../../../support/soak.ts';

const TODAY = '2026-03-02';
const KNOWN = (await corporateActionRegister()).renames.map(({ from, to, on }) => change(from, to, on));
function change(from: string, to: string, on: string): SymbolChange {
  return { exchange: 'NSE', from, to, on };
}
let ids = 0;
const share = (symbol: string, isin: string | null, over: Partial<Instrument> = {}): Instrument => ({
  id: String((ids += 1)),
  exchange: 'NSE',
  external_id: null,
  currency: 'INR',
  symbol,
  name: `${symbol} Limited`,
  isin,
  asset_class: 'Indian Equity',
  series: 'EQ',
  listed_on: '1995-01-02',
  delisted_on: null,
  face_value: '10',
  sector: null,
  industry: null,
  classification: null,
  classified_on: null,
  ...over,
});
/** The names of a thing; its words are of today unless told. */
function names(
  registry: Partial<Registry>,
  wanted: Partial<TickerRequest> & { symbol: string },
  today = TODAY,
): string[] {
  const completed = withWellKnownChanges({ instruments: [], aliases: [], changes: [], ...registry }, KNOWN);
  const tickers = createTickers(createResolver(completed.registry), completed);
  return tickers({ isin: null, on: today, ...wanted }, today).names;
}

describe('instruments/Names at the exchange', () => {
  for (const [what, wanted, expected] of [
    ['a symbol that never changed', { symbol: 'TCS' }, ['TCS']],
    ['a renamed one', { symbol: 'ZOMATO' }, ['ETERNAL', 'ZOMATO']],
    ['the new name', { symbol: 'ETERNAL' }, ['ETERNAL']],
    // LTI, LTIM since 2022-12-05, LTM since 2026-02-27.
    ['a chain of renamings', { symbol: 'LTI' }, ['LTM', 'LTI']],
    ['the middle of a chain', { symbol: 'LTIM' }, ['LTM', 'LTIM']],
    ['a series behind a renamed symbol', { symbol: 'ZOMATO-BE' }, ['ETERNAL', 'ZOMATO']],
    ['a word of before the change', { symbol: 'ZOMATO', on: '2021-08-02' }, ['ETERNAL', 'ZOMATO']],
    ['small letters', { symbol: 'zomato' }, ['ETERNAL', 'ZOMATO']],
  ] as const) {
    it(`portfolio/Price refresh rules 2: an empty registry knows ${what}: ${expected.join(', then ')}`, () => {
      assert.deepEqual(names({}, wanted), expected);
    });
  }

  it('portfolio/Price refresh rules 2: a renaming to come is not used before its day', () => {
    assert.deepEqual(names({}, { symbol: 'ZOMATO' }, '2025-04-08'), ['ZOMATO']);
    assert.deepEqual(names({}, { symbol: 'LTI' }, '2026-02-26'), ['LTIM', 'LTI']);
  });

  // NSE lists another company under the old symbol since the demerger.
  const cars = share('TMPV', 'INE155A01022');
  const trucks = share('TATAMOTORS', 'INE1TAE01010', { listed_on: '2025-11-12' });
  const reused = { instruments: [cars, trucks] };

  it('portfolio/Price refresh rules 2: an ISIN counts before the symbol, which is another company’s by now and is not asked for', () => {
    assert.deepEqual(names(reused, { symbol: 'TATAMOTORS', isin: 'INE155A01022' }), ['TMPV']);
    assert.deepEqual(names(reused, { symbol: 'TATAMOTORS', isin: 'INE1TAE01010' }), ['TATAMOTORS']);
  });

  it('portfolio/Price refresh rules 2: without an ISIN the day of the words decides', () => {
    assert.deepEqual(names(reused, { symbol: 'TATAMOTORS', on: '2024-05-06' }), ['TMPV']);
    assert.deepEqual(names(reused, { symbol: 'TATAMOTORS' }), ['TATAMOTORS']);
  });

  it('portfolio/Price refresh rules 2: a symbol with the ISIN of no company that bore it on that day has no name at all', () => {
    const heir = { instruments: [share('TATAMOTORS', 'INE1TAE01010', { listed_on: '2025-11-12' })] };
    assert.deepEqual(names(heir, { symbol: 'TATAMOTORS', isin: 'INE155A01022', on: '2024-05-06' }), []);
    const undated = { instruments: [share('NEWCO', 'INE002A01018', { listed_on: null })] };
    assert.deepEqual(names(undated, { symbol: 'NEWCO', isin: 'INE999Z01010' }), []);
  });

  it('outside/Exchange prices: an ETF that got a new ISIN from its new house is priced by the symbol it bore all along', () => {
    const bees = share('NIFTYBEES', 'INF204KB14I2', { asset_class: 'ETF', listed_on: '2002-01-08' });
    assert.deepEqual(
      names({ instruments: [bees] }, { symbol: 'NIFTYBEES', isin: 'INF732E01011', on: '2015-06-01' }),
      ['NIFTYBEES'],
    );
  });

  it('portfolio/Price refresh rules 2: a broker’s word is followed once it is confirmed, and never when it is rejected', () => {
    const reliance = share('RELIANCE', 'INE002A01018');
    const word = (status: Alias['status']): Partial<Registry> => ({
      instruments: [reliance],
      aliases: [
        {
          instrument_id: reliance.id,
          alias: 'RELIND',
          kind: 'BROKER',
          status,
          valid_from: null,
          valid_to: null,
          source: 'test',
        },
      ],
    });
    assert.deepEqual(names(word('CONFIRMED'), { symbol: 'RELIND' }), ['RELIANCE', 'RELIND']);
    assert.deepEqual(names(word('PROPOSED'), { symbol: 'RELIND' }), ['RELIND']);
    assert.deepEqual(names(word('REJECTED'), { symbol: 'RELIND' }), ['RELIND']);
  });

  it('outside/Index universe: a list from before a renaming does not hide it; the old name stays the second', () => {
    const old = { instruments: [share('ZOMATO', 'INE758T01015')] };
    assert.deepEqual(names(old, { symbol: 'ZOMATO', isin: 'INE758T01015' }), ['ETERNAL', 'ZOMATO']);
    assert.deepEqual(names(old, { symbol: 'ZOMATO', on: '2022-01-03' }), ['ETERNAL', 'ZOMATO']);
  });

  it('outside/Index universe: a list from before two renamings leads to the last name', () => {
    const old = { instruments: [share('LTI', 'INE214T01019')] };
    assert.deepEqual(names(old, { symbol: 'LTI', isin: 'INE214T01019' }), ['LTM', 'LTI']);
    assert.deepEqual(names(old, { symbol: 'LTI' }, '2023-01-02'), ['LTIM', 'LTI']);
  });

  it('the imported changes count before the well-known ones', () => {
    const imported = { changes: [change('ZOMATO', 'ETERNAL', '2026-03-03')] };
    assert.deepEqual(names(imported, { symbol: 'ZOMATO' }), ['ZOMATO']);
  });

  it('a symbol that two companies bore, neither of them on the day, has no name', () => {
    const alpha = share('CCC', null);
    const beta = share('AAA', null, { listed_on: '2015-09-01' });
    const registry = { instruments: [alpha, beta], changes: [change('AAA', 'CCC', '2005-06-01')] };
    assert.deepEqual(names(registry, { symbol: 'AAA', on: '2010-01-04' }), []);
  });

  it('what somebody said decides between several: this one it is, or that one it is not', () => {
    const alpha = share('CCC', null);
    const beta = share('AAA', null, { listed_on: '2015-09-01' });
    const said = (of: Instrument, status: Alias['status']) =>
      names(
        {
          instruments: [alpha, beta],
          changes: [change('AAA', 'CCC', '2005-06-01')],
          aliases: [
            {
              instrument_id: of.id,
              alias: 'AAA',
              kind: 'BROKER',
              status,
              valid_from: null,
              valid_to: null,
              source: 'test',
            },
          ],
        },
        { symbol: 'AAA', on: '2010-01-04' },
      );
    assert.deepEqual(said(alpha, 'CONFIRMED'), ['CCC']);
    assert.deepEqual(said(beta, 'CONFIRMED'), ['AAA']);
    assert.deepEqual(said(beta, 'REJECTED'), ['CCC']);
    assert.deepEqual(said(alpha, 'PROPOSED'), []);
  });

  it('portfolio/Price refresh rules 2: a name that belongs to another company today is never among those of one that was found', () => {
    const symbols = ['AAA', 'BBB', 'CCC', 'DDD'];
    const day = fc
      .integer({ min: 0, max: 9000 })
      .map((at) => new Date(Date.UTC(2000, 0, 1 + at)).toISOString().slice(0, 10));
    const isinOf = (at: number) => `INE00${at}A01010`;
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.constantFrom(...symbols), { minLength: 1 }),
        fc.array(fc.tuple(fc.constantFrom(...symbols), fc.constantFrom(...symbols), day), { maxLength: 6 }),
        fc.array(day, { minLength: 4, maxLength: 4 }),
        fc.constantFrom(...symbols),
        fc.option(fc.integer({ min: 0, max: 4 }), { nil: null }),
        day,
        (listed, changed, since, symbol, isin, on) => {
          const registry: Registry = {
            instruments: listed.map((one, at) => share(one, isinOf(at), { listed_on: since[at] ?? null })),
            aliases: [],
            changes: changed
              .filter(([from, to]) => from !== to)
              .map(([from, to, at]) => change(from, to, at)),
          };
          const completed = withWellKnownChanges(registry, []);
          const resolver = createResolver(completed.registry);
          const ticker = createTickers(resolver, completed)(
            { symbol, isin: isin === null ? null : isinOf(isin), on },
            TODAY,
          );
          const { resolution, assumed } = ticker;
          const meant = resolution.outcome === 'FOUND' ? resolution.instrument : assumed;
          if (meant === null) {
            if (resolution.outcome === 'AMBIGUOUS') assert.deepEqual(ticker.names, []);
            return;
          }
          assert.equal(ticker.names[0], meant.symbol);
          for (const name of ticker.names) {
            const bearer = resolver.resolve({ symbol: name, exchange: 'NSE', on: TODAY });
            assert.ok(
              name === meant.symbol || bearer.outcome !== 'FOUND' || bearer.instrument.id === meant.id,
              `${name} is another company's`,
            );
          }
        },
      ),
      { numRuns: sampled(60, 10_000) },
    );
  });
});

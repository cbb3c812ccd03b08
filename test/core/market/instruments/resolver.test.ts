import assert from 'node:assert/strict';
import fc from 'fast-check';
import type {
  Alias,
  Instrument,
  Registry,
  SymbolChange,
} from '../../../../core/market/instruments/instrument.ts';
import {
  createResolver,
  type Resolution,
  type InstrumentQuery,
} from '../../../../core/market/instruments/resolver.ts';

let ids = 0;
function share(symbol: string, over: Partial<Instrument> = {}): Instrument {
  ids += 1;
  return {
    id: String(ids),
    exchange: 'NSE',
    external_id: null,
    currency: 'INR',
    symbol,
    name: `${symbol} Limited`,
    isin: null,
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
  };
}
const change = (from: string, to: string, on: string): SymbolChange => ({ exchange: 'NSE', from, to, on });
const alias = (of: Instrument, word: string, over: Partial<Alias> = {}): Alias => ({
  instrument_id: of.id,
  alias: word,
  kind: 'BROKER',
  status: 'CONFIRMED',
  valid_from: null,
  valid_to: null,
  source: 'test',
  ...over,
});
const registry = (over: Partial<Registry>): Registry => ({
  instruments: [],
  aliases: [],
  changes: [],
  ...over,
});

/** `SYMBOL by WAY`, `A or B`, or the reason. */
function words(found: Resolution): string {
  if (found.outcome === 'FOUND') return `${found.instrument.symbol} by ${found.by}`;
  if (found.outcome === 'UNKNOWN') return found.reason;
  return found.candidates
    .map(({ symbol }) => symbol)
    .sort()
    .join(' or ');
}

describe('instruments/Resolver', () => {
  // Alpha was AAA, then BBB from 2005-06-01, and is CCC since 2010-03-15.
  const alpha = share('CCC', { isin: 'INE001A01018' });
  // Beta took AAA when it was listed in 2015.
  const beta = share('AAA', { isin: 'INE002A01016', listed_on: '2015-09-01' });
  // Gamma went from the exchange in 2012; Delta was listed under its symbol in 2020.
  const gamma = share('GGG', { listed_on: '2000-01-03', delisted_on: '2012-07-02' });
  const delta = share('GGG', { listed_on: '2020-02-03', name: 'Delta Limited' });
  const chained = registry({
    instruments: [alpha, beta, gamma, delta],
    changes: [change('AAA', 'BBB', '2005-06-01'), change('BBB', 'CCC', '2010-03-15')],
  });

  for (const [what, wanted, expected] of [
    ['an ISIN', { isin: 'INE001A01018', on: '2020-01-01' }, 'CCC by ISIN'],
    ['an ISIN, in small letters', { isin: ' ine001a01018 ', on: '2020-01-01' }, 'CCC by ISIN'],
    ['an ISIN before any symbol', { isin: 'INE001A01018', symbol: 'AAA', on: '2020-01-01' }, 'CCC by ISIN'],
    ['the symbol of today', { symbol: 'ccc', on: '2020-01-01' }, 'CCC by SYMBOL'],
    ['the first symbol of a chain, in its time', { symbol: 'AAA', on: '2005-05-31' }, 'CCC by FORMER_SYMBOL'],
    ['the second symbol, on its first day', { symbol: 'BBB', on: '2005-06-01' }, 'CCC by FORMER_SYMBOL'],
    ['the second symbol, after its time', { symbol: 'BBB', on: '2010-03-15' }, 'CCC by FORMER_SYMBOL'],
    ['the second symbol, before its time', { symbol: 'BBB', on: '2001-01-01' }, 'CCC by LATER_SYMBOL'],
    ['today’s symbol for an old trade', { symbol: 'CCC', on: '2001-01-01' }, 'CCC by LATER_SYMBOL'],
    ['a symbol that another company took', { symbol: 'AAA', on: '2015-09-01' }, 'AAA by SYMBOL'],
    ['the same one while nobody bore it', { symbol: 'AAA', on: '2010-01-01' }, 'AAA or CCC'],
    [
      'the same one with the ISIN’s word',
      { symbol: 'AAA', isin: 'INE001A01026', on: '2010-01-01' },
      'CCC by FORMER_SYMBOL',
    ],
    ['the symbol of one that is gone, in its time', { symbol: 'GGG', on: '2005-01-03' }, 'GGG by SYMBOL'],
    ['no symbol at all', { on: '2020-01-01' }, 'NOTHING_GIVEN'],
    ['a symbol that nobody knows', { symbol: 'ZZZ', on: '2020-01-01' }, 'NOT_IN_REGISTRY'],
    ['an ISIN that nobody knows', { isin: 'INE009Z01019', on: '2020-01-01' }, 'NOT_IN_REGISTRY'],
    [
      'a symbol with the ISIN of another company',
      { isin: 'INE777A01011', symbol: 'CCC', on: '2020-01-01' },
      'ISIN_CONTRADICTS',
    ],
    [
      'a symbol with the ISIN of a bond of the company',
      { isin: 'INE001A07015', symbol: 'CCC', on: '2020-01-01' },
      'ISIN_CONTRADICTS',
    ],
    [
      'a symbol at an exchange without it',
      { symbol: 'CCC', exchange: 'BSE', on: '2020-01-01' },
      'NOT_IN_REGISTRY',
    ],
  ] satisfies [string, InstrumentQuery, string][]) {
    it(`outside/Index universe: ${what} is ${expected}`, () => {
      assert.equal(words(createResolver(chained).resolve(wanted)), expected);
    });
  }

  it('outside/Exchange prices: a face-value split changes the ISIN; the old one still means the company', () => {
    const split = share('SPL', { isin: 'INE123A01024' });
    const known = createResolver(
      registry({
        instruments: [split],
        aliases: [alias(split, 'INE123A01016', { kind: 'FORMER_ISIN' })],
      }),
    );
    const on = '2020-01-01';
    assert.equal(words(known.resolve({ isin: 'INE123A01016', on })), 'SPL by FORMER_ISIN');
    // Not recorded, but of the same issuer and kind: the symbol decides.
    assert.equal(words(known.resolve({ isin: 'INE123A01032', symbol: 'SPL', on })), 'SPL by SYMBOL');
  });

  it('outside/Index universe: a symbol of one that is gone and of one that came later: each in its time, neither in between', () => {
    const known = createResolver(chained);
    const id = (on: string) => {
      const found = known.resolve({ symbol: 'GGG', on });
      return found.outcome === 'FOUND' ? found.instrument.id : found.outcome;
    };
    assert.deepEqual(['2011-01-03', '2015-01-01', '2021-01-01'].map(id), [gamma.id, 'AMBIGUOUS', delta.id]);
  });

  it('outside/Index universe: two companies that trade symbols on one day keep their own history', () => {
    const [one, two] = [share('PPP', { name: 'One' }), share('QQQ', { name: 'Two' })];
    const known = createResolver(
      registry({
        instruments: [one, two],
        changes: [change('QQQ', 'PPP', '2012-01-02'), change('PPP', 'QQQ', '2012-01-02')],
      }),
    );
    const at = (symbol: string, on: string) => {
      const found = known.resolve({ symbol, on });
      return found.outcome === 'FOUND' ? found.instrument.name : found.outcome;
    };
    assert.deepEqual(
      [at('PPP', '2011-12-30'), at('QQQ', '2011-12-30'), at('PPP', '2012-01-02'), at('QQQ', '2012-01-02')],
      ['Two', 'One', 'One', 'Two'],
    );
  });

  it('a circle of changes ends', () => {
    const known = createResolver(
      registry({ changes: [change('A', 'B', '2001-01-01'), change('B', 'A', '2002-01-01')] }),
    );
    assert.equal(words(known.resolve({ symbol: 'A', on: '2000-01-01' })), 'NOT_IN_REGISTRY');
  });

  it('an alias is followed only while it is valid and only when it is confirmed', () => {
    const known = createResolver(
      registry({
        instruments: [alpha],
        aliases: [
          alias(alpha, 'ALPHA LTD', { kind: 'NAME', valid_from: '2010-01-01', valid_to: '2010-12-31' }),
          alias(alpha, 'ALF', { status: 'PROPOSED' }),
          alias(alpha, 'ALPH', { status: 'REJECTED' }),
        ],
      }),
    );
    const at = (symbol: string, on: string) => words(known.resolve({ symbol, on }));
    assert.deepEqual(
      [
        at('Alpha  Ltd', '2010-12-31'),
        at('Alpha Ltd', '2011-01-01'),
        at('ALF', '2010-06-01'),
        at('ALPH', '2010-06-01'),
      ],
      ['CCC by ALIAS', 'NOT_IN_REGISTRY', 'NOT_IN_REGISTRY', 'NOT_IN_REGISTRY'],
    );
  });

  it('an alias that two companies share is not guessed', () => {
    const known = createResolver(
      registry({ instruments: [alpha, beta], aliases: [alias(alpha, 'X1'), alias(beta, 'X1')] }),
    );
    assert.equal(words(known.resolve({ symbol: 'x1', on: '2020-01-01' })), 'AAA or CCC');
  });

  it('a rejected alias never matches, whatever else is said of it', () => {
    const statuses = fc.constantFrom('CONFIRMED' as const, 'PROPOSED' as const, 'REJECTED' as const);
    const row = fc.record({
      of: fc.constantFrom(alpha, beta),
      word: fc.constantFrom('W1', 'W2'),
      status: statuses,
    });
    fc.assert(
      fc.property(fc.array(row, { maxLength: 12 }), fc.constantFrom('W1', 'W2'), (rows, symbol) => {
        const aliases = rows.map(({ of, word, status }) => alias(of, word, { status }));
        const known = createResolver(registry({ instruments: [alpha, beta], aliases }));
        const found = known.resolve({ symbol, on: '2020-01-01' });
        const named =
          found.outcome === 'FOUND'
            ? [found.instrument]
            : found.outcome === 'AMBIGUOUS'
              ? found.candidates
              : [];
        const has = (of: Instrument, status: string) =>
          rows.some((one) => one.of === of && one.word === symbol && one.status === status);
        const expected = [alpha, beta].filter((of) => has(of, 'CONFIRMED') && !has(of, 'REJECTED'));
        assert.deepEqual(new Set(named), new Set(expected));
      }),
    );
  });

  it('every symbol of a chain leads to its company on each day that it was borne, and order in the file is nothing', () => {
    const chain = fc.uniqueArray(fc.constantFrom('S1', 'S2', 'S3', 'S4', 'S5', 'S6'), {
      minLength: 2,
      maxLength: 6,
    });
    fc.assert(
      fc.property(chain, fc.array(fc.integer(), { minLength: 6, maxLength: 6 }), (symbols, shuffle) => {
        const year = (index: number) => `${2000 + index}-05-05`;
        const changes = symbols
          .slice(1)
          .map((to, index) => change(symbols[index] ?? '', to, year(index + 1)));
        const mixed = changes
          .map((one, index) => ({ one, by: shuffle[index] ?? 0 }))
          .sort((a, b) => a.by - b.by)
          .map(({ one }) => one);
        const company = share(symbols.at(-1) ?? '');
        const known = createResolver(registry({ instruments: [company, share('OTHER')], changes: mixed }));
        symbols.forEach((symbol, index) => {
          const found = known.resolve({ symbol, on: year(index) });
          assert.equal(
            found.outcome === 'FOUND' && found.instrument.id,
            company.id,
            `${symbol} ${year(index)}`,
          );
        });
      }),
    );
  });
});

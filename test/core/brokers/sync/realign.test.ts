import assert from 'node:assert/strict';
import fc from 'fast-check';
import { createRealigner, lettersOf, type Named } from '../../../../core/brokers/sync/realign.ts';
import { SYMBOL_ALIASES } from '../../../../core/brokers/sync/symbol-aliases.ts';

const held = (...symbols: string[]): Named[] => symbols.map((symbol) => ({ symbol, isin: null }));
const trade = (symbol: string, isin: string | null = null): Named => ({ symbol, isin });

describe('portfolio/Connection sync rules 5: symbols of trades are brought back to holdings', () => {
  for (const [title, holdings, given, expected] of [
    ['the same symbol stays', ['TCS', 'TATAMOTORS'], 'TCS', 'TCS'],
    ['only letters count', ['BAJAJ-AUTO'], 'Bajaj Auto', 'BAJAJ-AUTO'],
    ['a series behind the symbol', ['TATAMOTORS', 'TATASTEEL'], 'TATAMOTORS-EQ', 'TATAMOTORS'],
    ['a suffix of a data vendor', ['INFY'], 'INFY.NS', 'INFY'],
    ['the name of the company', ['RELIANCE'], 'Reliance Industries Ltd', 'RELIANCE'],
    ['a name that was cut', ['HDFCBANK', 'HDFCLIFE'], 'HDFCBAN', 'HDFCBANK'],
    ['equal letters before a longer name', ['INDIGO', 'INDIGOPNTS'], 'INDIGO*', 'INDIGO'],
    ['several that begin so: none of them', ['HDFCBANK', 'HDFCLIFE'], 'HDFC', 'HDFC'],
    ['another share with the same beginning', ['INDIGO'], 'INDIGOPNTS', 'INDIGOPNTS'],
    ['three letters are no beginning', ['ITC'], 'ITC HOTELS', 'ITC HOTELS'],
    ['the dictionary of names', ['LT', 'SBIN'], 'Larsen & Toubro', 'LT'],
    ['a legal form behind the name', ['SBIN', 'INFY'], 'INFOSYS LIMITED', 'INFY'],
    ['a name of a share that is not held', ['SBIN'], 'Infosys', 'Infosys'],
    ['nothing that fits', ['SBIN'], 'WIPRO', 'WIPRO'],
    ['no letters at all', ['SBIN'], '500112', '500112'],
    ['no holdings', [], 'TCS', 'TCS'],
  ] as const) {
    it(title, () => {
      assert.equal(createRealigner(held(...holdings))(trade(given)), expected);
    });
  }

  it('the ISIN decides where both have one: the same joins, another keeps apart', () => {
    const realign = createRealigner([
      { symbol: 'TATAMOTORS', isin: 'INE155A01022' },
      { symbol: 'ZOMATO', isin: 'INE758T01015' },
    ]);
    assert.equal(realign(trade('TATAMOTORS-DVR', 'IN9155A01020')), 'TATAMOTORS-DVR');
    assert.equal(realign(trade('ETERNAL', 'INE758T01015')), 'ZOMATO');
    assert.equal(realign(trade('TATAMOTORS-EQ')), 'TATAMOTORS');
  });

  it('every name of the dictionary is written as letters alone and means one symbol', () => {
    for (const [name, symbol] of SYMBOL_ALIASES) {
      assert.equal(name, lettersOf(name));
      assert.match(symbol, /^[A-Z0-9&-]+$/);
      assert.equal(createRealigner(held(symbol), SYMBOL_ALIASES)(trade(name)), symbol);
    }
  });

  const symbol = fc.stringMatching(/^[A-Z&-]{1,12}$/);

  it('the answer is always the symbol itself or one of the holdings', () => {
    fc.assert(
      fc.property(fc.array(symbol, { maxLength: 8 }), symbol, (holdings, given) => {
        const answer = createRealigner(held(...holdings))(trade(given));
        assert.ok(answer === given || holdings.includes(answer));
      }),
    );
  });

  it('a symbol that begins like no holding and is in no dictionary is unchanged', () => {
    fc.assert(
      fc.property(fc.array(symbol, { maxLength: 8 }), symbol, (holdings, given) => {
        const letters = lettersOf(given);
        const touches = holdings.some(
          (one) => lettersOf(one).startsWith(letters) || letters.startsWith(lettersOf(one)),
        );
        fc.pre(!touches && !SYMBOL_ALIASES.has(letters));
        assert.equal(createRealigner(held(...holdings))(trade(given)), given);
      }),
    );
  });

  it('a beginning shared by several different holdings matches none of them', () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^[A-Z]{4,8}$/),
        fc.uniqueArray(fc.stringMatching(/^[A-Z]{1,4}$/), { minLength: 2, maxLength: 5 }),
        (beginning, ends) => {
          fc.pre(!SYMBOL_ALIASES.has(beginning));
          const holdings = ends.map((end) => beginning + end);
          assert.equal(createRealigner(held(...holdings), new Map())(trade(beginning)), beginning);
        },
      ),
    );
  });

  it('doing it again changes nothing more, in whatever order the holdings come', () => {
    fc.assert(
      fc.property(fc.uniqueArray(symbol, { maxLength: 8 }), symbol, (holdings, given) => {
        const realign = createRealigner(held(...holdings));
        const once = realign(trade(given));
        assert.equal(realign(trade(once)), once);
        assert.equal(createRealigner(held(...holdings.toReversed()))(trade(given)), once);
      }),
    );
  });
});

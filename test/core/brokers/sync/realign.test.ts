import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  createRealigner,
  lettersOf,
  type Named,
  NO_REGISTRY,
  type Realigned,
  type RegistryWords,
} from '../../../../core/brokers/sync/realign.ts';
import { SYMBOL_ALIASES } from '../../../../core/brokers/sync/symbol-aliases.ts';

const held = (...symbols: string[]): Named[] => symbols.map((symbol) => ({ symbol, isin: null }));
const trade = (symbol: string, isin: string | null = null): Named => ({ symbol, isin });
/** A registry of these symbols, today's or former ones, and companies by name. */
const registry = (symbols: readonly string[], companies: Record<string, string> = {}): RegistryWords => ({
  isSymbol: (word) => symbols.includes(word),
  companySymbol: (name) => companies[name] ?? null,
  beginning: (letters) => symbols.filter((symbol) => lettersOf(symbol).startsWith(letters)),
});
const ask = (...candidates: string[]) => ({ candidates });

describe('portfolio/Connection sync rules 5: symbols of trades are brought back to holdings', () => {
  for (const [title, holdings, given, expected] of [
    ['the same symbol stays', ['TCS', 'TATAMOTORS'], 'TCS', 'TCS'],
    ['only letters count', ['BAJAJ-AUTO'], 'Bajaj Auto', 'BAJAJ-AUTO'],
    ['a series behind the symbol', ['TATAMOTORS', 'TATASTEEL'], 'TATAMOTORS-EQ', 'TATAMOTORS'],
    ['a series behind a short symbol', ['ITC'], 'ITC-BE', 'ITC'],
    ['a suffix of a data vendor', ['INFY'], 'INFY.NS', 'INFY'],
    ['a legal form behind the symbol', ['WIPRO'], 'Wipro Ltd', 'WIPRO'],
    ['words that may be of another company', ['RELIANCE'], 'Reliance Industries Ltd', ask('RELIANCE')],
    ['a name that was cut', ['HDFCBANK', 'HDFCLIFE'], 'HDFCBAN', 'HDFCBANK'],
    ['equal letters before a longer name', ['INDIGO', 'INDIGOPNTS'], 'INDIGO*', 'INDIGO'],
    ['several that begin so', ['HDFCBANK', 'HDFCLIFE'], 'HDFC', ask('HDFCBANK', 'HDFCLIFE')],
    ['equal letters, other digits', ['20MICRONS'], 'MICRONS', ask('20MICRONS')],
    ['another share with the same beginning', ['INDIGO'], 'INDIGOPNTS', 'INDIGOPNTS'],
    ['three letters are no beginning', ['ITC'], 'ITC HOTELS', 'ITC HOTELS'],
    ['votes tell shares apart', ['TATAMOTORS'], 'Tata Motors DVR', 'Tata Motors DVR'],
    ['votes of the holding too', ['TATAMOTORSDVR'], 'TATAMOTORS', 'TATAMOTORS'],
    ['partly paid', ['BHARTIARTL-PP'], 'BHARTIARTL', 'BHARTIARTL'],
    ['partly paid, written together', ['TATASTEELPP'], 'TATASTEEL', 'TATASTEEL'],
    ['rights', ['RELIANCE'], 'RELIANCE-RE', 'RELIANCE-RE'],
    ['second rights', ['RELIANCE'], 'RELIANCE-RE1', 'RELIANCE-RE1'],
    ['warrants', ['HDFCBANK'], 'HDFCBANK W1', 'HDFCBANK W1'],
    ['two warrants', ['HDFCBANK-W1'], 'HDFCBANK-W3', 'HDFCBANK-W3'],
    ['of marks the equal one', ['TATAMOTORS', 'TATAMOTORS-DVR'], 'Tata Motors DVR', 'TATAMOTORS-DVR'],
    ['the dictionary of names', ['LT', 'SBIN'], 'Larsen & Toubro', 'LT'],
    ['a legal form behind the name', ['SBIN', 'INFY'], 'INFOSYS LIMITED', 'INFY'],
    ['a name of a share that is not held', ['SBIN'], 'Infosys', 'Infosys'],
    ['nothing that fits', ['SBIN'], 'WIPRO', 'WIPRO'],
    ['no letters at all', ['SBIN'], '500112', '500112'],
    ['no holdings', [], 'TCS', 'TCS'],
  ] as const) {
    it(title, () => {
      assert.deepEqual(createRealigner(held(...holdings))(trade(given)), expected);
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

  it('a symbol that begins like a holding was booked as it: a symbol, today’s or a former one, stays', () => {
    const words = registry(['ADANIENT', 'ADANIENSOL', 'ADANITRANS', 'JSWSTEEL', 'JSWENERGY', 'MCDOWELL-N']);
    const realign = createRealigner(held('JSWSTEELIND', 'ADANITRANSPORT', 'MCDOWELLNORTH'), words);
    for (const symbol of ['JSWSTEEL', 'ADANITRANS', 'MCDOWELL-N'])
      assert.equal(realign(trade(symbol)), symbol);
  });

  it('a cut symbol that may be of a share no longer held is asked about', () => {
    const words = registry(['TATASTEEL', 'TATAPOWER', 'TATASTEEL-RE', 'WIPRO', 'WIPRO-PP']);
    const realign = createRealigner(held('TATASTEEL', 'WIPRO'), words);
    assert.deepEqual(realign(trade('TATA')), ask('TATASTEEL'));
    assert.equal(realign(trade('TATAST')), 'TATASTEEL');
    assert.equal(realign(trade('WIPR')), 'WIPRO');
  });

  it('the name of a company is certain: by the holding, and by the registry', () => {
    const holdings = [
      { symbol: 'RELIANCE', isin: null, name: 'Reliance Industries Limited' },
      { symbol: 'BHEL', isin: null, name: null },
    ];
    const words = registry([], { 'Bharat Heavy Electricals': 'BHEL', 'Reliance Power Ltd': 'RPOWER' });
    const realign = createRealigner(holdings, words);
    assert.equal(realign(trade('RELIANCE INDUSTRIES LTD')), 'RELIANCE');
    assert.equal(realign(trade('Bharat Heavy Electricals')), 'BHEL');
    // A company that is not held is none of the holdings.
    assert.equal(realign(trade('Reliance Power Ltd')), 'Reliance Power Ltd');
    assert.deepEqual(realign(trade('Reliance Capital')), ask('RELIANCE'));
  });

  it('every name of the dictionary is written as letters alone and means one symbol', () => {
    for (const [name, symbol] of SYMBOL_ALIASES) {
      assert.equal(name, lettersOf(name));
      assert.match(symbol, /^[A-Z0-9&-]+$/);
      assert.equal(createRealigner(held(symbol))(trade(name)), symbol);
    }
  });

  const symbol = fc.stringMatching(/^[A-Z&-]{1,12}$/);

  it('the answer is always the symbol itself, one of the holdings, or a question about some of them', () => {
    fc.assert(
      fc.property(fc.array(symbol, { maxLength: 8 }), symbol, (holdings, given) => {
        const answer = createRealigner(held(...holdings))(trade(given));
        const named = typeof answer === 'string' ? [answer] : answer.candidates;
        assert.ok(named.length > 0 && named.every((one) => one === given || holdings.includes(one)));
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

  it('a symbol of the registry is never booked as a holding of another name', () => {
    fc.assert(
      fc.property(fc.uniqueArray(symbol, { minLength: 1, maxLength: 8 }), symbol, (holdings, given) => {
        const realign = createRealigner(held(...holdings), registry([given, ...holdings]));
        assert.equal(realign(trade(given)), given);
      }),
    );
  });

  it('a beginning shared by several different holdings is booked as none of them', () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^[A-Z]{4,8}$/),
        fc.uniqueArray(fc.stringMatching(/^[A-Z]{1,4}$/), { minLength: 2, maxLength: 5 }),
        (beginning, ends) => {
          const holdings = ends.map((end) => beginning + end);
          const answer: Realigned = createRealigner(
            held(...holdings),
            NO_REGISTRY,
            new Map(),
          )(trade(beginning));
          // Without those that a mark tells apart, one may be left.
          if (ends.every((end) => end.length > 2 && !/^(?:DVR|RIGHT|WARR|PREF|BOND|NCD)/.test(end)))
            assert.deepEqual(answer, { candidates: holdings.toSorted() });
          else if (typeof answer === 'string') assert.ok(answer === beginning || holdings.includes(answer));
        },
      ),
    );
  });

  it('doing it again changes nothing more, in whatever order the holdings come', () => {
    fc.assert(
      fc.property(fc.uniqueArray(symbol, { maxLength: 8 }), symbol, (holdings, given) => {
        const realign = createRealigner(held(...holdings));
        const once = realign(trade(given));
        if (typeof once === 'string') assert.equal(realign(trade(once)), once);
        assert.deepEqual(createRealigner(held(...holdings.toReversed()))(trade(given)), once);
      }),
    );
  });
});

import assert from 'node:assert/strict';
import { exclusionCounts } from '../../../../core/brokers/exclusions.ts';
import { selectHoldings, selectTrades } from '../../../../core/brokers/sync/select.ts';
import { createSymbols, type SymbolSources } from '../../../../core/brokers/sync/symbols.ts';
import { held, trade } from '../../../support/fake-broker.ts';

const TCS = 'INE467B01029';
const INFY = 'INE009A01021';

function symbols(over: Partial<SymbolSources> = {}) {
  return createSymbols({
    holdings: [
      held('TCS', '10', { isin: TCS, security_id: '11536' }),
      held('INFY', '5', { isin: INFY, security_id: '1594' }),
    ],
    known: [],
    lookup: () => null,
    byName: false,
    today: '2026-03-02',
    ...over,
  });
}

describe('symbols of a sync', () => {
  it('portfolio/Connection sync rules 2: a trade goes back to its holding by ISIN, else by security id', () => {
    const { ofTrade } = symbols();
    assert.equal(ofTrade(trade('1', 'Tata Consultancy', '1', { isin: TCS })), 'TCS');
    assert.equal(ofTrade(trade('2', 'Infosys Limited', '1', { security_id: '1594' })), 'INFY');
    assert.equal(ofTrade(trade('3', '', '1', { security_id: '1594' })), 'INFY');
    // The ISIN is stronger than the id.
    assert.equal(ofTrade(trade('4', 'X', '1', { isin: TCS, security_id: '1594' })), 'TCS');
  });

  it('what is sold off goes back to the symbol that the portfolio knows it by', () => {
    const { ofTrade, ofHolding } = symbols({
      known: [
        { symbol: 'WIPRO', isin: 'INE075A01022', security_id: '3787' },
        { symbol: 'PARAG PARIKH FLEXI CAP', isin: 'INF879O01027', security_id: null },
      ],
    });
    assert.equal(ofTrade(trade('1', 'Wipro Ltd', '1', { security_id: '3787' })), 'WIPRO');
    assert.equal(ofTrade(trade('2', 'WIPRO', '1')), 'WIPRO');
    // A fund whose file named it in words and whose broker names it by ISIN is one holding.
    const fund = held('INF879O01027', '3', { isin: 'INF879O01027', asset_class: 'Mutual Fund' });
    assert.equal(ofHolding(fund), null);
    assert.equal(
      symbols({
        holdings: [fund],
        known: [{ symbol: 'PARAG PARIKH FLEXI CAP', isin: 'INF879O01027', security_id: null }],
      }).ofHolding(fund),
      'PARAG PARIKH FLEXI CAP',
    );
  });

  it('an old symbol or ISIN goes through the registry to the holding of today', () => {
    const asked: unknown[] = [];
    const { ofTrade } = symbols({
      lookup: (wanted) => {
        asked.push(wanted);
        return wanted.symbol === 'INFOSYSTCH' ? { isin: INFY, symbol: 'INFY' } : null;
      },
    });
    assert.equal(ofTrade(trade('1', 'INFOSYSTCH', '1', { date: '2010-05-05' })), 'INFY');
    assert.deepEqual(asked, [{ isin: null, symbol: 'INFOSYSTCH', on: '2010-05-05' }]);
    assert.equal(ofTrade(trade('2', 'UNHEARDOF', '1')), 'UNHEARDOF');
  });

  it('what could be two holdings stays as it was written', () => {
    const twice = [held('AAA', '1', { isin: TCS }), held('BBB', '1', { isin: TCS })];
    const { ofTrade } = symbols({ holdings: twice });
    assert.equal(ofTrade(trade('1', 'CCC', '1', { isin: TCS })), 'CCC');
    assert.equal(ofTrade(trade('2', 'BBB', '1', { isin: TCS })), 'BBB');
  });

  it('portfolio/Connection sync rules 5: by name in two tiers where the broker has nothing else, else unchanged', () => {
    const { ofTrade } = symbols({ byName: true, lookup: () => ({ isin: TCS, symbol: 'TCS' }) });
    assert.equal(ofTrade(trade('1', 'INFY-EQ', '1')), 'INFY');
    assert.equal(ofTrade(trade('2', 'Tata Consultancy Services', '1')), 'TCS');
    assert.equal(ofTrade(trade('3', 'SOMETHINGELSE', '1')), 'SOMETHINGELSE');
  });

  it('portfolio/Connection sync rules 5: a former symbol is the share that it was on that day, and no holding that begins like it', () => {
    const { ofTrade, candidatesOf } = symbols({
      byName: true,
      holdings: [held('ADANIENSOL', '1'), held('ADANITRANSPORT', '1')],
      lookup: ({ symbol }) =>
        symbol === 'ADANITRANS' ? { isin: 'INE931S01010', symbol: 'ADANIENSOL' } : null,
      registry: {
        isSymbol: (word) => word === 'ADANITRANS',
        companySymbol: () => null,
        beginning: () => [],
      },
    });
    const old = trade('1', 'ADANITRANS', '1', { date: '2022-05-05' });
    assert.deepEqual([ofTrade(old), candidatesOf(old)], ['ADANIENSOL', null]);
  });

  it('portfolio/Connection sync rules 5: a name that was asked about stays with its answer; an ISIN or id is certain', () => {
    const { ofTrade, candidatesOf } = symbols({ byName: true, asked: new Set(['INFY-EQ']) });
    const named = trade('1', 'INFY-EQ', '1');
    assert.deepEqual([ofTrade(named), candidatesOf(named)], ['INFY-EQ', []]);
    const certain = [
      trade('2', 'INFY-EQ', '1', { isin: INFY }),
      trade('3', 'INFY-EQ', '1', { security_id: '1594' }),
    ];
    assert.deepEqual(
      certain.map((one) => [ofTrade(one), candidatesOf(one)]),
      [
        ['INFY', null],
        ['INFY', null],
      ],
    );
    // Of a broker that names ISINs nothing is asked.
    assert.equal(symbols().candidatesOf(trade('4', 'INFO', '1')), null);
  });

  it('a holding that has no symbol is named by the registry, its ISIN or its id; with none of them it is left out', () => {
    const bare = held('', '1', { isin: TCS });
    assert.equal(
      symbols({ holdings: [bare], lookup: () => ({ isin: TCS, symbol: 'TCS' }) }).ofHolding(bare),
      'TCS',
    );
    assert.equal(symbols({ holdings: [bare] }).ofHolding(bare), TCS);
    const nameless = held('', '1');
    const { rows, left_out } = selectHoldings([nameless], symbols({ holdings: [nameless] }), '2026-03-02');
    assert.deepEqual([rows, left_out], [[], [{ what: '', reason: 'UNREADABLE' }]]);
  });

  it('rows that cannot be read are left out and do not stop the others', () => {
    const good = trade('1', 'TCS', '1');
    const { rows, left_out } = selectTrades(
      [
        good,
        trade('2', 'TCS', '1e3'),
        trade('3', 'TCS', '1', { price: 'NaN' }),
        trade('4', 'TCS', '1', { date: '2026-02-30' }),
        trade('', 'TCS', '1'),
        trade('6', 'TCS', '1', { currency: 'rupees' }),
        trade('7', 'TCS', '1', { fee_tax: null }),
      ],
      symbols(),
      '2026-12-31',
    );
    assert.deepEqual(
      rows.map(({ execution_id, fee_tax }) => [execution_id, fee_tax]),
      [
        ['1', '1.5'],
        ['7', '0'],
      ],
    );
    assert.equal(left_out.length, 5);
  });

  it('portfolio/Resources, Transaction: a trade of a day that has not come is left out and counted, tomorrow’s is kept', () => {
    const { rows, left_out } = selectTrades(
      [trade('1', 'TCS', '1', { date: '2026-03-03' }), trade('2', 'TCS', '1', { date: '2026-03-04' })],
      symbols(),
      '2026-03-03',
    );
    assert.deepEqual(
      rows.map(({ execution_id }) => execution_id),
      ['1'],
    );
    assert.deepEqual(left_out, [{ what: 'TCS', reason: 'FUTURE_DATE' }]);
    assert.match(exclusionCounts({ FUTURE_DATE: 1 })[0]?.words ?? '', /dated in the future/);
  });
});

import assert from 'node:assert/strict';
import { companyKey } from '../../../../core/market/instruments/index.ts';
import { createCompanyNames } from '../../../../core/market/instruments/company-name.ts';
import type { Alias, Instrument, SymbolChange } from '../../../../core/market/instruments/instrument.ts';
import { createResolver } from '../../../../core/market/instruments/resolver.ts';
import { companiesOf, type ShareWords } from '../../../../core/reports/overlap/company.ts';

const instrument = (id: string, symbol: string, name: string, isin: string): Instrument => ({
  id,
  exchange: 'NSE',
  external_id: null,
  currency: 'INR',
  symbol,
  name,
  isin,
  asset_class: 'Indian Equity',
  series: 'EQ',
  listed_on: '2000-01-01',
  delisted_on: null,
  face_value: null,
  sector: null,
  industry: null,
  classification: null,
  classified_on: null,
});
const INFOSYS = instrument('1', 'INFY', 'Infosys Limited', 'INE009A01021');
const TWINS = [
  instrument('2', 'ACMEA', 'Acme Limited', 'INE111A01011'),
  instrument('3', 'ACMEB', 'Acme Ltd.', 'INE222A01017'),
];
const ETERNAL = instrument('4', 'ETERNAL', 'Eternal Limited', 'INE758T01015');

function registered(instruments: Instrument[] = [], aliases: Alias[] = [], changes: SymbolChange[] = []) {
  return {
    resolver: createResolver({ instruments, aliases, changes }),
    companies: createCompanyNames(instruments),
  };
}
const share = (symbol: string, more: Partial<ShareWords> = {}): ShareWords => ({
  symbol,
  name: null,
  isin: null,
  is_direct: false,
  is_rupee: true,
  on: '2026-01-31',
  ...more,
});
const direct = (symbol: string, more: Partial<ShareWords> = {}): ShareWords =>
  share(symbol, { is_direct: true, ...more });

describe('names of companies', () => {
  it('are the same however they are written, and different for others', () => {
    for (const name of ['Infosys Ltd', 'INFOSYS LIMITED', ' infosys  ltd. '])
      assert.equal(companyKey(name), 'INFOSYS');
    assert.equal(companyKey('The Tata Power Company Limited'), 'TATA POWER COMPANY');
    assert.equal(companyKey('Mahindra & Mahindra Ltd'), companyKey('MAHINDRA AND MAHINDRA LIMITED'));
    assert.notEqual(companyKey('Bajaj Finance Ltd'), companyKey('Bajaj Finserv Ltd'));
    assert.equal(companyKey('Limited'), 'LIMITED');
    assert.equal(companyKey('…'), '…');
  });
});

describe('one company under several words', () => {
  it('portfolio/Report rules 8: INFY, its ISIN and Infosys Ltd meet where the registry knows the company', () => {
    const found = companiesOf(
      [
        direct('INFY-EQ'),
        share('INFY'),
        share('Infosys Ltd.'),
        share('Infosys', { isin: 'INE009A01021' }),
        share('TCS'),
      ],
      registered([INFOSYS]),
    );
    assert.deepEqual(
      found.map(({ symbol, known_by }) => [symbol, known_by]),
      [
        ['INFY', 'REGISTRY'],
        ['INFY', 'REGISTRY'],
        ['INFY', 'REGISTRY'],
        ['INFY', 'REGISTRY'],
        ['TCS', 'WORDS'],
      ],
    );
    assert.equal(new Set(found.map(({ key }) => key)).size, 2);
    assert.deepEqual([found[0]?.name, found[0]?.isin], ['Infosys Limited', 'INE009A01021']);
  });

  it('an old symbol is the company of today; a symbol is taken as it was on the day of the list', () => {
    const changes = [{ exchange: 'NSE', from: 'ZOMATO', to: 'ETERNAL', on: '2025-04-09' } as const];
    const found = companiesOf(
      [direct('ETERNAL', { on: '2026-03-02' }), share('ZOMATO', { on: '2025-03-31' })],
      registered([ETERNAL], [], changes),
    );
    assert.equal(found[0]?.key, found[1]?.key);
    assert.equal(found[1]?.symbol, 'ETERNAL');
  });

  it('a name that two companies bear leads to neither', () => {
    const found = companiesOf([share('Acme Ltd'), direct('ACMEA')], registered(TWINS));
    assert.notEqual(found[0]?.key, found[1]?.key);
    assert.equal(found[0]?.known_by, 'WORDS');
  });

  it('without a registry what is held teaches its names, and a new ISIN after a split is the same company', () => {
    const found = companiesOf(
      [
        direct('INFY', { name: 'Infosys Limited', isin: 'INE009A01013' }),
        share('INFOSYS LTD'),
        share('infy'),
        share('Infosys', { isin: 'INE009A01021' }),
        direct('TCS'),
        share('TCS'),
        share('Tata Consultancy'),
      ],
      registered(),
    );
    assert.deepEqual(
      found.map(({ symbol }) => symbol),
      ['INFY', 'INFY', 'INFY', 'INFY', 'TCS', 'TCS', 'Tata Consultancy'],
    );
    assert.equal(new Set(found.map(({ key }) => key)).size, 3);
  });

  it('a foreign share is not looked up at NSE, and a rupee fund may hold it', () => {
    const found = companiesOf(
      [
        direct('INFY', { is_rupee: false, isin: 'US4567881085' }),
        share('INFY'),
        direct('GOOGL', { is_rupee: false, isin: 'US02079K3059', name: 'Alphabet Inc' }),
        share('Alphabet Inc'),
        share('GOOGL', { is_rupee: false }),
      ],
      registered([INFOSYS]),
    );
    assert.notEqual(found[0]?.key, found[1]?.key);
    assert.deepEqual(
      found.slice(2).map(({ symbol }) => symbol),
      ['GOOGL', 'GOOGL', 'GOOGL'],
    );
  });

  it('an ISIN that contradicts the symbol is believed, not the symbol', () => {
    const [odd, infosys] = companiesOf(
      [share('INFY', { isin: 'INE467B01029' }), direct('INFY')],
      registered([INFOSYS]),
    );
    assert.notEqual(odd?.key, infosys?.key);
    assert.deepEqual([odd?.isin, odd?.known_by], ['INE467B01029', 'ISIN']);
  });
});

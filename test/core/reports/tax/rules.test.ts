import assert from 'node:assert/strict';
import fc from 'fast-check';
import { Decimal } from '../../../../core/platform/index.ts';
import { rulesFor, yearlyExemption } from '../../../../core/finance/tax-law/applicable.ts';
import { grandfatheredCost } from '../../../../core/finance/tax-law/grandfathering.ts';
import {
  type LegalKind,
  legalKindOf,
  type Security,
  taxGroupOf,
} from '../../../../core/finance/tax-law/legal-kind.ts';
import { REGIMES } from '../../../../core/finance/tax-law/regimes.ts';
import { ledger } from '../../../support/ledger-builder.ts';
import { reportOf } from './year-of.ts';

const day = fc
  .integer({ min: 0, max: 12_000 })
  .map((days) => new Date(Date.UTC(2004, 9, 1 + days)).toISOString().slice(0, 10));

describe('dated rules of tax', () => {
  it('each kind of security on the edges of its rules', () => {
    const cases: [LegalKind, string, string, string, number | null, string][] = [
      // kind, bought, sold, term, rate, section
      ['LISTED_EQUITY', '2016-01-01', '2018-03-31', 'LONG', 0, '10(38)'],
      ['LISTED_EQUITY', '2016-01-01', '2018-04-01', 'LONG', 10, '112A'],
      ['LISTED_EQUITY', '2023-07-22', '2024-07-22', 'SHORT', 15, '111A'],
      ['LISTED_EQUITY', '2023-07-21', '2024-07-22', 'LONG', 10, '112A'],
      ['LISTED_EQUITY', '2023-07-23', '2024-07-23', 'SHORT', 20, '111A'],
      ['LISTED_EQUITY', '2023-07-22', '2024-07-23', 'LONG', 12.5, '112A'],
      ['LISTED_EQUITY', '2023-07-22', '2026-03-31', 'LONG', 12.5, '112A'],
      ['LISTED_EQUITY', '2023-07-22', '2026-04-01', 'LONG', 12.5, '198'],
      ['LISTED_EQUITY', '2025-07-22', '2026-04-01', 'SHORT', 20, '196'],
      ['DEBT_FUND', '2023-03-31', '2024-07-22', 'SHORT', null, 'slab rates'],
      ['DEBT_FUND', '2021-07-21', '2024-07-22', 'LONG', 20, '112'],
      ['DEBT_FUND', '2022-07-23', '2024-07-23', 'SHORT', null, 'slab rates'],
      ['DEBT_FUND', '2022-07-22', '2024-07-23', 'LONG', 12.5, '112'],
      ['DEBT_ETF', '2023-03-31', '2024-07-23', 'LONG', 12.5, '112'],
      ['DEBT_FUND', '2023-04-01', '2033-04-01', 'SHORT', null, '76'],
      ['DEBT_FUND', '2023-04-01', '2026-03-31', 'SHORT', null, '50AA'],
      ['OTHER_FUND', '2023-04-01', '2025-03-31', 'SHORT', null, '50AA'],
      ['OTHER_FUND', '2023-04-01', '2025-04-01', 'SHORT', null, 'slab rates'],
      ['OTHER_FUND', '2023-04-01', '2025-04-02', 'LONG', 12.5, '112'],
      ['OTHER_ETF', '2024-04-01', '2025-04-02', 'LONG', 12.5, '112'],
      ['BOND', '2023-07-21', '2024-07-22', 'LONG', 10, '112'],
      ['BOND', '2023-07-21', '2024-07-23', 'LONG', 12.5, '112'],
      ['UNLISTED_SHARE', '2023-05-05', '2025-05-05', 'SHORT', null, 'slab rates'],
      ['UNLISTED_SHARE', '2023-05-05', '2025-05-06', 'LONG', 12.5, '112'],
      ['FOREIGN_SHARE', '2022-05-05', '2024-05-06', 'LONG', 20, '112'],
      ['COMMODITY', '2021-07-21', '2024-07-22', 'LONG', 20, '112'],
      ['COMMODITY', '2022-07-22', '2024-07-23', 'LONG', 12.5, '112'],
    ];
    for (const [kind, bought, sold, term, rate, section] of cases) {
      const [rule, ...others] = rulesFor({ kind, currency: 'INR', bought, sold });
      assert.deepEqual(
        [rule?.term, rule?.taxed.rate_pct, rule?.taxed.section, others.length],
        [term, rate, section, 0],
        `${kind} ${bought} to ${sold}`,
      );
    }
  });

  it('US shares have the federal term of the USA beside the Indian one: more than a year', () => {
    const terms = (bought: string, sold: string) =>
      rulesFor({ kind: 'FOREIGN_SHARE', currency: 'USD', bought, sold }).map(
        ({ regime, term }) => `${regime.jurisdiction} ${term}`,
      );
    assert.deepEqual(terms('2024-06-03', '2025-06-03'), ['IN SHORT', 'US SHORT']);
    assert.deepEqual(terms('2024-06-03', '2025-06-04'), ['IN SHORT', 'US LONG']);
    assert.deepEqual(terms('2024-06-03', '2026-06-04'), ['IN LONG', 'US LONG']);
  });

  it('no lot has two rules of one country, and from April 2018 on every kind has one', () => {
    const kinds = [...new Set(REGIMES.flatMap((regime) => regime.kinds))];
    fc.assert(
      fc.property(fc.constantFrom(...kinds), day, day, (kind, one, other) => {
        const [bought = '', sold = ''] = [one, other].sort();
        const found = rulesFor({ kind, currency: 'INR', bought, sold });
        assert.ok(found.length <= 1, found.map(({ key }) => key).join());
        if (sold >= '2018-04-01') assert.equal(found.length, 1, `${kind} ${bought} ${sold}`);
      }),
      { numRuns: 500 },
    );
    assert.equal(new Set(REGIMES.map(({ key }) => key)).size, REGIMES.length);
  });

  it('portfolio/Report rules 9: what a security is, by its class, and a fund by its name', () => {
    const kinds = (name: string, over: Partial<Security>): unknown[] => {
      const security = { symbol: 'X', name, isin: null, asset_class: null, currency: 'INR', ...over };
      return [legalKindOf(security), taxGroupOf(security)];
    };
    const fund = { asset_class: 'Mutual Fund' } as const;
    const etf = { asset_class: 'ETF' } as const;
    assert.deepEqual(kinds('Tata Motors', { asset_class: 'Indian Equity' }), ['LISTED_EQUITY', 'EQUITY']);
    assert.deepEqual(kinds('HDFC Equity Savings Fund', fund), ['LISTED_EQUITY', 'EQUITY']);
    assert.deepEqual(kinds('SBI Arbitrage Opportunities Fund', fund), ['LISTED_EQUITY', 'EQUITY']);
    assert.deepEqual(kinds('ICICI Prudential Savings Fund', fund), ['DEBT_FUND', 'DEBT']);
    assert.deepEqual(kinds('Axis Banking & PSU Debt Fund', fund), ['DEBT_FUND', 'DEBT']);
    assert.deepEqual(kinds('', { ...etf, symbol: 'LIQUIDCASE' }), ['DEBT_ETF', 'DEBT']);
    // a fund house that ends all its symbols in CASE has shares, gilts and gold in them
    for (const symbol of ['TOP100CASE', 'MID150CASE', 'SML100CASE', 'NIFTYCASE', 'NIFTYBEES'])
      assert.deepEqual(kinds('', { ...etf, symbol }), ['LISTED_EQUITY', 'EQUITY'], symbol);
    for (const symbol of ['LTGILTCASE', 'EBBETF0430'])
      assert.deepEqual(kinds('', { ...etf, symbol }), ['DEBT_ETF', 'DEBT'], symbol);
    assert.deepEqual(kinds('', { ...etf, symbol: 'GOLDCASE' }), ['OTHER_ETF', 'EQUITY']);
    assert.deepEqual(kinds('', { ...etf, symbol: 'GOLDBEES' }), ['OTHER_ETF', 'EQUITY']);
    assert.deepEqual(kinds('Motilal Oswal Nasdaq 100 FOF', fund), ['OTHER_FUND', 'EQUITY']);
    assert.deepEqual(kinds('Vanguard', { ...etf, currency: 'USD' }), ['FOREIGN_SHARE', 'EQUITY']);
    assert.deepEqual(kinds('', { asset_class: 'Cash' }), [null, 'DEBT']);
    assert.deepEqual(kinds('', {}), ['LISTED_EQUITY', 'EQUITY']);
  });

  it('grandfathering: the higher of what was paid and the lower of the value of 31 January 2018 and the sale', () => {
    const cost = (paid: number, price: number | null, sale: number, splits = 1) =>
      grandfatheredCost({
        paid: new Decimal(paid),
        full_value: new Decimal(sale),
        units: new Decimal(100),
        price: price === null ? null : new Decimal(price),
        splits: new Decimal(splits),
      }).cost.toNumber();
    // 100 units. The value of 200 each, 20,000, lies between 10,000 paid and 30,000 received: it is the cost.
    assert.equal(cost(10_000, 200, 30_000), 20_000);
    // sold below that value: no loss comes of it
    assert.equal(cost(10_000, 200, 15_000), 15_000);
    // sold below what was paid: the loss is the true one
    assert.equal(cost(10_000, 200, 8_000), 10_000);
    // paid more than the value
    assert.equal(cost(25_000, 200, 30_000), 25_000);
    // 100 units are 20 of that day: 20 x 1,000
    assert.equal(cost(10_000, 1_000, 30_000, 5), 20_000);
    assert.equal(cost(10_000, null, 30_000), 10_000);
    fc.assert(
      fc.property(fc.nat(1e6), fc.nat(1e4), fc.nat(1e6), (paid, price, sale) => {
        const counted = cost(paid, price, sale);
        // neither a gain nor a loss that was not there, and never more gain than without it
        assert.ok(counted >= paid);
        if (sale >= paid) assert.ok(counted <= sale);
        else assert.equal(counted, paid);
      }),
    );
  });

  it('a report: the free amount of the year goes to the higher rate first', async () => {
    // 2024-25. Sold on 22 July 2024: 2,00,000 - 1,00,000 = 1,00,000 at 10 %. Sold on 23 July: 3,00,000 - 1,00,000 =
    // 2,00,000 at 12.5 %. 1,25,000 are free and go to the second: 75,000 x 12.5 % = 9,375; the first pays 10,000.
    const { rows } = ledger()
      .buy('TCS', 200, 1000, '2020-01-01')
      .sell('TCS', 100, 2000, '2024-07-22')
      .sell('TCS', 100, 3000, '2024-07-23');
    const { view } = await reportOf(rows, { fy: '2024-25' });
    assert.deepEqual(
      view.alternatives.map((one) => [one.rule, one.gain, one.exemption_used, one.taxable, one.tax]),
      [
        ['IN_LISTED_EQUITY_2018_LONG', 100_000, 0, 100_000, 10_000],
        ['IN_LISTED_EQUITY_2024_LONG', 200_000, 125_000, 75_000, 9_375],
      ],
    );
    assert.deepEqual([yearlyExemption('2023-04-01'), yearlyExemption('2024-04-01')], [100_000, 125_000]);
    assert.ok(view.notes.some(({ code }) => code === 'TWO_RATES'));
  });

  it('a report: grandfathered lots, with the price of 31 January 2018 and without', async () => {
    // 10 bought at 100 in 2015 were 10 on 31 January 2018 at 400 each; a split 1:2 made them 20. All are sold at 500:
    // 10,000 less a fee of 100. Cost is 10 x 400 = 4,000, gain 9,900 - 4,000 = 5,900; by the report's own rule 8,900.
    const book = ledger()
      .buy('TCS', 10, 100, '2015-05-05')
      .split('TCS', 2, '2018-06-01')
      .sell('TCS', 20, 500, '2025-05-05', 100);
    const rows = [...book.rows];
    const price = { price: new Decimal(400), reason: null };
    const { view } = await reportOf(rows, { fy: '2025-26', old: { TCS: price } });
    assert.equal(view.long_term.gain, 8900);
    assert.deepEqual(view.lots[0]?.alternatives, [
      {
        rule: 'IN_LISTED_EQUITY_2024_LONG',
        term: 'LONG',
        rate_pct: 12.5,
        cost: 4000,
        gain: 5900,
        is_grandfathered: true,
        reason: null,
      },
    ]);
    // within the 1,25,000 that the year leaves free
    assert.deepEqual(
      view.alternatives.map(({ gain, exemption_used, tax }) => [gain, exemption_used, tax]),
      [[5900, 5900, 0]],
    );
    const undone = await reportOf(book.sell('TCS', -20, 500, '2025-05-05').rows, {
      fy: '2025-26',
      old: { TCS: price },
    });
    // taken back before fees: 10,000 - 4,000 less
    assert.deepEqual(
      undone.view.alternatives.map(({ gain }) => gain),
      [5900 - 6000],
    );
    const reason = 'No price of TCS.';
    const without = await reportOf(rows, { fy: '2025-26', old: { TCS: { price: null, reason } } });
    const [alternative] = without.view.alternatives;
    assert.deepEqual([alternative?.gain, alternative?.tax, alternative?.reason], [null, null, reason]);
    assert.deepEqual(without.view.lots[0]?.alternatives[0]?.gain, null);
    assert.ok(without.view.notes.some(({ code }) => code === 'FMV_MISSING'));
  });

  it('what the law raises by its index has no tax here, and what is taxed at a slab says so', async () => {
    const { rows } = ledger()
      .buy('DEBT', 10, 100, '2019-01-01')
      .sell('DEBT', 5, 150, '2024-05-01')
      .buy('NEW', 10, 100, '2023-05-01')
      .sell('NEW', 10, 120, '2024-05-01');
    const fund = { asset_class: 'Mutual Fund', name: 'Some Liquid Fund' } as const;
    const { view } = await reportOf(rows, { fy: '2024-25', securities: { DEBT: fund, NEW: fund } });
    assert.deepEqual(
      view.alternatives.map(({ rule, gain, taxable, tax }) => [rule, gain, taxable, tax]),
      [
        ['IN_DEBT_FUND_OLD_2018_LONG', 250, null, null],
        ['IN_DEBT_FUND_50AA_SHORT', 200, 200, null],
      ],
    );
    assert.match(view.alternatives[0]?.reason ?? '', /index is not applied/);
    assert.match(view.alternatives[1]?.reason ?? '', /slab rate/);
  });
});

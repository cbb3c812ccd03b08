import assert from 'node:assert/strict';
import { taxText } from '../../../../bot/text/tax.ts';
import { yearlyExemption } from '../../../../core/finance/tax-law/index.ts';
import { Decimal } from '../../../../core/platform/index.ts';
import { ledger } from '../../../support/ledger-builder.ts';
import { reportOf } from './year-of.ts';

describe('what the dated rules of tax make of a year', () => {
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
    assert.match(view.alternatives[0]?.reason ?? '', /before indexation/);
    assert.match(view.alternatives[1]?.reason ?? '', /slab rate/);
  });

  it('units held before the records begin: a rule is certain only if every earlier purchase date gives the same result', async () => {
    // Held on 1 January 2023 and sold 17 months later. By the 12 months of the totals they are long-term for sure; for an
    // unlisted share the law wants 24, which only an earlier purchase reaches. A bond needs 12, and the totals 36.
    const { rows } = ledger()
      .opening('OWN', 10, '2023-01-01')
      .opening('BOND', 10, '2023-01-01')
      .sell('OWN', 10, 100, '2024-06-03')
      .sell('BOND', 10, 100, '2024-06-03');
    const securities = { OWN: { asset_class: 'Unlisted' }, BOND: { asset_class: 'Bond' } } as const;
    const { view } = await reportOf(rows, { fy: '2024-25', securities });
    assert.deepEqual(
      view.lots.map(({ symbol, term }) => [symbol, term]),
      [
        ['BOND', null],
        ['OWN', 'LONG'],
      ],
    );
    assert.deepEqual(
      view.alternatives.map(({ rule, gain }) => [rule, gain]),
      [['IN_BOND_2018_LONG', null]],
    );
  });

  it('a rule that may also speak of units of unknown purchase is partial, and what is left of the free amount is unknown', async () => {
    // 10 of TCS gained 1,000 in the long term. Of ITC 5 were sold whose purchase is missing: perhaps long-term as well.
    const book = ledger().buy('TCS', 10, 100, '2020-01-01').sell('TCS', 10, 200, '2025-06-02');
    const whole = await reportOf([...book.rows], { fy: '2025-26' });
    assert.deepEqual(
      whole.view.alternatives.map(({ gain, partial, tax }) => [gain, partial, tax]),
      [[1000, null, 0]],
    );
    const { view } = await reportOf(book.sell('ITC', 5, 400, '2025-06-02').rows, { fy: '2025-26' });
    assert.deepEqual(
      view.alternatives.map(({ rule, gain, partial, tax }) => [rule, gain, partial, tax]),
      [
        [
          'IN_LISTED_EQUITY_2024_LONG',
          null,
          { state: 'PARTIAL', figure: 1000, lots_counted: 1, lots_total: 2 },
          null,
        ],
      ],
    );
    assert.match(
      view.alternatives[0]?.reason ?? '',
      /may also apply to units that left and whose cost, purchase or sale is unknown/,
    );
    const { text } = taxText(view);
    assert.match(text, /Listed equity and equity funds, long-term: gain \+₹1,000\.00, partial: 1 of 2 lots/);
    // Of before 23 July 2024 at the other rate: no gain is under that rule, and its units share the free amount.
    const { rows } = ledger()
      .buy('TCS', 10, 100, '2020-01-01')
      .sell('TCS', 10, 200, '2024-08-01')
      .sell('ITC', 5, 400, '2024-06-03');
    const shared = await reportOf(rows, { fy: '2024-25' });
    assert.deepEqual(
      shared.view.alternatives.map(({ gain, exemption_used, tax }) => [gain, exemption_used, tax]),
      [[1000, null, null]],
    );
  });
});

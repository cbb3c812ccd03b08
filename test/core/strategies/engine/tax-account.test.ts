import assert from 'node:assert/strict';
import { addDays } from '../../../../core/platform/dates.ts';
import fc from 'fast-check';
import { amountToNumber, parseAmount, parseFixed } from '../../../../core/platform/fixed-point.ts';
import { PolicyLedger, PolicyMarket, taxFacts } from '../../../../core/strategies/engine/index.ts';
import {
  ASSUMED_SLAB_PCT,
  TaxAccount,
  type TaxableGain,
  TaxRules,
} from '../../../../core/strategies/engine/tax-account.ts';
import { NOTHING_CHARGED } from '../../../support/planned-market.ts';
import { panelOf, sessions } from '../../../support/price-panel.ts';

type Sale = [term: 'SHORT' | 'LONG', rate: number, gain: number];

const gains = (...sales: Sale[]): TaxableGain[] =>
  sales.map(([term, rate_pct, gain]) => ({ term, rate_pct, gain: parseAmount(String(gain)) }));

function account(day = '2024-05-02'): TaxAccount {
  const tax = new TaxAccount();
  tax.enter(day);
  return tax;
}

describe('the tax of a policy', () => {
  const cases: [string, Sale[], number][] = [
    ['nothing sold', [], 0],
    ['a gain', [['SHORT', 15, 1000]], 150],
    [
      'to the paisa, half up',
      [
        ['SHORT', 15, 0.1],
        ['LONG', 10, 0],
      ],
      0.02,
    ],
    ['a loss alone', [['SHORT', 15, -1000]], 0],
    [
      'a short-term loss against a short-term gain',
      [
        ['SHORT', 15, 1000],
        ['SHORT', 15, -400],
      ],
      90,
    ],
    [
      'a short-term loss against a long-term gain',
      [
        ['LONG', 10, 1000],
        ['SHORT', 15, -400],
      ],
      60,
    ],
    [
      'a long-term loss does not offset a short-term gain',
      [
        ['SHORT', 15, 1000],
        ['LONG', 10, -400],
      ],
      150,
    ],
    [
      'a long-term loss against a long-term gain',
      [
        ['LONG', 10, 1000],
        ['LONG', 12.5, -400],
      ],
      60,
    ],
    // Of 2,000 at two rates 500 are offset at the higher one: 500 × 20 % + 1,000 × 15 %.
    [
      'a loss goes where the rate is highest, whatever its own',
      [
        ['SHORT', 15, 1000],
        ['SHORT', 20, 1000],
        ['SHORT', 15, -500],
      ],
      250,
    ],
    // The long loss takes 300 of the long gain; the short one 1,000 of slab and 100 of the 200 that are left.
    [
      'long-term losses first, so that short-term ones find other gains',
      [
        ['LONG', 12.5, 500],
        ['SHORT', 30, 1000],
        ['LONG', 12.5, -300],
        ['SHORT', 15, -1100],
      ],
      12.5,
    ],
    [
      'a loss where gains are free offsets nothing',
      [
        ['LONG', 10, 1000],
        ['LONG', 0, -5000],
      ],
      100,
    ],
    ['a gain that is free', [['LONG', 0, 5000]], 0],
  ];
  for (const [title, sales, expected] of cases)
    it(`${title}: ${expected}`, () => {
      const atOnce = account();
      atOnce.add(gains(...sales));
      assert.equal(amountToNumber(atOnce.accrued), expected);
      // One by one, the changes that each is told add up to it, and so does what was asked before.
      const oneByOne = account();
      let sum = 0n;
      for (const sale of sales) {
        const before = oneByOne.outstandingAfter(gains(sale));
        sum += oneByOne.add(gains(sale));
        assert.equal(oneByOne.outstanding, before);
      }
      assert.equal(amountToNumber(sum), expected);
    });

  it('a later loss of the year takes accrued tax back', () => {
    const tax = account();
    assert.equal(amountToNumber(tax.add(gains(['SHORT', 15, 1000]))), 150);
    assert.equal(amountToNumber(tax.add(gains(['SHORT', 15, -400]))), -60);
  });

  it('a year ends on 31 March: its tax stays, and its losses are not carried on', () => {
    const tax = account('2023-03-31');
    tax.add(gains(['SHORT', 15, 1000]));
    tax.enter('2023-04-03');
    assert.equal(amountToNumber(tax.add(gains(['SHORT', 15, -4000], ['LONG', 10, 100]))), 0);
    tax.enter('2024-03-28');
    assert.equal(amountToNumber(tax.accrued), 150);
    // A year without a sale has no line.
    tax.enter('2024-04-01');
    tax.enter('2025-04-01');
    tax.add(gains(['LONG', 12.5, 200]));
    assert.equal(amountToNumber(tax.accrued), 175);
    assert.deepEqual(
      tax.years.map(({ fy, short_term_gain, long_term_gain, tax: due }) => [
        fy,
        ...[short_term_gain, long_term_gain, due].map(amountToNumber),
      ]),
      [
        ['2022-23', 1000, 0, 150],
        ['2023-24', -4000, 100, 0],
        ['2025-26', 0, 200, 25],
      ],
    );
  });

  it('what is paid is no longer due, and a loss after the payment waits to be used up', () => {
    const tax = account();
    tax.add(gains(['SHORT', 15, 1000]));
    tax.pay(tax.outstanding);
    assert.deepEqual([tax.outstanding, amountToNumber(tax.paid)], [0n, 150]);
    tax.add(gains(['SHORT', 15, -400]));
    assert.equal(amountToNumber(tax.outstanding), -60);
    tax.enter('2025-05-02');
    tax.add(gains(['SHORT', 20, 1000]));
    assert.equal(amountToNumber(tax.outstanding), 140);
  });

  it('portfolio/Policy rules 11: tax is paid out of the cash there is, and the rest at the end of the next year', () => {
    const days = sessions('2023-03-01', '2023-03-31');
    const market = new PolicyMarket(panelOf(days, { ABC: days.map(() => 100) }));
    const ledger = new PolicyLedger(taxFacts(market, () => 0));
    ledger.tax.enter('2023-03-31');
    ledger.deposit(parseAmount('1000'));
    const shares = (quantity: number) => ({
      quantity: parseFixed(String(quantity)),
      price: parseFixed('10'),
    });
    ledger.buy(0, '2023-03-01', shares(95).quantity, shares(95).price, NOTHING_CHARGED);
    ledger.tax.add(gains(['SHORT', 15, 1000]));
    assert.equal(amountToNumber(ledger.payTax()), 50);
    assert.deepEqual([ledger.cash, amountToNumber(ledger.tax.outstanding)], [0n, 100]);
    assert.equal(ledger.payTax(), 0n);
    ledger.tax.enter('2024-03-28');
    ledger.sell({ security: 0, ...shares(20), charges: NOTHING_CHARGED }, '2024-03-28');
    assert.equal(amountToNumber(ledger.payTax()), 100);
    assert.deepEqual([amountToNumber(ledger.cash), ledger.tax.outstanding], [100, 0n]);
    // A credit is no money.
    ledger.tax.add(gains(['SHORT', 15, 100]));
    ledger.payTax();
    ledger.tax.add(gains(['SHORT', 15, -100]));
    assert.equal(ledger.payTax(), 0n);
  });

  describe('what a sale is taxed by', () => {
    const rules = new TaxRules();
    const rated: [Parameters<TaxRules['ruleOf']>, ['SHORT' | 'LONG', number]][] = [
      [
        ['LISTED_EQUITY', '2023-01-02', '2024-01-02'],
        ['SHORT', 15],
      ],
      [
        ['LISTED_EQUITY', '2023-01-02', '2024-01-03'],
        ['LONG', 10],
      ],
      [
        ['LISTED_EQUITY', '2024-01-02', '2024-07-22'],
        ['SHORT', 15],
      ],
      [
        ['LISTED_EQUITY', '2024-01-02', '2024-07-23'],
        ['SHORT', 20],
      ],
      [
        ['LISTED_EQUITY', '2023-01-02', '2024-07-23'],
        ['LONG', 12.5],
      ],
      // By the slab of the owner, which is not known: the highest.
      [
        ['DEBT_ETF', '2023-05-02', '2024-12-02'],
        ['SHORT', ASSUMED_SLAB_PCT],
      ],
      [
        ['OTHER_ETF', '2024-11-04', '2025-05-05'],
        ['SHORT', ASSUMED_SLAB_PCT],
      ],
      [
        [null, '2023-01-02', '2024-01-03'],
        ['SHORT', 0],
      ],
    ];
    for (const [asked, expected] of rated)
      it(`${asked.join(' ')}: ${expected.join(' ')} %`, () => {
        const { term, rate_pct } = rules.ruleOf(...asked);
        assert.deepEqual([term, rate_pct], expected);
      });
  });

  it('an account that is put away and taken up again goes on as if nothing had been', () => {
    const sale = fc.record({
      days: fc.integer({ min: 0, max: 200 }),
      term: fc.constantFrom('SHORT' as const, 'LONG' as const),
      rate_pct: fc.constantFrom(0, 10, 12.5, 15, 20, 30),
      gain: fc.bigInt({ min: -(10n ** 26n), max: 10n ** 26n }),
      pays: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(sale, { maxLength: 20 }), (sales) => {
        const kept = account('2021-01-04');
        let other = account('2021-01-04');
        let day = '2021-01-04';
        for (const { days, pays, ...gain } of sales) {
          day = addDays(day, days);
          other = new TaxAccount(structuredClone(other.state()));
          for (const tax of [kept, other]) {
            tax.enter(day);
            tax.add([gain]);
            if (pays && tax.outstanding > 0n) tax.pay(tax.outstanding);
          }
          assert.deepEqual(other.state(), kept.state());
          assert.deepEqual(other.years, kept.years);
          assert.equal(other.outstanding, kept.outstanding);
        }
        const before = structuredClone(kept.state());
        new TaxAccount(kept.state()).add(gains(['SHORT', 15, 7]));
        assert.deepEqual(kept.state(), before, 'its state is its own');
      }),
    );
  });
});

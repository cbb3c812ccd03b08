import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  grandfatheredCost,
  type LegalKind,
  legalKindOf,
  REGIMES,
  rulesFor,
  type Security,
  sharedExemption,
  taxGroupOf,
  yearlyExemption,
} from '../../../../core/finance/tax-law/index.ts';
import { addDays, addMonths } from '../../../../core/platform/dates.ts';
import { Decimal } from '../../../../core/platform/money.ts';
import { byWalking } from '../../../support/calendar-walk.ts';
import { sampled } from '../../../support/soak.ts';

const day = fc
  .integer({ min: 0, max: 12_000 })
  .map((days) => new Date(Date.UTC(2004, 9, 1 + days)).toISOString().slice(0, 10));

describe('the law of tax by date', () => {
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
      // Units of business trusts: 36 months until 22 July 2024, then 12 as for all that is listed.
      ['BUSINESS_TRUST', '2017-05-18', '2018-03-31', 'SHORT', 15, '111A'],
      ['BUSINESS_TRUST', '2021-07-22', '2024-07-22', 'SHORT', 15, '111A'],
      ['BUSINESS_TRUST', '2021-07-21', '2024-07-22', 'LONG', 10, '112A'],
      ['BUSINESS_TRUST', '2023-07-22', '2024-07-23', 'LONG', 12.5, '112A'],
      ['BUSINESS_TRUST', '2023-07-23', '2024-07-23', 'SHORT', 20, '111A'],
      ['BUSINESS_TRUST', '2025-03-31', '2026-04-01', 'LONG', 12.5, '198'],
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
      { numRuns: sampled(100, 20_000) },
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
    for (const isin of ['INE041025011', 'INE219X23014'])
      assert.deepEqual(
        kinds('Embassy Office Parks REIT, India Grid Trust', { asset_class: 'Indian Equity', isin }),
        ['BUSINESS_TRUST', 'EQUITY'],
      );
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

  /**
   * The law once more, from the words of the Acts and not from the table: term, rate and section of a sale since April 2018.
   * How long units were held is counted by walking over the calendar.
   */
  function inWords(kind: LegalKind, bought: string, sold: string): unknown[] {
    const isNewAct = sold >= '2026-04-01';
    const isNewRates = sold >= '2024-07-23';
    const isLongAfter = (months: number) => sold > byWalking(bought, months);
    const slab = ['SHORT', null, 'slab rates'];
    const flat = ['LONG', 12.5, isNewAct ? '197' : '112'];
    const isDebt = kind === 'DEBT_FUND' || kind === 'DEBT_ETF';
    const isOther = kind === 'OTHER_FUND' || kind === 'OTHER_ETF';
    if (kind === 'LISTED_EQUITY' || kind === 'BUSINESS_TRUST') {
      const months = kind === 'BUSINESS_TRUST' && !isNewRates ? 36 : 12;
      if (isLongAfter(months)) return ['LONG', isNewRates ? 12.5 : 10, isNewAct ? '198' : '112A'];
      return ['SHORT', isNewRates ? 20 : 15, isNewAct ? '196' : '111A'];
    }
    // Section 50AA, since 1 April 2023; from April 2025 on (its second wording) for debt alone.
    if (bought >= '2023-04-01' && (isDebt || (isOther && sold < '2025-04-01')))
      return ['SHORT', null, isNewAct ? '76' : '50AA'];
    const listed = kind === 'BOND' || (isNewRates && (kind === 'DEBT_ETF' || kind === 'OTHER_ETF'));
    const shares = kind === 'UNLISTED_SHARE' || kind === 'FOREIGN_SHARE';
    if (!isLongAfter(listed ? 12 : shares || isNewRates ? 24 : 36)) return slab;
    if (isNewRates) return flat;
    return ['LONG', kind === 'BOND' ? 10 : 20, '112'];
  }

  it('two ways: the table gives what the words of the law give, for every kind and any two days', () => {
    const kinds = [...new Set(REGIMES.flatMap((regime) => regime.kinds))];
    const edges = ['2018-04-01', '2023-04-01', '2024-07-23', '2025-04-01', '2026-04-01'];
    // Half of the days lie around those on which the law changed, or whole years from them.
    const near = fc
      .tuple(fc.constantFrom(...edges), fc.integer({ min: -2, max: 2 }), fc.constantFrom(0, 12, 24, 36))
      .map(([edge, off, months]) => addDays(addMonths(edge, -months), off));
    fc.assert(
      fc.property(fc.constantFrom(...kinds), fc.oneof(day, near), fc.oneof(day, near), (kind, one, other) => {
        const [bought = '', sold = ''] = [one, other].sort();
        fc.pre(sold >= '2018-04-01');
        const [rule] = rulesFor({ kind, currency: 'INR', bought, sold });
        assert.deepEqual(
          [rule?.term, rule?.taxed.rate_pct, rule?.taxed.section],
          inWords(kind, bought, sold),
          `${kind} ${bought} to ${sold}`,
        );
      }),
      { numRuns: sampled(120, 20_000) },
    );
  });

  it('the free amount of a year: none before April 2018, then 1,00,000, and 1,25,000 from 2024-25 on', () => {
    assert.deepEqual(
      ['2017-04-01', '2018-04-01', '2023-04-01', '2024-04-01', '2026-04-01'].map(yearlyExemption),
      [0, 100_000, 100_000, 125_000, 125_000],
    );
  });

  it('two ways: the free amount goes where it saves most, as trying every way of sharing it finds', () => {
    const gain = fc.record({
      rate_pct: fc.constantFrom(10, 12.5, 20),
      gain: fc.integer({ min: -4, max: 9 }),
    });
    const taxOf = (gains: { rate_pct: number; gain: number }[], used: number[]): number =>
      gains.reduce((sum, one, at) => sum + Math.max(one.gain - (used[at] ?? 0), 0) * one.rate_pct, 0);
    /** The least tax over all whole shares of what is free. */
    const least = (gains: { rate_pct: number; gain: number }[], free: number, given: number[] = []): number =>
      given.length === gains.length
        ? taxOf(gains, given)
        : Math.min(
            ...Array.from({ length: free + 1 }, (_, own) => least(gains, free - own, [...given, own])),
          );
    fc.assert(
      fc.property(
        fc.array(gain, { minLength: 1, maxLength: 3 }),
        fc.integer({ min: 0, max: 10 }),
        (gains, free) => {
          const exact = gains.map((one) => ({ ...one, gain: new Decimal(one.gain) }));
          const used = sharedExemption(exact, new Decimal(free)).map((one) => one?.toNumber() ?? Number.NaN);
          assert.equal(taxOf(gains, used), least(gains, free));
          assert.ok(used.every((own, at) => own >= 0 && own <= Math.max(gains[at]?.gain ?? 0, 0)));
          assert.ok(used.reduce((sum, own) => sum + own, 0) <= free);
        },
      ),
    );
  });

  it('of an unknown gain nobody knows what it leaves of the free amount', () => {
    const gains = [
      { rate_pct: 10, gain: new Decimal(5) },
      { rate_pct: 12.5, gain: null },
    ];
    assert.deepEqual(sharedExemption(gains, new Decimal(125_000)), [null, null]);
  });
});

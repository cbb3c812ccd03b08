import assert from 'node:assert/strict';
import fc from 'fast-check';
import { Decimal } from '../../../../core/platform/index.ts';
import { type DatedAmount, xirr } from '../../../../core/finance/returns/xirr.ts';
import { sampled } from '../../../support/soak.ts';

const flows = (...list: [date: string, amount: number][]): DatedAmount[] =>
  list.map(([date, amount]) => ({ date, amount }));
const day = (n: number): string => new Date(Date.UTC(2015, 0, 1 + n)).toISOString().slice(0, 10);

function assertRate(list: DatedAmount[], expected: number, tolerance = 1e-6): void {
  const { value, state, reason } = xirr(list);
  assert.deepEqual([state, reason], ['OK', null]);
  assert.ok(value !== null && Math.abs(value - expected) <= tolerance, `${value} is not ${expected}`);
}

describe('portfolio/Report rules 2: XIRR, Act/365 from the first flow, in percentage points', () => {
  it('agrees with the example of the XIRR function in the Excel manual', () => {
    // support.microsoft.com, "XIRR function": 0.373362535.
    assertRate(
      flows(
        ['2008-01-01', -10_000],
        ['2008-03-01', 2_750],
        ['2008-10-30', 4_250],
        ['2009-02-15', 3_250],
        ['2009-04-01', 2_750],
      ),
      37.3362535,
      1e-6,
    );
  });

  it('a year of 365 days is one period: 1000 grows to 1100 at 10 %', () => {
    assertRate(flows(['2010-01-01', -1000], ['2011-01-01', 1100]), 10, 1e-9);
    // 366 days in 2012: 1.1 ^ (365 / 366) − 1 = 9.97138 %.
    assertRate(flows(['2012-01-01', -1000], ['2013-01-01', 1100]), 100 * (1.1 ** (365 / 366) - 1), 1e-9);
  });

  it('what comes back is what went in: 0', () =>
    assertRate(flows(['2010-01-01', -1000], ['2012-05-05', 1000]), 0, 0));

  it('four quarterly payments, the usual shape of a plan', () => {
    // github.com/RayDeCampo/nodejs-xirr (MIT), test "spreadsheet": 0.121268.
    assertRate(
      flows(
        ['2010-01-01', -1000],
        ['2010-04-01', -1000],
        ['2010-07-01', -1000],
        ['2010-10-01', -1000],
        ['2011-01-01', 4300],
      ),
      12.1268,
      5e-5,
    );
  });

  it('finds a rate beside a total loss', () => {
    // 1000 becomes 1 in a year: −99.9 %. 1 becomes 0.000001: −99.9999 %.
    assertRate(flows(['2010-01-01', -1000], ['2011-01-01', 1]), -99.9, 1e-9);
    assertRate(flows(['2010-01-01', -1], ['2011-01-01', 0.000001]), -99.9999, 1e-9);
  });

  it('finds a rate for a few days, however large', () => {
    // +1 % in a day: 1.01^365 − 1 = 3678.3 %.
    assertRate(flows(['2024-01-01', -100], ['2024-01-02', 101]), 100 * (1.01 ** 365 - 1), 1e-6);
    assertRate(flows(['2024-01-01', -100], ['2024-01-03', 50]), 100 * (0.5 ** 182.5 - 1), 1e-9);
  });

  it('takes the flows of a day together and in any order, exact decimals too', () => {
    assertRate(
      [
        { date: '2011-01-01', amount: new Decimal('1100') },
        { date: '2010-01-01', amount: new Decimal('-2000') },
        { date: '2010-01-01', amount: 1000 },
      ],
      10,
      1e-9,
    );
  });

  it('finds every rate of a series with one change of sign, from −99.9 % to a thousandfold', () => {
    const payments = fc.array(
      fc.record({ at: fc.integer({ min: 0, max: 3000 }), paid: fc.integer({ min: 1, max: 1_000_000 }) }),
      { minLength: 1, maxLength: 30 },
    );
    const growth = fc.double({ min: Math.log(0.001), max: Math.log(1000), noNaN: true });
    fc.assert(
      fc.property(payments, growth, fc.integer({ min: 30, max: 1500 }), (list, u, after) => {
        const first = Math.min(...list.map(({ at }) => at));
        const last = Math.max(...list.map(({ at }) => at)) + after;
        const grown = list.reduce((sum, { at, paid }) => sum + paid * Math.exp((u * (last - at)) / 365), 0);
        const { value } = xirr([
          ...list.map(({ at, paid }) => ({ date: day(at - first), amount: -paid })),
          { date: day(last - first), amount: grown },
        ]);
        assert.ok(value !== null && Math.abs(Math.log1p(value / 100) - u) < 1e-9, `${value} for ${u}`);
      }),
      { numRuns: sampled(60, 10_000) },
    );
  });

  it('of several rates gives the one nearest to no return, the others beside it, and says so', () => {
    // −100 + 230 / (1 + r) − 132 / (1 + r)² = 0 at r = 10 % and 20 %.
    const answer = xirr(flows(['2010-01-01', -100], ['2011-01-01', 230], ['2012-01-01', -132]));
    assert.ok(answer.value !== null && Math.abs(answer.value - 10) < 1e-9, `${answer.value}`);
    assert.equal(answer.state, 'AMBIGUOUS');
    assert.match(answer.reason ?? '', /closest to 0%; 20\.00 % fits too\./);
    assert.equal(answer.others.length, 1);
    assert.ok(Math.abs((answer.others[0] ?? 0) - 20) < 1e-9);
  });

  it('portfolio/Report rules 2: a charge the day after a sale with a gain does not make a total loss of it', () => {
    // 1,000 paid, 1,500 received after 185 days, a charge of 20 one day later. With 1,500 for 1,000 in 185 days the rate is
    // 1.5 ^ (365 / 185) - 1 = 122.5 %, and the charge takes little: 1,480 for 1,000 would be 116.7 %. The other rate is the
    // one at which the 20 weigh as much as the 1,500: (20 / 1,500) ^ 365 - 1, which is -100 % to any digit.
    const answer = xirr(flows(['2025-01-01', -1000], ['2025-07-05', 1500], ['2025-07-06', -20]));
    assert.ok(answer.value !== null && answer.value > 116 && answer.value < 122.5, `${answer.value}`);
    assert.equal(answer.state, 'AMBIGUOUS');
    assert.deepEqual(
      answer.others.map((rate) => rate.toFixed(2)),
      ['-100.00'],
    );
    assert.match(answer.reason ?? '', /-100\.00 % fits too/);
  });

  it('near and far are measured in ln(1 + rate): +80 % is nearer to no return than -50 %', () => {
    // (1 - 1.8 / (1 + r)) (1 - 0.5 / (1 + r)) = 1 - 2.3 / (1 + r) + 0.9 / (1 + r)²; ln 1.8 = 0.588, ln 0.5 = -0.693.
    const { value, others } = xirr(flows(['2010-01-01', -100], ['2011-01-01', 230], ['2012-01-01', -90]));
    assert.ok(value !== null && Math.abs(value - 80) < 1e-9, `${value}`);
    assert.ok(Math.abs((others[0] ?? 0) + 50) < 1e-9, `${others.join()}`);
  });

  it('a rate below -99.99 % stands behind any other, however far that one is from no return', () => {
    // Roots at 1 + r = 1e-5 (ln -11.5) and 1e6 (ln 13.8): the first says that all is lost.
    const { value, others } = xirr(
      flows(['2010-01-01', -1], ['2011-01-01', 1e6 + 1e-5], ['2012-01-01', -10]),
    );
    assert.ok(value !== null && Math.abs(value / 1e8 - 1) < 1e-4, `${value}`);
    assert.equal(others.length, 1);
    assert.ok((others[0] ?? 0) < -99.99);
  });

  it('a rate at which the value touches zero and turns is one rate', () => {
    // −100 + 220 / (1 + r) − 121 / (1 + r)² = −100 · (1 − 1.1 / (1 + r))².
    assertRate(flows(['2010-01-01', -100], ['2011-01-01', 220], ['2012-01-01', -121]), 10, 1e-6);
  });

  it('dividends between purchases change the sign often and leave one rate', () => {
    // 1000 earns 8 % in 365 days, which is paid out and leaves 1000. A day later another 1000 is put in beside them.
    const secondYear = 1000 * 1.08 ** (1 / 365) + 1000;
    assertRate(
      flows(
        ['2010-01-01', -1000],
        ['2011-01-01', 80],
        ['2011-01-02', -1000],
        ['2012-01-02', secondYear * 1.08],
      ),
      8,
      1e-9,
    );
  });

  it('a first day whose large amounts cancel out is no flow', () => {
    // 0.1 + 0.2 − 0.3 leaves 5.6e-17 in doubles, which beside 1000 would be a root of its own near 1e19 %.
    assertRate(
      flows(
        ['2009-01-01', 0.1],
        ['2009-01-01', 0.2],
        ['2009-01-01', -0.3],
        ['2010-01-01', -1000],
        ['2011-01-01', 1100],
      ),
      10,
      1e-9,
    );
    // A naive sum of −1e12 − 0.1 + 1e12 is −0.09998; what is meant is −0.1, and 0.11 a year later is 10 %.
    assertRate(
      flows(['2010-01-01', -1e12], ['2010-01-01', -0.1], ['2010-01-01', 1e12], ['2011-01-01', 0.11]),
      10,
      1e-9,
    );
  });

  it('all lost is −100 %, once the last word is a worth of 0', () => {
    assertRate(flows(['2010-01-01', -5], ['2011-01-01', 0]), -100, 0);
    assertRate(flows(['2010-01-01', -5], ['2011-01-01', -5], ['2011-01-01', 0]), -100, 0);
  });

  const refusals: [string, DatedAmount[], RegExp][] = [
    ['no flows', [], /No money was invested/],
    ['only received', flows(['2010-01-01', 5], ['2011-01-01', 5]), /No money was invested/],
    ['only paid', flows(['2010-01-01', -5], ['2011-01-01', -5]), /Nothing was received/],
    [
      'paid again after a worth of 0',
      flows(['2010-01-01', -5], ['2011-01-01', 0], ['2012-01-01', -5]),
      /Nothing was received/,
    ],
    ['bought today and worth 0', flows(['2010-01-01', -5], ['2010-01-01', 0]), /Nothing was received/],
    ['one day, netted to a gain', flows(['2010-01-01', -5], ['2010-01-01', 6]), /on the same days/],
    // −100 + 100/(1+r) − 100/(1+r)² is below zero at every rate.
    [
      'no rate at all',
      flows(['2010-01-01', -100], ['2011-01-01', 100], ['2012-01-01', -100]),
      /No yearly rate/,
    ],
    // 10 ^ 365 is no double.
    ['tenfold in a day', flows(['2010-01-01', -1], ['2010-01-02', 10]), /too large to show/],
  ];
  for (const [name, list, reason] of refusals) {
    it(`refuses with a reason: ${name}`, () => {
      const answer = xirr(list);
      assert.deepEqual([answer.value, answer.state], [null, 'NONE']);
      assert.match(answer.reason ?? '', reason);
    });
  }

  it('throws on what is not a cash flow', () => {
    assert.throws(() => xirr(flows(['yesterday', 1], ['2010-01-01', -1])), RangeError);
    assert.throws(() => xirr(flows(['2010-01-01', -1], ['2011-01-01', Infinity])), RangeError);
    for (const date of [
      '2010-02-29',
      '2100-02-29',
      '2010-13-01',
      '2010-00-10',
      '2010-04-31',
      '2010-1-01',
      '20100101',
      '2010-01-00',
    ]) {
      assert.throws(() => xirr(flows([date, -1], ['2011-01-01', 1])), RangeError, date);
    }
  });
});

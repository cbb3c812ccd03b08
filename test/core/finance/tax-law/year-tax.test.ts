import assert from 'node:assert/strict';
import fc from 'fast-check';
import { type GainOfYear, type Term, yearTax } from '../../../../core/finance/tax-law/index.ts';
import { type Amount, AMOUNT_ONE, amountText, parseAmount } from '../../../../core/platform/fixed-point.ts';
import { Decimal } from '../../../../core/platform/money.ts';

const of = (term: Term, rate_pct: number, rupees: string): GainOfYear => ({
  term,
  rate_pct,
  gain: parseAmount(rupees),
});
const taxOf = (...gains: GainOfYear[]) => amountText(yearTax(gains).tax);

const RATES = [0, 10, 12.5, 15, 20, 30];
const small: fc.Arbitrary<GainOfYear> = fc.record({
  term: fc.constantFrom<Term>('SHORT', 'LONG'),
  rate_pct: fc.constantFrom(...RATES),
  gain: fc.integer({ min: -4, max: 4 }).map((rupees) => BigInt(rupees) * AMOUNT_ONE),
});
const any: fc.Arbitrary<GainOfYear> = fc.record({
  term: fc.constantFrom<Term>('SHORT', 'LONG'),
  rate_pct: fc.constantFrom(...RATES),
  gain: fc.bigInt({ min: -(10n ** 26n), max: 10n ** 26n }),
});

/**
 * The least tax that any way of offsetting leaves, rupee by rupee: each rupee of loss is tried against each gain that it may
 * offset, and against none.
 */
function leastTax(gains: readonly GainOfYear[]): Decimal {
  const taxable = gains.filter(({ gain, rate_pct }) => gain > 0n && rate_pct > 0);
  const left = taxable.map(({ gain }) => Number(gain / AMOUNT_ONE));
  const rupees = gains
    .filter(({ gain, rate_pct }) => gain < 0n && rate_pct > 0)
    .flatMap(({ gain, term }) => Array.from({ length: Number(-gain / AMOUNT_ONE) }, () => term));
  const seen = new Map<string, number>();
  const least = (at: number): number => {
    const key = `${at} ${left.join()}`;
    const known = seen.get(key);
    if (known !== undefined) return known;
    const term = rupees[at];
    let best = taxable.reduce((sum, { rate_pct }, nr) => sum + (left[nr] ?? 0) * rate_pct, 0);
    if (term !== undefined) {
      best = least(at + 1);
      for (const [nr, gain] of taxable.entries()) {
        if ((left[nr] ?? 0) === 0 || (term === 'LONG' && gain.term === 'SHORT')) continue;
        left[nr] = (left[nr] ?? 0) - 1;
        best = Math.min(best, least(at + 1));
        left[nr] = (left[nr] ?? 0) + 1;
      }
    }
    seen.set(key, best);
    return best;
  };
  return new Decimal(least(0)).div(100).toDecimalPlaces(2, Decimal.ROUND_HALF_UP);
}

describe('tax on the gains of a financial year', () => {
  it('by hand', () => {
    // Gains alone: 15 % of 1,000 and 10 % of 2,000.
    assert.equal(taxOf(of('SHORT', 15, '1000'), of('LONG', 10, '2000')), '350');
    // A short-term loss of 1,500 goes to the 1,000 at 15 % first, then to 500 of the 2,000: 10 % of 1,500.
    const gains = [of('SHORT', 15, '1000'), of('LONG', 10, '2000')];
    assert.equal(taxOf(...gains, of('SHORT', 15, '-1500')), '150');
    // A long-term loss of 3,000 offsets the 2,000 alone; its other 1,000 is lost: 15 % of 1,000.
    assert.equal(taxOf(...gains, of('LONG', 10, '-3000')), '150');
    // The year 2024-25, with 15 and 20 %, 10 and 12.5 %: the short-term loss of 700 takes the 500 at 20 % and 200 of the 400
    // at 15 %, the long-term loss of 100 the 300 at 12.5 %: 30 + 10 + 25.
    const mixed = [
      of('SHORT', 15, '400'),
      of('SHORT', 20, '500'),
      of('LONG', 10, '100'),
      of('LONG', 12.5, '300'),
      of('SHORT', 15, '-700'),
      of('LONG', 10, '-100'),
    ];
    assert.equal(taxOf(...mixed), '65');
    const { short_term_gain, long_term_gain } = yearTax(mixed);
    assert.deepEqual([short_term_gain, long_term_gain].map(amountText), ['200', '300']);
  });

  it('a long-term loss is used before a short-term one, or it would be lost', () => {
    // Were the short-term loss first, it would take the 100 at 20 %, and the 100 at 15 % would be taxed.
    const gains = [
      of('LONG', 20, '100'),
      of('SHORT', 15, '100'),
      of('SHORT', 15, '-100'),
      of('LONG', 20, '-100'),
    ];
    assert.equal(taxOf(...gains), '0');
  });

  it('a year of losses, and a year of nothing, has no tax', () => {
    const { tax, short_term_gain, long_term_gain } = yearTax([of('SHORT', 20, '-5'), of('LONG', 12.5, '-7')]);
    assert.deepEqual([tax, short_term_gain, long_term_gain].map(amountText), ['0', '-5', '-7']);
    assert.deepEqual(yearTax([]), { short_term_gain: 0n, long_term_gain: 0n, tax: 0n });
  });

  it('a loss of shares whose gains were exempt offsets nothing', () => {
    // Until March 2018 long-term gains of shares were exempt, and so were their losses.
    assert.equal(taxOf(of('LONG', 0, '-1000'), of('LONG', 20, '1000')), '200');
    assert.equal(taxOf(of('LONG', 0, '1000')), '0');
  });

  it('rounds half up to the paisa, once for the whole year', () => {
    // 12.5 % of 0.04 is 0.005; of 0.039 it is 0.004875; twice the latter is 0.00975.
    assert.equal(taxOf(of('LONG', 12.5, '0.04')), '0.01');
    assert.equal(taxOf(of('LONG', 12.5, '0.039')), '0');
    assert.equal(taxOf(of('LONG', 12.5, '0.039'), of('LONG', 12.5, '0.039')), '0.01');
  });

  it('is the least that any way of offsetting leaves', () => {
    fc.assert(
      fc.property(fc.array(small, { maxLength: 6 }), (gains) => {
        assert.equal(amountText(yearTax(gains).tax), leastTax(gains).toFixed());
      }),
      { numRuns: 200 },
    );
  });

  it('is never below 0, nor above the gains at their rates, and in no order another', () => {
    fc.assert(
      fc.property(fc.array(any, { maxLength: 12 }), fc.infiniteStream(fc.nat()), (gains, order) => {
        const { tax, short_term_gain, long_term_gain } = yearTax(gains);
        const most = gains.reduce(
          (sum, { gain, rate_pct }) => sum + (gain > 0n ? gain * BigInt(rate_pct * 10) : 0n),
          0n,
        );
        const half = AMOUNT_ONE / 200n;
        assert.ok(tax >= 0n && (tax - half) * 1000n <= most);
        const sumOf = (wanted: Term): Amount =>
          gains.reduce((sum, { term, gain }) => (term === wanted ? sum + gain : sum), 0n);
        assert.deepEqual([short_term_gain, long_term_gain], [sumOf('SHORT'), sumOf('LONG')]);
        const shuffled = gains
          .map((gain) => ({ gain, place: order.next().value ?? 0 }))
          .sort((a, b) => a.place - b.place)
          .map(({ gain }) => gain);
        assert.deepEqual(yearTax(shuffled), yearTax(gains));
      }),
    );
  });

  it('another loss never raises it, another gain never lowers it', () => {
    fc.assert(
      fc.property(fc.array(any, { maxLength: 12 }), any, (gains, more) => {
        const [before, after] = [yearTax(gains).tax, yearTax([...gains, more]).tax];
        assert.ok(more.gain < 0n ? after <= before : after >= before);
      }),
    );
  });

  it('what is no rate is refused', () => {
    for (const rate of [-1, Number.NaN, Number.POSITIVE_INFINITY])
      assert.throws(() => yearTax([of('SHORT', rate, '1')]), RangeError);
  });
});

import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Fact } from '../../../../core/research/index.ts';
import { createNumberCheck } from '../../../../core/research/checks/index.ts';
import { Decimal } from '../../../../core/platform/index.ts';
import { AS_OF, FACTS } from './corpus/index.ts';

const base: Fact = FACTS['in.rev26'];
const fact = (given: Partial<Fact>): Fact => ({ ...base, ...given });

/** Ways to print an amount, with what its last figure is worth before decimals. */
const STYLES = [
  { unit: 'INR', metric: 'revenue', scale: '1e7', print: (text: string) => `Revenue was ₹${text} crore.` },
  { unit: 'INR', metric: 'revenue', scale: '1e5', print: (text: string) => `Revenue was Rs. ${text} lakh.` },
  { unit: 'USD', metric: 'revenue', scale: '1e6', print: (text: string) => `Revenue was $${text} million.` },
  { unit: 'USD', metric: 'revenue', scale: '1e9', print: (text: string) => `Revenue came to US$${text}bn.` },
  {
    unit: 'pct',
    metric: 'net_margin_pct',
    scale: '1',
    print: (text: string) => `The net margin was ${text}%.`,
  },
  {
    unit: 'pct',
    metric: 'revenue_growth_pct',
    scale: '1',
    print: (text: string) => `Revenue grew ${text} per cent.`,
  },
  {
    unit: 'ratio',
    metric: 'pe_ttm',
    scale: '1',
    print: (text: string) => `It trades at ${text} times earnings.`,
  },
  {
    unit: 'INR/share',
    metric: 'close',
    scale: '1',
    print: (text: string) => `The share closed at ₹${text}.`,
  },
] as const;

/** Western or Indian grouping of the whole part. */
function grouped(text: string, isIndian: boolean): string {
  const [whole = '', part] = text.split('.');
  const groups = isIndian ? /\B(?=(?:\d{2})*\d{3}$)/g : /\B(?=(?:\d{3})+$)/g;
  return part === undefined ? whole.replace(groups, ',') : `${whole.replace(groups, ',')}.${part}`;
}

const printed = fc.record({
  style: fc.constantFrom(...STYLES),
  digits: fc.integer({ min: 3, max: 99_999_999 }),
  decimals: fc.integer({ min: 0, max: 3 }),
  isIndian: fc.boolean(),
  isGrouped: fc.boolean(),
  /** Where the fact lies, in units of the last printed digit: within half of one it is what is printed. */
  off: fc.double({ min: -3, max: 3, noNaN: true }),
});

describe('decisions/Publication V2: rounding, by a second way', () => {
  it('decisions/Publication V2: a number is supported where the fact, rounded to its digits, is what is printed, and nowhere else', () => {
    fc.assert(
      fc.property(printed, ({ style, digits, decimals, isIndian, isGrouped, off }) => {
        // On the very edge both roundings are right.
        fc.pre(Math.abs(Math.abs(off) - 0.5) > 1e-6);
        const shown = new Decimal(digits).div(new Decimal(10).pow(decimals));
        const value = new Decimal(digits).plus(off).div(new Decimal(10).pow(decimals)).times(style.scale);
        fc.pre(value.gt(0));
        // A bare year is no figure.
        const text = shown.toFixed(decimals);
        const check = createNumberCheck(
          [
            fact({
              unit: style.unit,
              metric: style.metric,
              value: value.toFixed(),
              period: { key: 'LATEST', start: null, end: '2026-09-30' },
            }),
          ],
          AS_OF,
        );
        const [found, ...others] = check(style.print(isGrouped ? grouped(text, isIndian) : text));
        const isRight = value.div(style.scale).toDecimalPlaces(decimals, Decimal.ROUND_HALF_UP).eq(shown);
        assert.deepEqual(others, []);
        assert.equal(found?.status, isRight ? 'SUPPORTED' : 'UNSUPPORTED');
      }),
      { numRuns: 2000 },
    );
  });

  it('decisions/Publication V2: a number of another scale, currency or kind is never supported by it', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...STYLES),
        fc.constantFrom(...STYLES),
        fc.integer({ min: 101, max: 899 }),
        (one, other, digits) => {
          const value = new Decimal(digits).times(one.scale).toFixed();
          const check = createNumberCheck([fact({ unit: one.unit, metric: one.metric, value })], AS_OF);
          const isSame = one.unit === other.unit && one.scale === other.scale && one.metric === other.metric;
          const [found] = check(other.print(String(digits)));
          // An amount without a scale may be of a share or of the whole: ₹246.
          fc.pre(isSame || one.unit !== other.unit || one.scale !== other.scale);
          assert.equal(found?.status, isSame ? 'SUPPORTED' : 'UNSUPPORTED');
        },
      ),
    );
  });

  it('decisions/Publication V2: any text is read, in bounded time, and what is told stands in it', () => {
    const bits = fc.constantFrom(
      '₹',
      '5',
      '12,34,567',
      '.',
      '-',
      '(',
      ')',
      '%',
      ' crore',
      ' to ',
      ' and ',
      'FY26',
      'Q4',
      ' fell ',
      'by ',
      'half',
      ' of ',
      '\n',
      '\ue000',
      '\u0000',
      '🙂',
      'twenty ',
      '/',
      ':',
      '2026-13-45',
      'a',
      '$',
    );
    fc.assert(
      fc.property(
        fc.array(bits, { maxLength: 120 }).map((parts) => parts.join('')),
        (text) => {
          for (const { printed: shown, at } of createNumberCheck([base], AS_OF)(text))
            assert.equal(text.slice(at, at + shown.length), shown);
        },
      ),
      { numRuns: 500 },
    );
    for (const long of ['5% ', '-5', '1,', 'Q4 ', 'fell by ', '(', 'twenty ', 'A1', ' '])
      createNumberCheck([base], AS_OF)(long.repeat(20_000 / long.length));
  });
});

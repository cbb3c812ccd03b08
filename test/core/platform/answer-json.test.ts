import assert from 'node:assert/strict';
import fc from 'fast-check';
import { answerJson, Decimal } from '../../../core/platform/index.ts';

/** The same, value by value: slow, and without a look at the text. */
function slowly(value: unknown): unknown {
  if (typeof value === 'number') {
    const isSmall = Math.abs(value) < 1e11 && Number.isFinite(value);
    return isSmall && !Number.isInteger(value) ? Number(value.toPrecision(15)) : value;
  }
  if (Array.isArray(value)) return value.map(slowly);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, slowly(one)]));
}

const digitsOf = (text: string): number =>
  text.replace(/e.*$/, '').replace(/[-.]/g, '').replace(/^0+/, '').length;

/** A decimal of at most 10 places and 15 significant digits, as its text. */
const exact = fc
  .tuple(fc.bigInt({ min: -(10n ** 15n) + 1n, max: 10n ** 15n - 1n }), fc.integer({ min: 0, max: 10 }))
  .map(([whole, places]) => new Decimal(whole.toString()).div(new Decimal(10).pow(places)).toFixed());

describe('core/platform/answer-json', () => {
  it('HTTP conventions: figures without the tails of double arithmetic', () => {
    const figures: [number, string][] = [
      [0.1 + 0.2, '0.3'],
      [Number('1234.5600000000001'), '1234.56'],
      [-459.99999999999994, '-460'],
      [0.1 + 0.7, '0.8'],
      [100 / 3, '33.3333333333333'],
      [Number('1.2345678901234567e-9'), '1.23456789012346e-9'],
      [0.3, '0.3'],
      // money near the bound, whose tenth would be cut off
      [999_999_999_999_999.9, '999999999999999.9'],
      [123_456_789_012.3456, '123456789012.3456'],
      [9_007_199_254_740_991, '9007199254740991'],
      [1.25e25, '1.25e+25'],
      [1.0000000000000003e25, '1.0000000000000003e+25'],
    ];
    for (const [value, text] of figures) {
      assert.equal(answerJson({ value }), `{"value":${text}}`);
      assert.equal(
        answerJson({ values: [value, null, value], next: 1 }),
        `{"values":[${text},null,${text}],"next":1}`,
      );
    }
  });

  it('HTTP conventions: a decimal of 10 places and 15 digits leaves as it is', () => {
    fc.assert(
      fc.property(exact, fc.array(exact, { maxLength: 3 }), (text, others) => {
        const sent = answerJson({ amount: Number(text), others: others.map(Number) });
        const back = JSON.parse(sent) as { amount: number; others: number[] };
        assert.ok(new Decimal(back.amount).eq(text), `${text} became ${back.amount}`);
        assert.deepEqual(back.others, others.map(Number));
      }),
      { numRuns: 1000 },
    );
  });

  it('HTTP conventions: sums and products of money have no tail, whatever they stand beside', () => {
    const cents = fc.integer({ min: 0, max: 1_000_000_000 }).map((value) => value / 100);
    fc.assert(
      fc.property(cents, cents, fc.integer({ min: 1, max: 1000 }), (one, other, parts) => {
        const sent = answerJson({
          sum: one + other,
          product: one * 1.1,
          part: other / parts,
          list: [one * 3.3],
        });
        for (const [figure] of sent.matchAll(/-?\d[\d.]*(?:e[-+]?\d+)?/g))
          assert.ok(digitsOf(figure) <= 15, `${figure} in ${sent}`);
        assert.equal((JSON.parse(sent) as { sum: number }).sum, new Decimal(one).add(other).toNumber());
      }),
      { numRuns: 1000 },
    );
  });

  it('HTTP conventions: it is the same as value by value, and no text is touched', () => {
    const tail = fc.constantFrom(
      '0.30000000000000004',
      '":0.30000000000000004,',
      '\\":0.30000000000000004}',
      '":[0.30000000000000004,0.30000000000000004]',
      '\\',
      '"',
      '[1.2345678901234567,',
    );
    const words = fc.oneof(
      tail,
      fc.string(),
      fc.array(tail, { maxLength: 3 }).map((parts) => parts.join('')),
    );
    const figure = fc.oneof(
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      exact.map(Number),
      fc.integer(),
    );
    const { view } = fc.letrec((tie) => ({
      view: fc.dictionary(
        fc.stringMatching(/^[a-z_]{1,8}$/),
        fc.oneof(
          { maxDepth: 3 },
          figure,
          words,
          fc.constant(null),
          fc.boolean(),
          fc.array(fc.oneof(figure, fc.constant(null)), { maxLength: 4 }),
          fc.array(words, { maxLength: 3 }),
          fc.array(tie('view'), { maxLength: 3 }),
          tie('view'),
        ),
        { maxKeys: 5 },
      ),
    }));
    fc.assert(
      fc.property(view, (value) => {
        const plain = JSON.parse(JSON.stringify(value)) as unknown;
        assert.deepEqual(JSON.parse(answerJson(value)), JSON.parse(JSON.stringify(slowly(plain))));
      }),
      { numRuns: 500 },
    );
  });
});

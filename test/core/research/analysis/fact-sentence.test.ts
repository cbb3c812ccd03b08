import assert from 'node:assert/strict';
import fc from 'fast-check';
import { factSentence } from '../../../../core/research/analysis/index.ts';
import { type Fact, METRICS, type MetricId } from '../../../../core/research/index.ts';
import { createNumberCheck } from '../../../../core/research/checks/index.ts';
import { AS_OF, FACTS } from '../checks/corpus/index.ts';

const wrongIn = (fact: Fact) =>
  createNumberCheck([fact], AS_OF)(factSentence(fact)).filter(({ status }) => status === 'UNSUPPORTED');

describe('a fact as a sentence', () => {
  it('decisions/The nineteen stages: it says what, when and how much', () => {
    assert.equal(factSentence(FACTS['in.rev26']), 'Revenue from operations in FY2026: ₹1,119.6 crore.');
    assert.equal(factSentence(FACTS['in.rev26q4']), 'Revenue from operations in Q4 FY2026: ₹317.4 crore.');
    assert.equal(factSentence(FACTS['in.close']), 'Closing price on 30 Sep 2026: ₹246.95 a share.');
    assert.equal(factSentence(FACTS['in.cagr']), 'Growth of revenue a year from FY2022 to FY2026: 16.88%.');
    assert.equal(
      factSentence(FACTS['in.guide']),
      'Revenue growth that the company expects in FY2027: 14% to 16%.',
    );
  });

  it('decisions/Publication V2: no sentence of a fact prints a number that the fact does not have', () => {
    for (const [key, fact] of Object.entries(FACTS))
      assert.deepEqual(wrongIn(fact), [], `${key}: ${factSentence(fact)}`);
  });

  it('decisions/Publication V2: whatever the metric and its value are', () => {
    const units = {
      MONEY: 'INR',
      MONEY_PER_SHARE: 'INR/share',
      SHARES: 'shares',
      PERCENT: 'pct',
      RATIO: 'ratio',
      COUNT: 'count',
    };
    const metrics = Object.keys(METRICS) as MetricId[];
    fc.assert(
      fc.property(
        fc.constantFrom(...metrics),
        fc.integer({ min: -9_999_999, max: 9_999_999 }).filter((one) => one !== 0),
        fc.integer({ min: 0, max: 4 }),
        (metric, digits, places) => {
          const { unit, kind } = METRICS[metric];
          const value = unit === 'MONEY' ? `${digits}000` : (digits / 10 ** places).toString();
          fc.pre(/^-?\d+(\.\d+)?$/.test(value));
          const key = kind === 'FLOW' ? 'FY2026' : '2026-03-31';
          const fact: Fact = {
            ...FACTS['in.rev26'],
            metric,
            unit: units[unit],
            value: unit === 'SHARES' ? value.replace(/\..*/, '') : value,
            period: { key, start: kind === 'FLOW' ? '2025-04-01' : null, end: '2026-03-31' },
          };
          fc.pre(Number(fact.value) !== 0);
          assert.deepEqual(wrongIn(fact), [], factSentence(fact));
        },
      ),
      { numRuns: 1500 },
    );
  });
});

import assert from 'node:assert/strict';
import type { Authority, MetricId } from '../../../../core/research/index.ts';
import { packetOf, said } from '../../../support/evidence-packets.ts';
import { built } from './ledger-under-test.ts';

const DAY = '2025-09-12';
const told = (authority: Authority, ratios: Partial<Record<MetricId, string>>, source: string, day = DAY) =>
  packetOf(
    authority,
    Object.entries(ratios).map(([metric, ratio]) =>
      said(metric as MetricId, ratio, day, { scope: 'company' }),
    ),
    { source_id: source, families: ['corporate_actions'] },
  );
/** A split from ₹10 to ₹2 is five for one; a bonus of 1:1 makes two of one. */
const nse = told('REGULATOR', { split_ratio: '5', bonus_ratio: '2' }, 'exchange_actions:NSE');
const yahoo = (ratio: string, day = DAY) => told('AGGREGATOR', { split_ratio: ratio }, 'yahoo:chart', day);

function ratios(...packets: Parameters<typeof built>[0]) {
  const { facts, conflicts } = built(packets);
  return {
    facts: facts
      .filter(({ metric }) => metric === 'split_ratio' || metric === 'bonus_ratio')
      .map(({ metric, period, value, authority }) => `${metric} ${period.key} ${value} ${authority}`),
    conflicts: conflicts.map(({ metric, candidates }) => [metric, ...candidates.map((one) => one.value)]),
    notes: facts.flatMap((one) => one.notes).join(' '),
  };
}

describe('research/Publication payloads: an aggregator’s split counts the bonus of its day in', () => {
  const listed = [`bonus_ratio ${DAY} 2 REGULATOR`, `split_ratio ${DAY} 5 REGULATOR`];

  it('ten for one is a split of five and a bonus of two: no conflict, and the facts say so', () => {
    for (const packets of [
      [nse, yahoo('10')],
      [yahoo('10'), nse],
    ]) {
      const { facts, conflicts, notes } = ratios(...packets);
      assert.deepEqual(facts, listed);
      assert.deepEqual(conflicts, []);
      assert.match(
        notes,
        /yahoo:chart includes the bonus of the same day in its split of 10\. The exchange lists 5 × 2.*, which is the same/,
      );
    }
  });

  it('another product is a conflict of the split, and both are kept', () => {
    const { facts, conflicts, notes } = ratios(nse, yahoo('8'));
    assert.deepEqual(facts, listed);
    assert.deepEqual(conflicts, [['split_ratio', '5', '8']]);
    assert.match(notes, /split of 8\. The exchange lists 5 × 2, which is 10/);
    // One that leaves the bonus out says the same as the exchange.
    const alone = ratios(nse, yahoo('5'));
    assert.deepEqual([alone.conflicts, alone.notes], [[], '']);
  });

  it('of a bonus alone no split is made up; a ratio that differs is a conflict of the bonus', () => {
    const bonus = told('REGULATOR', { bonus_ratio: '2' }, 'exchange_actions:NSE');
    assert.deepEqual(ratios(bonus, yahoo('2')).facts, [`bonus_ratio ${DAY} 2 REGULATOR`]);
    const other = ratios(bonus, yahoo('3'));
    assert.deepEqual(other.facts, [`bonus_ratio ${DAY} 2 REGULATOR`]);
    assert.deepEqual(other.conflicts, [['bonus_ratio', '2', '3']]);
  });

  it('a split alone, another day, two exchanges and an unlisted bonus are compared as before', () => {
    const split = told('REGULATOR', { split_ratio: '5' }, 'exchange_actions:NSE');
    assert.deepEqual(ratios(split, yahoo('5')).conflicts, []);
    assert.deepEqual(ratios(split, yahoo('10')).conflicts, [['split_ratio', '5', '10']]);
    assert.deepEqual(ratios(nse, yahoo('10', '2024-01-05')).facts, [
      `bonus_ratio ${DAY} 2 REGULATOR`,
      'split_ratio 2024-01-05 10 AGGREGATOR',
      `split_ratio ${DAY} 5 REGULATOR`,
    ]);
    const bse = told('REGULATOR', { split_ratio: '5', bonus_ratio: '2' }, 'exchange_actions:BSE');
    assert.deepEqual(ratios(nse, bse, yahoo('10')).conflicts, []);
    // The exchanges disagree on the bonus: that is the conflict, and no product is made of it.
    const wrong = told('REGULATOR', { bonus_ratio: '3' }, 'exchange_actions:BSE');
    assert.ok(ratios(nse, wrong, yahoo('10')).conflicts.some(([metric]) => metric === 'bonus_ratio'));
    assert.deepEqual(ratios(yahoo('10')).facts, [`split_ratio ${DAY} 10 AGGREGATOR`]);
  });
});

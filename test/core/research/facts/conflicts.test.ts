import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  type Authority,
  AUTHORITIES,
  buildLedger,
  type BuiltLedger,
  type EvidencePacket,
} from '../../../../core/research/index.ts';
import { indian, KAVFLOW, packetOf, said } from '../../../support/evidence-packets.ts';

const as_of = '2026-09-30T18:00:00.000Z';
const run = (packets: readonly EvidencePacket[]): BuiltLedger =>
  buildLedger({ subject: KAVFLOW, packets, as_of, mode: 'CURRENT' });
const revenue = (
  authority: Authority,
  value: string,
  published_at: string | null,
  decimals: number | null = null,
) => packetOf(authority, [said('revenue', value, indian('FY2026'), { decimals })], { published_at });
const outcome = (packets: readonly EvidencePacket[]) => {
  const { facts, conflicts } = run(packets);
  const fact = facts.find(({ fact_id }) => fact_id === 'revenue.consolidated.fy2026');
  return [fact?.value, conflicts[0]?.rule ?? null, conflicts[0]?.candidates.length ?? 1];
};

describe('research/Publication payloads: source conflicts are kept', () => {
  it('higher authority, then the latest revision, then the first seen', () => {
    const [early, late] = ['2026-05-01T00:00:00Z', '2026-07-01T00:00:00Z'];
    assert.deepEqual(outcome([revenue('AGGREGATOR', '90', late), revenue('FILING', '100', early)]), [
      '100',
      'HIGHER_AUTHORITY',
      2,
    ]);
    assert.deepEqual(outcome([revenue('FILING', '100', early), revenue('FILING', '90', late)]), [
      '90',
      'LATEST_REVISION',
      2,
    ]);
    assert.deepEqual(outcome([revenue('FILING', '90', late), revenue('FILING', '100', early)]), [
      '90',
      'LATEST_REVISION',
      2,
    ]);
    const same = [
      packetOf('FILING', [said('revenue', '100', indian('FY2026'))], { source_id: 'a', published_at: early }),
      packetOf('FILING', [said('revenue', '90', indian('FY2026'))], { source_id: 'b', published_at: early }),
    ];
    assert.deepEqual(outcome(same), ['100', 'FIRST_SEEN', 2]);
    // An instant is later by its time and not by its text.
    assert.deepEqual(
      outcome([
        revenue('FILING', '100', '2026-07-01T01:00:00+05:30'),
        revenue('FILING', '90', '2026-06-30T20:00:00Z'),
      ]),
      ['90', 'LATEST_REVISION', 2],
    );
  });

  it('what is stated stands over what is derived, however late that was known', () => {
    const { conflicts } = run([
      packetOf(
        'FILING',
        [
          said('revenue', '456', indian('FY2026H1')),
          said('revenue', '221', indian('FY2026Q1')),
          said('revenue', '233', indian('FY2026Q2')),
        ],
        { published_at: '2025-11-05T10:00:00Z' },
      ),
      packetOf(
        'FILING',
        [said('revenue', '696', indian('FY2026M9')), said('revenue', '242', indian('FY2026Q3'))],
        { published_at: '2026-02-05T10:00:00Z' },
      ),
    ]);
    assert.deepEqual(
      conflicts.map(({ fact_id, rule, candidates, chosen }) => [
        fact_id,
        rule,
        candidates.map(({ value }) => value),
        chosen,
      ]),
      [['revenue.consolidated.fy2026h1', 'REPORTED_OVER_DERIVED', ['456', '454'], 0]],
    );
    assert.match(conflicts[0]?.note ?? '', /first quarter \+ second quarter/);
  });

  it('a fourth quarter that contradicts the year and its nine months is a conflict of the quarter', () => {
    const { conflicts } = run([
      packetOf('FILING', [
        said('revenue', '1000', indian('FY2026')),
        said('revenue', '700', indian('FY2026M9')),
        said('revenue', '310', indian('FY2026Q4')),
      ]),
    ]);
    assert.deepEqual(
      conflicts.map(({ fact_id, candidates }) => [fact_id, candidates.map(({ value }) => value)]),
      [['revenue.consolidated.fy2026q4', ['310', '300']]],
    );
  });

  it('parts that are rounded add up within their rounding', () => {
    const lakhs = (value: string, key: string) => said('revenue', value, indian(key), { decimals: -5 });
    const { conflicts } = run([
      packetOf('FILING', [
        lakhs('4540100000', 'FY2026H1'),
        lakhs('2210000000', 'FY2026Q1'),
        lakhs('2330000000', 'FY2026Q2'),
      ]),
    ]);
    assert.deepEqual(conflicts, []);
  });

  it('figures that are one, rounded to different places, are no conflict: the more exact one is taken', () => {
    const [early, late] = ['2026-05-01T00:00:00Z', '2026-07-01T00:00:00Z'];
    for (const [one, other] of [
      ['1402300000', '1402311000'],
      ['141613000', '141613196'],
      ['1000000000', '1000000000.25'],
    ] as const) {
      assert.deepEqual(outcome([revenue('FILING', one, late), revenue('FILING', other, early)]), [
        other,
        null,
        1,
      ]);
    }
    // Without four digits that are exact, zeros are no rounding: 950.0 and 946.2 crore differ.
    assert.deepEqual(
      outcome([revenue('FILING', '9500000000', early), revenue('FILING', '9462000000', late)]),
      ['9462000000', 'LATEST_REVISION', 2],
    );
    // Where the source says how exact it is, it does.
    assert.deepEqual(
      outcome([revenue('FILING', '9500000000', late, -8), revenue('FILING', '9462000000', early, -5)]),
      ['9462000000', null, 1],
    );
    assert.deepEqual(
      outcome([revenue('FILING', '9500000000', late, -5), revenue('FILING', '9462000000', early, -5)]),
      ['9500000000', 'LATEST_REVISION', 2],
    );
    assert.equal(
      outcome([revenue('FILING', '-1300000000', early), revenue('FILING', '1300000000', late)])[1],
      'LATEST_REVISION',
    );
    // The more exact one of an aggregator does not replace the filing’s.
    assert.deepEqual(
      outcome([revenue('FILING', '1402300000', early), revenue('AGGREGATOR', '1402311000', late)]),
      ['1402300000', null, 1],
    );
  });

  it('figures in two currencies are never taken for one', () => {
    const { conflicts } = run([
      revenue('FILING', '100', '2026-05-01T00:00:00Z'),
      packetOf('AGGREGATOR', [said('revenue', '100', indian('FY2026'), { unit: 'USD' })]),
    ]);
    assert.deepEqual(
      conflicts.map(({ note, rule }) => [note, rule]),
      [['One is in INR, the other in USD, and Munim converts neither.', 'HIGHER_AUTHORITY']],
    );
  });

  it('figures a share on other shares are told in a note, and are no conflict', () => {
    const eps = (value: string, share_basis: string | null, published_at: string) =>
      packetOf('FILING', [said('eps_diluted', value, indian('FY2026'), { share_basis })], { published_at });
    const { facts, conflicts } = run([
      eps('3.09', null, '2025-03-28T00:00:00Z'),
      eps('1.02', '2025-06-16', '2026-03-26T00:00:00Z'),
    ]);
    assert.deepEqual(conflicts, []);
    assert.deepEqual(
      facts.map(({ value }) => value),
      ['1.02'],
    );
    assert.match(facts[0]?.notes.join() ?? '', /3\.09/);
  });

  it('every candidate is in the conflict, and the strongest stands, whatever the order', () => {
    const authority = fc.constantFrom<Authority>(...AUTHORITIES);
    const candidates = fc.uniqueArray(
      fc.record({
        authority,
        value: fc.integer({ min: 1000, max: 9999 }),
        day: fc.integer({ min: 10, max: 28 }),
      }),
      { minLength: 1, maxLength: 6, selector: ({ value }) => value },
    );
    fc.assert(
      fc.property(candidates, (all) => {
        const packets = all.map(({ authority: of, value, day }) =>
          revenue(of, `${value}.5`, `2026-05-${day}T00:00:00Z`),
        );
        const { facts, conflicts } = run(packets);
        const fact = facts.find(({ fact_id }) => fact_id === 'revenue.consolidated.fy2026');
        let best = all[0]!;
        for (const one of all) {
          const [rank, least] = [AUTHORITIES.indexOf(one.authority), AUTHORITIES.indexOf(best.authority)];
          if (rank < least || (rank === least && one.day > best.day)) best = one;
        }
        assert.equal(fact?.authority, best.authority);
        const rivals = all.filter(({ authority: of, day }) => of === best.authority && day === best.day);
        assert.ok(rivals.some(({ value }) => fact?.value === `${value}.5`));
        const kept =
          conflicts.find(({ fact_id }) => fact_id === fact?.fact_id)?.candidates.map(({ value }) => value) ??
          [];
        assert.deepEqual(
          kept.toSorted(),
          all.length === 1 ? [] : all.map(({ value }) => `${value}.5`).toSorted(),
        );
        const turned = run(packets.toReversed());
        assert.deepEqual(turned.facts, facts);
        assert.deepEqual(turned.conflicts, conflicts);
      }),
    );
  });
});

describe('research/Evidence, claims and facts: labels', () => {
  it('Evidence-family policy matrix: an aggregator’s figure is admitted and not validated; a discovered one never is', () => {
    const label = (authority: Authority) => {
      const fact = run([revenue(authority, '100', '2026-05-01T00:00:00Z')]).facts.find(
        ({ metric }) => metric === 'revenue',
      );
      return [fact?.label, fact?.is_validated];
    };
    for (const authority of ['FILING', 'REGULATOR', 'COMPANY'] as const)
      assert.deepEqual(label(authority), ['VERIFIED_FACT', true]);
    for (const authority of ['OFFICIAL', 'AGGREGATOR', 'DISCOVERED'] as const)
      assert.deepEqual(label(authority), ['SOURCE_REPORTED', false]);
  });

  it('authority is that of the publisher, and a copy from a file has the same', () => {
    const packet = revenue('FILING', '100', '2026-05-01T00:00:00Z');
    for (const origin of ['NETWORK', 'FILE', 'KEPT'] as const)
      assert.equal(run([{ ...packet, origin }]).facts[0]?.authority, 'FILING');
    const yahoo = revenue('AGGREGATOR', '100', '2026-05-01T00:00:00Z');
    assert.equal(run([{ ...yahoo, origin: 'KEPT' }]).facts[0]?.authority, 'AGGREGATOR');
  });

  it('a source that could not be read has no facts', () => {
    const ledger = run([
      packetOf('FILING', [said('revenue', '100', indian('FY2026'))], { source_class: 'UNAVAILABLE' }),
    ]);
    assert.deepEqual(ledger.facts, []);
    assert.match(ledger.unavailable[0]?.reason ?? '', /could not be read/);
  });
});

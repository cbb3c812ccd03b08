import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  buildLedger,
  evidenceHash,
  type OfferedPacket,
  type PacketContent,
} from '../../../../core/research/index.ts';
import { hashInSteps } from '../../../../core/research/facts/reading/adaptation.ts';
import { indian, KAVFLOW, packetOf, said } from '../../../support/evidence-packets.ts';

const as_of = '2026-09-30T18:00:00.000Z';
const run = (packets: readonly OfferedPacket[], mode: 'CURRENT' | 'HISTORICAL' | 'OFFLINE' = 'CURRENT') =>
  buildLedger({ subject: KAVFLOW, packets, as_of, mode });
const revenue = (value: string, more: Partial<PacketContent> = {}) =>
  packetOf('FILING', [said('revenue', value, indian('FY2026'))], more);
const values = (packets: readonly OfferedPacket[], mode?: 'HISTORICAL') =>
  run(packets, mode)
    .facts.filter(({ metric }) => metric === 'revenue')
    .map(({ value }) => value);

describe('research/Evidence, claims and facts rules 5: the hash of a packet', () => {
  it('is worked out anew: an altered figure, name or passage leaves no fact and is counted', () => {
    const packet = revenue('100');
    for (const altered of [
      { ...packet, observations: [{ ...packet.observations[0]!, value: '101' }] },
      { ...packet, publisher: 'BSE' },
      { ...packet, passages: [{ id: 'p1', text: 'Buy.' }] },
      {
        ...packet,
        evidence_hash: `${packet.evidence_hash.slice(0, -1)}${packet.evidence_hash.endsWith('0') ? '1' : '0'}`,
      },
      { ...packet, evidence_hash: packet.evidence_hash.slice('sha256:'.length) },
      { ...packet, evidence_hash: 'not a hash' },
    ]) {
      const ledger = run([altered, revenue('7', { source_id: 'nse_filings:other' })]);
      assert.deepEqual(
        [
          ledger.hash_mismatch,
          ledger.facts.filter(({ metric }) => metric === 'revenue').map(({ value }) => value),
        ],
        [1, ['7']],
      );
      assert.deepEqual(
        ledger.refused.map(({ reason }) => reason),
        ['HASH_MISMATCH'],
      );
    }
  });

  it('a figure that no hash can be made of is refused as well', () => {
    const packet = revenue('100');
    const broken = { ...packet, observations: [{ ...packet.observations[0]!, decimals: Number.NaN }] };
    assert.equal(run([broken]).hash_mismatch, 1);
  });

  it('old packets, with a shorter hash or none, are stamped with the full one', () => {
    for (const evidence_hash of ['sha256:0123456789abcdef', 'ABCDEF0123', '', null, undefined]) {
      const packet = revenue('100');
      const ledger = run([{ ...packet, evidence_hash }]);
      assert.equal(ledger.hash_mismatch, 0);
      assert.deepEqual(
        ledger.packets.map((one) => one.evidence_hash),
        [evidenceHash(packet)],
      );
      assert.equal(ledger.facts[0]?.value, '100');
    }
  });

  it('in steps it is the same as at once', () => {
    const text = fc.string({ maxLength: 20 });
    fc.assert(
      fc.property(
        fc.array(text, { maxLength: 250 }),
        fc.array(text, { maxLength: 5 }),
        text,
        (values_, notes, title) => {
          const packet = packetOf(
            'FILING',
            values_.map((value) => said('revenue', value, indian('FY2026'))),
            { notes, title },
          );
          const steps = hashInSteps(packet);
          let step = steps.next();
          while (step.done !== true) step = steps.next();
          assert.equal(step.value, evidenceHash(packet));
        },
      ),
      { numRuns: 40 },
    );
  });
});

describe('research/Evidence acquisition rules 2: each source once', () => {
  it('the first occurrence of a source wins', () => {
    const [one, other] = [revenue('100', { source_id: 'x' }), revenue('200', { source_id: 'x' })];
    assert.deepEqual(values([one, other]), ['100']);
    assert.deepEqual(values([other, one]), ['200']);
    assert.deepEqual(
      run([one, other]).refused.map(({ reason }) => reason),
      ['DUPLICATE'],
    );
  });
});

describe('research/Research run: historical mode', () => {
  it('Historical mode rules 2: what was published after the cut-off is refused, also by its instant and not by its text', () => {
    // 23:29 in India is 17:59 in UTC, before the cut-off; its text is later.
    assert.deepEqual(values([revenue('100', { published_at: '2026-09-30T23:29:00+05:30' })], 'HISTORICAL'), [
      '100',
    ]);
    assert.deepEqual(
      values([revenue('100', { published_at: '2026-09-30T18:00:00.001Z' })], 'HISTORICAL'),
      [],
    );
    assert.deepEqual(values([revenue('100', { published_at: as_of })], 'HISTORICAL'), ['100']);
    const mixed = packetOf('FILING', [
      said('revenue', '100', indian('FY2025'), { published_at: '2025-05-20T10:00:00Z' }),
      said('revenue', '200', indian('FY2026'), { published_at: '2026-10-20T10:00:00Z' }),
    ]);
    assert.deepEqual(values([mixed], 'HISTORICAL'), ['100']);
  });

  it('Historical mode rules 3: what has no time of publication is found, not verified, and covers nothing', () => {
    for (const published_at of [null, 'yesterday']) {
      const packets = [
        revenue('100', { published_at }),
        packetOf('FILING', [said('net_income', '10', indian('FY2026'))], { published_at }),
      ];
      const then = run(packets, 'HISTORICAL');
      assert.deepEqual(
        then.packets.map(({ source_class }) => source_class),
        ['DISCOVERED', 'DISCOVERED'],
      );
      for (const packet of then.packets) assert.equal(packet.evidence_hash, evidenceHash(packet));
      for (const fact of then.facts)
        assert.deepEqual([fact.authority, fact.is_validated], ['DISCOVERED', false]);
      assert.match(
        then.facts.find(({ metric }) => metric === 'revenue')?.notes.join() ?? '',
        /on an unknown date/,
      );
      assert.equal(then.coverage.rows[0]?.is_covered, false);
      assert.equal(run(packets).coverage.rows[0]?.is_covered, true);
    }
  });

  it('an undated filing does not stand against a dated one', () => {
    const ledger = run(
      [revenue('100', { published_at: null }), revenue('200', { published_at: '2026-05-01T00:00:00Z' })],
      'HISTORICAL',
    );
    assert.equal(ledger.facts.find(({ metric }) => metric === 'revenue')?.value, '200');
    assert.equal(ledger.conflicts[0]?.rule, 'HIGHER_AUTHORITY');
  });
});

import assert from 'node:assert/strict';
import { setImmediate as turn } from 'node:timers/promises';
import { buildLedger, buildLedgerInSlices } from '../../../../core/research/index.ts';
import { KAVFLOW } from '../../../support/evidence-packets.ts';
import { manyPackets } from '../../../bench/facts-load.ts';

const input = {
  subject: KAVFLOW,
  packets: manyPackets({ packets: 40, facts: 800 }),
  as_of: '2026-09-30T18:00:00.000Z',
  mode: 'CURRENT',
} as const;

describe('research/Worker behaviour: the ledger beside other work', () => {
  it('in slices it is the same as at once, also several at a time, and others have their turns meanwhile', async () => {
    const wanted = buildLedger(input);
    assert.ok(wanted.facts.length > 800);
    let turns = 0;
    let isOver = false;
    const others = (async () => {
      while (!isOver) {
        turns += 1;
        await turn();
      }
    })();
    const all = await Promise.all([
      buildLedgerInSlices(input),
      buildLedgerInSlices(input),
      buildLedgerInSlices(input),
    ]);
    isOver = true;
    await others;
    for (const ledger of all) assert.deepEqual(ledger, wanted);
    assert.ok(turns >= 3);
  });

  it('it ends between slices when nobody wants it any more', async () => {
    const stop = new AbortController();
    const building = buildLedgerInSlices(input, stop.signal);
    stop.abort(new Error('cancelled'));
    await assert.rejects(building, /cancelled/);
    // Others go on.
    assert.ok((await buildLedgerInSlices({ ...input, packets: [] })).facts.length === 0);
  });

  it('the order of packets does not matter', () => {
    const turned = buildLedger({ ...input, packets: input.packets.toReversed() });
    const { facts, conflicts, coverage } = buildLedger(input);
    assert.deepEqual(
      { facts: turned.facts, conflicts: turned.conflicts, coverage: turned.coverage },
      { facts, conflicts, coverage },
    );
  });
});

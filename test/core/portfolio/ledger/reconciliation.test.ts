import assert from 'node:assert/strict';
import { reconcile, type ReconciliationInput } from '../../../../core/portfolio/ledger/reconciliation.ts';
import { Decimal } from '../../../../core/platform/index.ts';

const at = '2026-01-31T10:15:00.000Z';
const input: ReconciliationInput = {
  source: 'BROKER',
  holding_quantity: '100.0000000000',
  ledger_quantity: new Decimal(100),
  has_transactions: true,
  calculated_at: at,
};

describe('portfolio/Import and ledger rules 6: reconciliation explains a difference and changes nothing', () => {
  it('MATCHED: the broker and the transactions agree', () => {
    assert.deepEqual(reconcile(input), {
      broker_quantity: 100,
      ledger_quantity: 100,
      difference: 0,
      status: 'MATCHED',
      reason: 'The broker and the transactions agree.',
      calculated_at: at,
    });
  });

  it('MISSING_HISTORY: more is held than was bought', () => {
    const found = reconcile({ ...input, ledger_quantity: '60.5' });
    assert.equal(found.status, 'MISSING_HISTORY');
    assert.equal(found.difference, 39.5);
    assert.match(
      found.reason,
      /has 100, the transactions add up to 60\.5\. The purchase of 39\.5 .* Import the older tradebook/,
    );
  });

  it('EXCESS_LEDGER: more was bought than is held', () => {
    const found = reconcile({ ...input, source: 'MANUAL', ledger_quantity: 130 });
    assert.equal(found.status, 'EXCESS_LEDGER');
    assert.equal(found.difference, -30);
    assert.match(found.reason, /^The holding as entered has 100.* sale of 30 may be missing/);
  });

  it('a plain ratio is told as a suspicion: most likely a split or bonus that nobody recorded', () => {
    const reason = (holding_quantity: number, ledger_quantity: number) =>
      reconcile({ ...input, holding_quantity, ledger_quantity }).reason;
    assert.equal(
      reason(250, 50),
      'The broker has 250, the transactions add up to 50. That is 5 times as many: was there a 5 for 1 split or a 4:1 bonus? Check Corporate actions.',
    );
    assert.match(reason(90, 60), /That is 3 for every 2: was there a 1:2 bonus\? Check Corporate actions/);
    // A 1:2 bonus on 61 shares gives 30 and pays out half a share.
    assert.match(reason(91, 61), /That is 3 for every 2/);
    assert.match(reason(10, 100), /That is 1 for every 10: was there a consolidation\?/);
    // No split makes 100 of 73, and of few shares nearly every number is some ratio of another.
    assert.match(reason(100, 73), /The purchase of 27 is not recorded/);
    assert.match(reason(4, 3), /4 for every 3/);
    assert.match(reason(7, 5), /The purchase of 2 is not recorded/);
  });

  it('before the last trade has settled a plain ratio is no suspicion: the broker may not list it yet', () => {
    const found = reconcile({
      ...input,
      holding_quantity: 10,
      ledger_quantity: 20,
      unsettled_until: '2026-03-09',
    });
    assert.equal(found.status, 'EXCESS_LEDGER');
    assert.equal(
      found.reason,
      'The broker has 10, the transactions add up to 20. The last trade settles on 9 Mar 2026, so the broker may not list it yet.',
    );
  });

  it('NO_LEDGER: nothing is recorded, and nothing is compared', () => {
    for (const none of [
      { ...input, has_transactions: false },
      { ...input, ledger_quantity: null },
    ]) {
      const found = reconcile(none);
      assert.equal(found.status, 'NO_LEDGER');
      assert.equal(found.broker_quantity, 100);
      assert.equal(found.ledger_quantity, null);
      assert.equal(found.difference, null);
      assert.match(found.reason, /Import its tradebook/);
    }
  });

  it('a holding that follows its transactions has no other quantity beside it', () => {
    const found = reconcile({ ...input, source: 'LEDGER' });
    assert.equal(found.broker_quantity, null);
    assert.equal(found.ledger_quantity, 100);
    assert.equal(found.status, 'MATCHED');
  });

  it('compares exactly: a ten-billionth is a difference', () => {
    const found = reconcile({ ...input, holding_quantity: '100.0000000001' });
    assert.equal(found.status, 'MISSING_HISTORY');
    assert.equal(found.difference, 1e-10);
  });

  it('leaves its input as it was', () => {
    const frozen = Object.freeze({ ...input });
    assert.doesNotThrow(() => reconcile(frozen));
  });
});

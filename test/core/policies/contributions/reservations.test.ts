import assert from 'node:assert/strict';
import {
  consumedBy,
  netDeployment,
  type PlanFill,
  spentBeside,
} from '../../../../core/policies/contributions/index.ts';

const reserved = (...amounts: bigint[]) => amounts.map((amount, at) => ({ id: String(at), amount }));
const buy = (value: bigint): PlanFill => ({ side: 'BUY', value });
const sell = (value: bigint): PlanFill => ({ side: 'SELL', value });

describe('reservations and what was spent of them', () => {
  it('policies/Funding reservation: what purchases cost less what sales brought', () => {
    assert.equal(netDeployment([buy(700n), sell(250n), buy(50n)]), 500n);
    assert.equal(netDeployment([sell(250n)]), -250n);
    assert.equal(netDeployment([]), 0n);
  });

  const CASES: [what: string, reservations: bigint[], fills: PlanFill[], consumed: string[]][] = [
    ['fills cover it exactly', [500n], [buy(500n)], ['0']],
    ['one paisa is missing', [500n], [buy(499n)], []],
    ['the purchases are paid by sales', [500n], [buy(900n), sell(600n)], []],
    ['two, and money for one and a half', [500n, 400n], [buy(700n)], ['0']],
    ['two, and money for both', [500n, 400n], [buy(900n)], ['0', '1']],
    ['the first one is not covered: the second, smaller one does not pass it', [500n, 100n], [buy(300n)], []],
    ['nothing was filled', [500n], [], []],
  ];
  for (const [what, reservations, fills, consumed] of CASES)
    it(`policies/Funding reservation: ORDER_EXECUTION, ${what}`, () => {
      assert.deepEqual(
        consumedBy(reserved(...reservations), fills).map(({ id }) => id),
        consumed,
      );
    });

  const BALANCES: [what: string, reservations: bigint[], cash: bigint, spent: string[]][] = [
    ['no cash is left', [500n, 400n], 0n, ['0', '1']],
    ['less than no cash is left', [500n], -20n, ['0']],
    // 900 less 400 are the first one.
    ['as much as the last one is left', [500n, 400n], 400n, ['0']],
    ['a paisa more is left', [500n, 400n], 401n, []],
    ['a part of the only one is left', [500n], 1n, []],
    ['more is left than was reserved', [500n], 10_000n, []],
    ['nothing is reserved', [], 0n, []],
  ];
  for (const [what, reservations, cash, spent] of BALANCES)
    it(`policies/Funding reservation: BROKER_BALANCE_SNAPSHOT, ${what}`, () => {
      assert.deepEqual(
        spentBeside(reserved(...reservations), cash).map(({ id }) => id),
        spent,
      );
    });
});

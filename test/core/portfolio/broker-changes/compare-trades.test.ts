import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  brokerVersion,
  CHANGE_KINDS,
  CHANGE_STATES,
  compareMissing,
  compareReturned,
  compareTrade,
  brokerCorrectionIds,
  isCorrection,
  isSameAmount,
  isSameTrade,
  type Noted,
  type TradeFacts,
} from '../../../../core/portfolio/broker-changes/compare-trades.ts';

const FACTS: TradeFacts = {
  symbol: 'TCS',
  date: '2026-02-02',
  type: 'BUY',
  quantity: '10',
  price: '100',
  fee_tax: '1.5',
  currency: 'INR',
  isin: null,
  security_id: null,
  asset_class: null,
  executed_at: null,
};
const facts = (over: Partial<TradeFacts>): TradeFacts => ({ ...FACTS, ...over });
const noted = (over: Partial<Noted>): Noted => ({ kind: 'CHANGED', state: 'OPEN', after: null, ...over });

describe('a recorded trade beside what its broker tells now', () => {
  const amounts: [one: string, other: string, same: boolean][] = [
    ['100', '100.00', true],
    // An average price in fewer decimals, rounded or cut off.
    ['100.0333333333', '100.03', true],
    ['100.0366666666', '100.03', true],
    ['100.0366666666', '100.04', true],
    ['100', '100.004', true],
    // Both to the paisa, or both to four decimals: two prices.
    ['100', '100.01', false],
    ['6.6415', '6.6416', false],
    ['100.03', '100.0433', false],
    ['0', '0.005', true],
  ];
  for (const [one, other, same] of amounts)
    it(`${one} and ${other} are ${same ? 'one price' : 'two prices'}`, () => {
      assert.deepEqual([isSameAmount(one, other), isSameAmount(other, one)], [same, same]);
    });

  const versions: [over: Partial<TradeFacts>, same: boolean][] = [
    [{ quantity: '10.000' }, true],
    [{ fee_tax: '0' }, true],
    [{ symbol: 'TCS-EQ', isin: 'INE467B01029' }, true],
    [{ fee_tax: '2' }, false],
    [{ quantity: '11' }, false],
    [{ price: '101' }, false],
    [{ date: '2026-02-03' }, false],
    [{ type: 'SELL' }, false],
    [{ currency: 'USD' }, false],
  ];
  for (const [over, same] of versions)
    it(`${JSON.stringify(over)} is ${same ? 'the same' : 'another'} version`, () => {
      assert.equal(isSameTrade(FACTS, facts(over)), same);
      const finding = compareTrade({ recorded: FACTS, read: facts(over), original: null, noted: null });
      assert.equal(finding?.state ?? null, same ? null : 'OPEN');
    });

  it('the version of a broker that states no charges has those that are recorded', () => {
    assert.equal(brokerVersion(FACTS, facts({ price: '101', fee_tax: '0' })).fee_tax, '1.5');
  });

  const anyFacts = fc.record({
    date: fc.constantFrom('2026-02-02', '2026-02-03'),
    type: fc.constantFrom('BUY' as const, 'SELL' as const),
    quantity: fc.constantFrom('10', '11'),
    price: fc.constantFrom('100', '100.004', '101'),
    fee_tax: fc.constantFrom('0', '1.5', '2'),
  });
  const anyNoted = fc.option(
    fc.record({
      kind: fc.constantFrom(...CHANGE_KINDS.filter((kind) => kind !== 'QUANTITY')),
      state: fc.constantFrom(...CHANGE_STATES),
      after: fc.option(anyFacts.map(facts), { nil: null }),
    }),
    { nil: null },
  );

  it('whatever was noted: writing a finding down makes the same reading find nothing more', () => {
    fc.assert(
      fc.property(anyFacts, anyFacts, anyNoted, (was, is, before) => {
        const pair = { recorded: facts(was), read: facts(is), original: null };
        const finding = compareTrade({ ...pair, noted: before });
        if (finding === null) return;
        const after =
          finding.state === 'WITHDRAWN'
            ? noted({ ...before, state: 'WITHDRAWN' })
            : noted({ kind: finding.kind, state: finding.state, after: finding.after });
        assert.equal(compareTrade({ ...pair, noted: after }), null);
      }),
    );
  });

  it('a trade that is told as recorded is never asked about, and one told otherwise always once', () => {
    fc.assert(
      fc.property(anyFacts, anyFacts, (was, is) => {
        const [recorded, read] = [facts(was), facts(is)];
        const finding = compareTrade({ recorded, read, original: null, noted: null });
        assert.equal(finding === null, isSameTrade(recorded, read));
      }),
    );
  });

  it('what is accepted is what the broker told, whole: no reading of it differs any more', () => {
    fc.assert(
      fc.property(anyFacts, anyFacts, (was, is) => {
        const finding = compareTrade({ recorded: facts(was), read: facts(is), original: null, noted: null });
        if (finding?.state !== 'OPEN' || finding.after === null) return;
        const accepted = noted({ state: 'ACCEPTED', after: finding.after });
        const pair = { recorded: finding.after, read: facts(is), original: null };
        assert.equal(compareTrade({ ...pair, noted: accepted }), null);
      }),
    );
  });
});

describe('a recorded trade that a complete reading lacks', () => {
  it('is asked about once it is sure, whatever became of an older version', () => {
    assert.equal(compareMissing({ noted: null, isSure: true })?.state, 'OPEN');
    assert.equal(compareMissing({ noted: null, isSure: false })?.state, 'UNSURE');
    for (const state of CHANGE_STATES) {
      const changed = compareMissing({ noted: noted({ state }), isSure: true });
      assert.deepEqual(changed, { kind: 'VANISHED', state: 'OPEN', after: null });
    }
  });

  it('is not asked about again until the broker has listed it meanwhile', () => {
    for (const state of ['OPEN', 'LATER', 'ACCEPTED', 'KEPT'] as const)
      assert.equal(compareMissing({ noted: noted({ kind: 'VANISHED', state }), isSure: true }), null);
    const again = noted({ kind: 'VANISHED', state: 'WITHDRAWN' });
    assert.equal(compareMissing({ noted: again, isSure: true })?.state, 'OPEN');
  });

  it('comes back as a question of its own, once for each version', () => {
    const gone = noted({ kind: 'VANISHED', state: 'ACCEPTED' });
    assert.equal(compareReturned({ noted: gone, read: FACTS })?.state, 'OPEN');
    const kept = noted({ kind: 'RETURNED', state: 'KEPT', after: FACTS });
    assert.equal(compareReturned({ noted: kept, read: FACTS }), null);
    assert.equal(compareReturned({ noted: kept, read: facts({ price: '101' }) })?.state, 'OPEN');
  });
});

describe("a broker's own rows that take back or correct a trade", () => {
  it('are known by their ids', () => {
    assert.deepEqual(brokerCorrectionIds('IBKR:TRADE:7'), ['IBKR:TRADE:7:CANCEL', 'IBKR:TRADE:7:CORRECT']);
    assert.deepEqual(brokerCorrectionIds('NSE:2026-02-02:7'), []);
    assert.deepEqual(['IBKR:TRADE:7:CANCEL', 'IBKR:TRADE:7'].map(isCorrection), [true, false]);
  });
});

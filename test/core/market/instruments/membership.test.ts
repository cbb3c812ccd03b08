import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  applyHistory,
  applyList,
  covers,
  type Membership,
  type MembershipChanges,
  overlapsWithin,
} from '../../../../core/market/instruments/membership.ts';

const member = (symbol: string) => ({ instrument_id: null, symbol, isin: null });
const span = (symbol: string, valid_from: string, valid_to: string | null = null, source = 'history') => ({
  ...member(symbol),
  valid_from,
  valid_to,
  source,
});

/** What is stored after the changes; ids are given in order. */
function stored(current: readonly Membership[], { add, update }: MembershipChanges): Membership[] {
  const changed = new Map(update.map((one) => [one.id, one]));
  const kept = current.map((one) => changed.get(one.id) ?? one);
  return [...kept, ...add.map((one, index) => ({ ...one, id: `${current.length + index + 1}` }))];
}
const start = (...rows: Omit<Membership, 'id'>[]) => stored([], applyHistory([], rows));
const text = (rows: readonly Membership[]) =>
  rows.map(({ symbol, valid_from, valid_to }) => `${symbol} ${valid_from} ${valid_to ?? '…'}`).sort();
const nothing = { add: [], update: [] };

describe('instruments/Index membership', () => {
  it('a list begins and ends memberships; first and last day both count', () => {
    const before = start(span('A', '2020-01-01'), span('B', '2020-01-01'));
    const after = stored(before, applyList(before, [member('A'), member('C')], '2026-04-01'));
    assert.deepEqual(text(after), ['A 2020-01-01 …', 'B 2020-01-01 2026-03-31', 'C 2026-04-01 …']);
    const on = (day: string) => after.filter((one) => covers(one, day)).map(({ symbol }) => symbol);
    assert.deepEqual(
      [on('2026-03-31'), on('2026-04-01')],
      [
        ['A', 'B'],
        ['A', 'C'],
      ],
    );
  });

  it('a list of a day before a known membership reaches up to it', () => {
    const before = start(span('A', '2025-01-01'));
    const after = stored(before, applyList(before, [member('A')], '2024-01-01'));
    assert.deepEqual(text(after), ['A 2024-01-01 2024-12-31', 'A 2025-01-01 …']);
  });

  it('a history widens what a list began, and gives it the end that the list could not know', () => {
    const listed = stored([], applyList([], [member('A'), member('B')], '2026-04-01'));
    const history = [span('A', '2018-01-01'), span('B', '2018-01-01', '2026-05-11')];
    assert.deepEqual(text(stored(listed, applyHistory(listed, history))), [
      'A 2018-01-01 …',
      'B 2018-01-01 2026-05-11',
    ]);
  });

  it('the end that a published list gave outweighs a history', () => {
    const before = start(span('A', '2018-01-01'));
    const ended = stored(before, applyList(before, [], '2026-04-01'));
    assert.deepEqual(applyHistory(ended, [span('A', '2018-01-01')]), nothing);
    assert.deepEqual(applyHistory(ended, [span('A', '2018-01-01', '2026-06-30')]), nothing);
  });

  it('a company that changed its symbol stays one member', () => {
    const own = { instrument_id: '7', isin: null };
    const before = start({ ...span('OLD', '2018-01-01'), ...own });
    assert.deepEqual(applyList(before, [{ ...own, symbol: 'NEW' }], '2026-04-01'), nothing);
  });

  it('rows of one member that overlap are told apart from those that follow', () => {
    const rows = [
      span('A', '2018-01-01', '2019-03-28'),
      span('A', '2019-03-29', '2020-01-01'),
      span('A', '2020-01-01'),
      span('B', '2018-01-01'),
    ];
    assert.deepEqual(overlapsWithin(rows), [2]);
  });

  it('a second import of a list or a history changes nothing, and no member is there twice on a day', () => {
    const day = fc
      .integer({ min: 0, max: 40 })
      .map((n) => new Date(Date.UTC(2024, 0, 1 + n)).toISOString().slice(0, 10));
    const symbol = fc.constantFrom('A', 'B', 'C');
    const row = fc
      .tuple(symbol, day, fc.option(day))
      .map(([of, from, to]) => span(of, from, to === null || to >= from ? to : from));
    const rowsOf = fc.array(row, { maxLength: 8 });
    const histories = fc.tuple(rowsOf, rowsOf);
    const sound = (rows: ReturnType<typeof span>[]) => {
      const doubled = overlapsWithin(rows);
      return rows.filter((_, index) => !doubled.includes(index));
    };
    const list = fc.record({ of: fc.uniqueArray(symbol), on: day });
    fc.assert(
      fc.property(histories, fc.array(list, { maxLength: 4 }), ([rows, others], lists) => {
        const [history, other] = [sound(rows), sound(others)];
        let now = start(...history);
        for (const { of, on } of lists.sort((a, b) => (a.on < b.on ? -1 : 1))) {
          now = stored(now, applyList(now, of.map(member), on));
          assert.deepEqual(applyList(now, of.map(member), on).add, []);
        }
        const all = stored(now, applyHistory(now, history));
        assert.deepEqual(applyHistory(all, history), nothing);
        const merged = stored(all, applyHistory(all, other));
        assert.deepEqual(applyHistory(merged, other), nothing);
        assert.deepEqual(overlapsWithin(merged), []);
        for (const { valid_from, valid_to } of merged) assert.ok(valid_from <= (valid_to ?? '9999'));
      }),
    );
  });
});

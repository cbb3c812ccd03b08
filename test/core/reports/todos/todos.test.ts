import assert from 'node:assert/strict';
import fc from 'fast-check';
import { undecidedWarnings } from '../../../../core/portfolio/index.ts';
import { todosOf } from '../../../../core/reports/todos/todos.ts';

type Sources = Parameters<typeof todosOf>[0];
type Warning = Sources['warnings'][number];

const open: Sources['open'] = {
  differences: 0,
  unmatched_symbols: 0,
  excluded: 0,
  kept_prices: 0,
  refused_values: 0,
  instruments: 0,
};
const trading: Sources['trading'] = {
  plans: { items: [], total: 0 },
  held: { total: 0, plan_ids: [] },
  absent: { total: 0, plan_ids: [] },
  differences: 0,
  unread: [],
};
const none: Sources = { warnings: [], trading, imports: [], open, calendar: null };
const waiting = (...ids: string[]): Sources['trading'] => ({
  ...trading,
  plans: { items: ids.map((plan_id) => ({ plan_id })), total: ids.length },
});
const warning = (code: Warning['code'], message: string): Warning => ({ code, message, count: 1 });
const unpriced = warning(
  'VALUATION_PARTIAL',
  'No price for GOLD and SGB, so the total excludes them. Edit a holding to enter one, or import holdings with their prices.',
);
const undecided = warning(
  'ACTIONS_UNDECIDED',
  '1 corporate action waits for your decision: split of TCS. Until then this may change. Apply or decline it under Corporate actions (/actions in the chat).',
);
const textsOf = (sources: Partial<Sources>): string[] =>
  todosOf({ ...none, ...sources }).map(({ text, action, to }) => `${text} [${action}] ${to}`);

describe('tasks of a person', () => {
  it('there is no task when nothing is open', () => assert.deepEqual(textsOf({}), []));

  it('one plan leads to itself, several lead to the policies', () => {
    assert.deepEqual(textsOf({ trading: waiting('7') }), [
      '1 order plan waits for your approval. [Review] /policies/plans/7',
    ]);
    assert.deepEqual(textsOf({ trading: waiting('7', '8') }), [
      '2 order plans wait for your approval. [Review] /policies',
    ]);
  });

  const TRADING: [what: string, Partial<Sources['trading']>, line: string][] = [
    [
      'a held order leads to its plan',
      { held: { total: 1, plan_ids: ['7'] } },
      '1 approved order was not sent and waits for your decision. [Decide] /policies/plans/7',
    ],
    [
      'held orders of several plans lead to the policies',
      { held: { total: 3, plan_ids: ['7', '9'] } },
      '3 approved orders were not sent and wait for your decision. [Decide] /policies',
    ],
    [
      'an order that was not found leads to its plan',
      { absent: { total: 1, plan_ids: ['7'] } },
      '1 order was sent and not found at the broker: say what happened. [Settle] /policies/plans/7',
    ],
    [
      'a difference with the broker',
      { differences: 1 },
      '1 difference between your books and the broker: nothing is planned in that account until you settle it. [Settle] /policies',
    ],
    [
      'several differences with the broker',
      { differences: 2 },
      '2 differences between your books and the broker: nothing is planned in that account until you settle them. [Settle] /policies',
    ],
    [
      'an account whose orders cannot be read',
      { unread: ['Zerodha needs a login.'] },
      'Your orders at the broker cannot be read, so nothing is sent: Zerodha needs a login. [Connect] /data/connections',
    ],
  ];
  for (const [what, some, line] of TRADING)
    it(what, () => assert.deepEqual(textsOf({ trading: { ...trading, ...some } }), [line]));

  it('corporate actions are named, without the ways that the line itself has', () => {
    assert.deepEqual(textsOf({ warnings: [undecided] }), [
      '1 corporate action waits for your decision: split of TCS. [Decide] /data/corporate-actions',
    ]);
    const unread = warning(
      'ACTIONS_UNDECIDED',
      'Corporate actions that wait for your decision could not be checked, so this may change. See Corporate actions (/actions in the chat).',
    );
    assert.match(textsOf({ warnings: [unread] })[0] ?? '', /could not be checked, so this may change\. \[/);
  });

  it('a change by a broker is a task of its own beside a corporate action', () => {
    const action = { id: 'a1', portfolio: 'Main', symbol: 'TCS', from: '2026-02-02', ratio: null };
    const warnings = undecidedWarnings([
      { ...action, title: 'TCS split' },
      { ...action, by: 'BROKER', id: 'b1', title: 'INFY, bought 5: not listed any more' },
      { ...action, by: 'BROKER', id: 'b2', title: 'SBIN, sold 2: price 100 → 101' },
    ]);
    assert.deepEqual(textsOf({ warnings }), [
      '1 corporate action waits for your decision: TCS split. [Decide] /data/corporate-actions',
      '2 changes by your broker wait for your decision: INFY, bought 5: not listed any more, SBIN, sold 2: price 100 → 101. [Decide] /data/broker-changes',
    ]);
  });

  it('a holding without any price is named', () => {
    assert.deepEqual(textsOf({ warnings: [unpriced] }), [
      'No price for GOLD and SGB, so the total excludes them. [Add prices] /data/quality?show=prices&filter=unavailable',
    ]);
  });

  it('the name of a holding without a price may have full stops', () => {
    const fund = { ...unpriced, message: unpriced.message.replace('GOLD', 'Aditya Birla S.L. Frontline') };
    assert.match(
      textsOf({ warnings: [fund] })[0] ?? '',
      /^No price for Aditya Birla S\.L\. Frontline and SGB, so/,
    );
  });

  const COUNTS: [keyof typeof open, one: string, several: string][] = [
    [
      'differences',
      '1 pair of figures differs that should agree. [Compare] /data/quality?show=audit',
      '1,200 pairs of figures differ that should agree. [Compare] /data/quality?show=audit',
    ],
    [
      'unmatched_symbols',
      '1 symbol was sold without a purchase. [Add the purchase] /data/quality?show=unmatched',
      '1,200 symbols were sold without a purchase. [Add the purchase] /data/quality?show=unmatched',
    ],
    [
      'excluded',
      '1 transaction is excluded from all figures. [See why] /data/quality?show=left-out',
      '1,200 transactions are excluded from all figures. [See why] /data/quality?show=left-out',
    ],
    [
      'kept_prices',
      '1 price could not be updated, so its last price is shown. [See why] /data/quality?show=prices&filter=failing',
      '1,200 prices could not be updated, so their last prices are shown. [See why] /data/quality?show=prices&filter=failing',
    ],
    [
      'refused_values',
      '1 fund value is too far from the last one and waits for your decision. [Decide] /data/quality?show=fund-values',
      '1,200 fund values are too far from the last ones and wait for your decision. [Decide] /data/quality?show=fund-values',
    ],
    [
      'instruments',
      '1 instrument needs a check. [Check] /data/quality?show=instruments',
      '1,200 instruments need a check. [Check] /data/quality?show=instruments',
    ],
  ];
  for (const [count, one, several] of COUNTS)
    it(`one and several: ${one}`, () => {
      assert.deepEqual(textsOf({ open: { ...open, [count]: 1 } }), [one]);
      assert.deepEqual(textsOf({ open: { ...open, [count]: 1200 } }), [several]);
    });

  it('each thing is one line, of a key and a sentence of its own', () => {
    const counts = fc.record(
      Object.fromEntries(COUNTS.map(([key]) => [key, fc.nat({ max: 3 })])) as Record<
        keyof typeof open,
        fc.Arbitrary<number>
      >,
    );
    fc.assert(
      fc.property(counts, (some) => {
        const todos = todosOf({ ...none, open: some });
        assert.equal(todos.length, Object.values(some).filter((count) => count > 0).length);
        for (const part of ['key', 'text'] as const)
          assert.equal(new Set(todos.map((todo) => todo[part])).size, todos.length);
      }),
    );
  });

  it('rows to correct are those of all imports, and begin with the newest', () => {
    const imports = [
      { import_id: '8', undecided: 2 },
      { import_id: '5', undecided: 1 },
    ];
    assert.deepEqual(textsOf({ imports }), [
      '3 imported rows wait for a correction. [Correct] /data/import?rows=8',
    ]);
  });

  it('the most urgent come first, whatever else there is', () => {
    const sync = warning('SYNC_FAILED', 'The last sync of Kite failed, so its holdings may be out of date.');
    const names = warning(
      'TRADES_UNASSIGNED',
      'Trades of HDFC are not booked until you say which share they are of.',
    );
    const all = todosOf({
      warnings: [unpriced, sync, names, undecided],
      trading: {
        plans: waiting('7').plans,
        held: { total: 1, plan_ids: ['7'] },
        absent: { total: 1, plan_ids: ['7'] },
        differences: 1,
        unread: ['Zerodha needs a login.'],
      },
      imports: [{ import_id: '8', undecided: 2 }],
      open: Object.fromEntries(COUNTS.map(([key]) => [key, 1])) as unknown as typeof open,
      calendar: 'The calendar of NSE is known until 31 Dec 2026; days after are assumed weekdays.',
    });
    assert.deepEqual(
      all.map(({ key }) => key),
      'trading_login held_orders plans absent_orders broker_differences actions prices rows trade_names sync audit unmatched excluded failing fund_values instruments calendar'.split(
        ' ',
      ),
    );
  });

  it('warnings without an action are no tasks', () => {
    const notes = (['VALUATION_STALE', 'FX_ESTIMATED', 'PREVIOUS_CLOSE_MISSING'] as const).map((code) =>
      warning(code, 'Some words.'),
    );
    assert.deepEqual(textsOf({ warnings: notes }), []);
  });
});

import assert from 'node:assert/strict';
import type {
  Cycle,
  Policy,
  PolicyDay,
  PolicyOrder,
  Run,
  Signal,
} from '../../api/dashboard/src/api/types.ts';
import {
  isConfirmed,
  newRequestKey,
  promotionBody,
  promotionDraft,
  refusalOf,
  settingsProblems,
  SHORTEST_REASON,
  suggestTag,
  visibleLength,
} from '../../api/dashboard/src/pages/policies/promotion.ts';
import { ranksOfBest } from '../../api/dashboard/src/pages/policies/ranks-of-best.ts';
import { actionsOf } from '../../api/dashboard/src/pages/policies/action-words.ts';
import {
  cycleText,
  groupOf,
  groupsOf,
  nextText,
  notedDays,
  ranText,
  requestedText,
  sinceStart,
  standingText,
} from '../../api/dashboard/src/pages/policies/words.ts';
import { SHORTEST_REASON as SHORTEST_OF_CORE } from '../../core/policies/inputs.ts';
import { refusePromotion } from '../../core/policies/promotion-rules.ts';

const cycle = (more: Partial<Cycle> = {}): Cycle =>
  ({
    cycle_date: '2026-11-02',
    status: 'EXECUTED',
    failure: null,
    orders_made: 3,
    buy_value: 250_000,
    sell_value: 0,
    swept_value: 0,
    redeemed_value: 0,
    costs: 420.5,
    ...more,
  }) as Cycle;

const policy = (more: Partial<Policy> = {}): Policy =>
  ({
    name: 'Mine',
    mode: 'PAPER',
    status: 'ACTIVE',
    starts_on: '2026-11-24',
    initial_capital: 1_000_000,
    next_cycle_date: '2026-12-01',
    latest_equity: null,
    latest_cycle: null,
    liquid_sweep: null,
    ...more,
  }) as Policy;

const order = (more: Partial<PolicyOrder> = {}): PolicyOrder =>
  ({
    symbol: 'TCS',
    side: 'BUY',
    quantity: 0,
    limited_by: null,
    rule: 'ENTRY',
    rank: 1,
    ...more,
  }) as PolicyOrder;

describe('words of policies', () => {
  it('what a rebalance came to, and what somebody is told who asked for it', () => {
    const cases: [Partial<Cycle>, string][] = [
      [{}, '3 orders, bought ₹2,50,000, costs ₹421'],
      [{ orders_made: 1, buy_value: 0, sell_value: 40_000 }, '1 order, sold ₹40,000, costs ₹421'],
      [{ orders_made: 0, status: 'NOOP' }, 'Nothing to trade'],
      [
        { orders_made: 0, status: 'NOOP', buy_value: 0, swept_value: 49_950, costs: 8.7 },
        'Nothing to trade, ₹49,950 cash to the liquid fund, costs ₹9',
      ],
      [
        { redeemed_value: 12_000 },
        '3 orders, bought ₹2,50,000, ₹12,000 cash from the liquid fund, costs ₹421',
      ],
      [{ orders_made: 0, status: 'NOOP', ranked: null }, 'Valued, no rebalance'],
      [{ orders_made: 0, status: 'FAILED', failure: 'It broke.' }, 'It broke.'],
    ];
    for (const [more, words] of cases) assert.equal(cycleText(cycle(more)), words);
    assert.equal(ranText(cycle()), 'Rebalance of 2 Nov 2026: 3 orders, bought ₹2,50,000, costs ₹421.');
    assert.equal(
      ranText(cycle({ orders_made: 0, status: 'NOOP' })),
      'Rebalance of 2 Nov 2026: nothing to trade.',
    );
    assert.equal(
      ranText(cycle({ orders_made: 0, status: 'NOOP', ranked: null })),
      'The session of 2 Nov 2026 is valued. No rebalance was due, so nothing was traded.',
    );
    assert.equal(requestedText('scheduler'), 'On schedule');
    assert.equal(requestedText('api:owner'), 'On request');
  });

  it('what it is worth; before the first session nothing is made up', () => {
    const row = {
      date: '2026-11-30',
      total_value: 1_052_300,
      performance_index_net_of_tax: 10.5,
    } as PolicyDay;
    assert.equal(sinceStart(null), null);
    assert.equal(sinceStart(row)?.toFixed(6), '5.000000');
    assert.equal(
      standingText(policy({ latest_equity: row })),
      '₹10,52,300 on 30 Nov 2026: +5.00% since 24 Nov 2026, after costs and tax.',
    );
    assert.match(standingText(policy()), /^Mine begins on 24 Nov 2026 with ₹10,00,000/);
    assert.equal(nextText(policy()), '1 Dec 2026');
    assert.equal(nextText(policy({ next_cycle_date: null, status: 'PAUSED' })), 'Not while paused');
    assert.equal(nextText(policy({ next_cycle_date: null, status: 'RETIRED' })), 'None, it is retired');
  });

  it('each order of a plan stands in one group, the best rank first', () => {
    const cases: [Partial<PolicyOrder>, string][] = [
      [{ quantity: 5 }, 'bought'],
      // cut by a limit, and yet made
      [{ quantity: 5, limited_by: 'TURNOVER_BUDGET' }, 'bought'],
      [{ side: 'SELL', quantity: 5, rule: 'RANK_EXIT' }, 'sold'],
      [{ limited_by: 'TURNOVER_BUDGET' }, 'waiting'],
      [{ limited_by: 'CASH' }, 'waiting'],
      [{ side: 'SELL', rule: 'DELISTED', limited_by: 'NO_PRICE' }, 'waiting'],
      [{ side: 'SELL', rule: 'RANK_EXIT', limited_by: 'HYSTERESIS' }, 'kept'],
      [{ side: 'SELL', rule: 'RANK_EXIT', limited_by: 'MIN_HOLDING' }, 'kept'],
      [{ rule: 'TOP_UP', limited_by: 'WITHIN_TOLERANCE' }, 'kept'],
      [{ limited_by: 'SECTOR_CAP' }, 'left'],
      [{ limited_by: 'WHOLE_SHARES' }, 'left'],
    ];
    for (const [more, group] of cases) assert.equal(groupOf(order(more)), group, JSON.stringify(more));
    const groups = groupsOf([
      order({ symbol: 'C', quantity: 1, rank: null }),
      order({ symbol: 'B', quantity: 1, rank: 2 }),
      order({ symbol: 'A', side: 'SELL', quantity: 1 }),
    ]);
    assert.deepEqual(
      groups.map(({ group, orders }) => [group, ...orders.map(({ symbol }) => symbol)]),
      [
        ['sold', 'A'],
        ['bought', 'B', 'C'],
      ],
    );
  });

  it('what can be done follows from the state: Retry only after a failure, nothing but Delete once retired', () => {
    const failed = cycle({ status: 'FAILED' });
    const cases: [Partial<Policy>, string][] = [
      [{}, 'run value pause retire delete'],
      [{ latest_cycle: failed }, 'retry run value pause retire delete'],
      [{ status: 'PAUSED', latest_cycle: failed }, 'value resume retire delete'],
      [{ status: 'RETIRED' }, 'delete'],
      [{ mode: 'LIVE' }, 'run value pause sweep retire'],
      [{ mode: 'LIVE', liquid_sweep: { symbol: 'LIQUIDCASE', min: 5000 } }, 'run value pause unsweep retire'],
      [{ mode: 'LIVE', latest_cycle: failed }, 'retry run value pause sweep retire'],
    ];
    for (const [more, actions] of cases) assert.equal(actionsOf(policy(more)).join(' '), actions);
  });

  it('notes of valuations: sessions in a row with the same words are one', () => {
    const rows = ['A', 'A', null, 'A', 'B'].map((notes, at) => ({ date: `2026-11-0${at + 2}`, notes }));
    assert.deepEqual(notedDays(rows), [
      { from: '2026-11-06', to: '2026-11-06', notes: 'B' },
      { from: '2026-11-05', to: '2026-11-05', notes: 'A' },
      { from: '2026-11-02', to: '2026-11-03', notes: 'A' },
    ]);
    assert.deepEqual(notedDays([]), []);
  });

  it('ranks are of the shares that were among the best at least once', () => {
    const signal = (cycle_date: string, symbol: string, rank: number | null) =>
      ({ cycle_date, symbol, rank }) as Signal;
    assert.deepEqual(
      ranksOfBest(
        [
          signal('2026-10-01', 'A', 1),
          signal('2026-10-01', 'B', 9),
          signal('2026-11-02', 'A', 7),
          signal('2026-11-02', 'C', null),
        ],
        2,
      ),
      [
        { date: '2026-10-01', symbol: 'A', rank: 1 },
        { date: '2026-11-02', symbol: 'A', rank: 7 },
      ],
    );
  });
});

describe('the form of “Use on paper”', () => {
  const RUN = { name: 'Two best', initial_capital: 250_000 } as Run;
  const draft = { ...promotionDraft(RUN), tag_code: 'twobest1' };
  const plain = { isRejected: false, isLinked: false };

  it('a tag code out of the name, eight letters and digits that no other policy has', () => {
    const cases: [string, string[], string][] = [
      ['Momentum 12-1', [], 'MOMENTUM'],
      ['Momentum 12-1', ['MOMENTUM'], 'MOMENTU2'],
      ['Momentum', ['MOMENTUM', 'MOMENTU2', 'MOMENTU3'], 'MOMENTU4'],
      ['Été', [], 'ETE00000'],
      ['हिन्दी', [], 'POLICY00'],
    ];
    for (const [name, taken, tag] of cases) assert.equal(suggestTag(name, taken), tag);
  });

  it('sends only what differs from the backtest, and what has to be said only where it has to', () => {
    assert.deepEqual(promotionBody(draft, plain), {
      name: 'Two best',
      tag_code: 'TWOBEST1',
      initial_capital: 250_000,
    });
    const more = {
      ...draft,
      sweep: 'OFF' as const,
      liquid_symbol: ' liquidcase ',
      max_order_value: '50000',
      another: true,
      acknowledged: true,
      reason: ' Because. ',
    };
    assert.deepEqual(promotionBody(more, { isRejected: true, isLinked: true }), {
      name: 'Two best',
      tag_code: 'TWOBEST1',
      initial_capital: 250_000,
      policy_overrides: { liquid_sweep_enabled: false, liquid_symbol: 'LIQUIDCASE', max_order_value: 50_000 },
      confirm_additional_policy: true,
      rejected_confirmation: { acknowledged: true, reason: 'Because.' },
    });
    assert.deepEqual(promotionBody({ ...draft, dossiers: ['ai-3', 'ai-1'] }, plain), {
      name: 'Two best',
      tag_code: 'TWOBEST1',
      initial_capital: 250_000,
      ai_research_dossier_ids: ['ai-3', 'ai-1'],
    });
    // ticked for nothing
    assert.equal('confirm_additional_policy' in promotionBody(more, plain), false);
    assert.deepEqual(
      Object.keys(settingsProblems({ ...draft, name: ' ', tag_code: 'A-B', initial_capital: 0 })),
      ['name', 'tag_code', 'initial_capital'],
    );
    assert.deepEqual(settingsProblems({ ...draft, initial_capital: '' }), {});
  });

  it('portfolio/Policy rules 8: the counter and the server agree on how long a reason is', () => {
    assert.equal(SHORTEST_REASON, SHORTEST_OF_CORE);
    const validation = { status: 'REJECTED' as const, promotion_allowed: false, reasons: [] };
    for (const reason of [
      'x'.repeat(19),
      'x'.repeat(20),
      'x '.repeat(19),
      '\u200B'.repeat(30),
      'अ'.repeat(20),
    ]) {
      const isTaken = isConfirmed(
        { ...draft, acknowledged: true, reason },
        { isRejected: true, isLinked: false },
      );
      const promote = () =>
        refusePromotion(
          { status: 'COMPLETED', validation },
          { name: 'A', tag_code: 'AAAAAAAA', rejected_confirmation: { acknowledged: true, reason } } as never,
          false,
        );
      if (isTaken) promote();
      else assert.throws(promote);
      assert.equal(isTaken, visibleLength(reason) >= 20);
    }
    assert.equal(
      isConfirmed({ ...draft, reason: 'x'.repeat(20) }, { isRejected: true, isLinked: false }),
      false,
    );
    assert.equal(isConfirmed(draft, { isRejected: false, isLinked: true }), false);
    assert.equal(isConfirmed({ ...draft, another: true }, { isRejected: false, isLinked: true }), true);
  });

  it('portfolio/Errors: every refusal of a promotion has its place and words of the form', () => {
    const refused = (status: number, code: string, ...fields: string[]) =>
      refusalOf(
        Object.assign(new Error('The server says.'), {
          status,
          code,
          errors: fields.map((field) => ({ field, message: `${field} is wrong.` })),
        }),
      );
    const cases: [ReturnType<typeof refused>, number, string[], RegExp | null][] = [
      [refused(409, 'TAG_CODE_CONFLICT'), 1, ['tag_code'], null],
      [refused(409, 'ADDITIONAL_POLICY_CONFIRMATION_REQUIRED'), 2, ['another'], null],
      [refused(409, 'IDEMPOTENCY_CONFLICT'), 2, [], /already created a policy/],
      [refused(409, 'POLICY_DELETED'), 2, [], /since been deleted/],
      [refused(409, 'RUN_NOT_COMPLETED'), 2, [], /not finished/],
      [refused(404, 'RUN_NOT_FOUND'), 2, [], /deleted/],
      [refused(0, 'OFFLINE'), 2, [], /Nothing is created twice/],
      [refused(503, 'BUSY'), 2, [], /^The server says\.$/],
      [refused(422, 'VALIDATION_ERROR', 'rejected_confirmation'), 2, ['acknowledged'], null],
      [refused(422, 'VALIDATION_ERROR', 'rejected_confirmation.reason'), 2, ['reason'], null],
      [
        refused(422, 'VALIDATION_ERROR', 'policy_overrides.max_order_value', 'name'),
        1,
        ['max_order_value', 'name'],
        /./,
      ],
    ];
    for (const [{ step, fields, message }, place, names, words] of cases) {
      assert.deepEqual([step, Object.keys(fields)], [place, names]);
      if (words === null) assert.equal(message, null);
      else assert.match(message ?? '', words);
    }
    assert.equal(refusalOf(new Error('x')).step, 2);
  });

  it('each opening has a key of its own, as the server takes it', () => {
    const keys = new Set(Array.from({ length: 50 }, newRequestKey));
    assert.equal(keys.size, 50);
    for (const key of keys) assert.match(key, /^[0-9a-f]{32}$/);
  });
});

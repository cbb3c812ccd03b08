import assert from 'node:assert/strict';
import { amountOf } from '../../../core/policies/cycle/stored-ledger.ts';
import type { FinishedSession } from '../../../core/policies/cycle/index.ts';
import { cycleNotice } from '../../../core/policies/cycle-notice.ts';
import {
  cycleHeadline,
  cycleSentences,
  type ToldCycle,
  type ToldOrder,
} from '../../../core/policies/cycle-words.ts';
import { Decimal } from '../../../core/platform/index.ts';
import { FIRST_PERFORMANCE } from '../../../core/strategies/index.ts';

const order = (side: 'BUY' | 'SELL', symbol: string, change: Partial<ToldOrder> = {}): ToldOrder => ({
  side,
  symbol,
  rule: side === 'BUY' ? 'ENTRY' : 'RANK_EXIT',
  limited_by: null,
  rank: 1,
  is_made: true,
  is_whole: true,
  ...change,
});
const stopped = (change: Partial<ToldOrder>) => ({ is_made: false, is_whole: false, ...change });
const cycle = (orders: ToldOrder[], change: Partial<ToldCycle> = {}): ToldCycle => ({
  orders,
  moves: [],
  ranked: 50,
  traded: 250_000,
  costs: 312.4,
  tax: 0,
  ...change,
});

const CYCLES: { of: string; cycle: ToldCycle; headline: string; sentences: string[] }[] = [
  {
    of: 'the first: a quarter of the capital is spent, the rest waits',
    cycle: cycle([
      order('BUY', 'AAA'),
      order('BUY', 'BBB', { rank: 2, limited_by: 'TURNOVER_BUDGET', is_whole: false }),
      ...['CCC', 'DDD', 'EEE', 'FFF', 'GGG'].map((symbol) =>
        order('BUY', symbol, stopped({ limited_by: 'TURNOVER_BUDGET' })),
      ),
    ]),
    headline: '2 purchases',
    sentences: [
      'Bought AAA (rank 1) and BBB (rank 2).',
      'Traded ₹2,50,000, costs ₹312.',
      'Postponed CCC, DDD, EEE and 2 more, and traded only part of BBB, because a rebalance trades at most 25% of the value.',
    ],
  },
  {
    of: 'exits by rank, one that left, one above its limit, and what took their places',
    cycle: cycle(
      [
        order('SELL', 'LEFT', { rule: 'LEFT_UNIVERSE', rank: null }),
        order('SELL', 'FELL', { rank: 44 }),
        order('SELL', 'BIG', { rule: 'CAP_TRIM', rank: 2 }),
        order('SELL', 'YOUNG', stopped({ rank: 50, limited_by: 'MIN_HOLDING' })),
        order('SELL', 'NEAR', stopped({ rank: 22, limited_by: 'HYSTERESIS' })),
        order('BUY', 'NEW'),
        order('BUY', 'MORE', { rule: 'TOP_UP', rank: 3 }),
        order('BUY', 'CLOSE', stopped({ rule: 'TOP_UP', limited_by: 'WITHIN_TOLERANCE' })),
      ],
      { tax: 1234.5 },
    ),
    headline: '3 sales, 2 purchases',
    sentences: [
      'Sold LEFT (left the universe) and FELL (fell to rank 44).',
      'Reduced BIG (above its limit).',
      'Bought NEW (rank 1).',
      'Added to MORE (rank 3).',
      'Traded ₹2,50,000, costs ₹312, tax ₹1,235.',
      'Kept YOUNG, held for less than 31 days.',
      'Kept NEAR, only a little below the top ranks.',
    ],
  },
  {
    of: 'one sale at a loss, of a share that cannot be ranked and is sold in part',
    cycle: cycle(
      [
        order('SELL', 'GAPS', {
          rule: 'UNRANKABLE',
          rank: null,
          limited_by: 'TURNOVER_BUDGET',
          is_whole: false,
        }),
      ],
      { tax: -80.2 },
    ),
    headline: '1 sale',
    sentences: [
      'Reduced GAPS (cannot be ranked).',
      'Traded ₹2,50,000, costs ₹312, tax ₹80 lower by losses.',
      'Traded only part of GAPS, because a rebalance trades at most 25% of the value.',
    ],
  },
  {
    of: 'nothing to do: all ranks are high enough and near their targets',
    cycle: cycle([order('BUY', 'AAA', stopped({ rule: 'TOP_UP', limited_by: 'WITHIN_TOLERANCE' }))]),
    headline: 'nothing traded',
    sentences: ['Nothing was traded: every holding still ranks high enough.'],
  },
  {
    of: 'nothing to do but the cash, which goes into the liquid fund',
    cycle: cycle([], {
      moves: [{ rule: 'LIQUID_SWEEP', symbol: 'LIQUIDCASE', value: 49_950.4, costs: 8.7, tax: 0 }],
    }),
    headline: 'nothing traded',
    sentences: [
      'Nothing was traded: every holding still ranks high enough.',
      'Cash to the liquid fund: ₹49,950 (LIQUIDCASE), costs ₹9.',
    ],
  },
  {
    of: 'a purchase that the liquid fund pays for',
    cycle: cycle([order('BUY', 'AAA')], {
      moves: [{ rule: 'LIQUID_REDEMPTION', symbol: 'LIQUIDCASE', value: 12_000, costs: 15.8, tax: 41.2 }],
    }),
    headline: '1 purchase',
    sentences: [
      'Bought AAA (rank 1).',
      'Traded ₹2,50,000, costs ₹312.',
      'Cash from the liquid fund: ₹12,000 (LIQUIDCASE), costs ₹16, tax ₹41.',
    ],
  },
  {
    of: 'nothing is affordable',
    cycle: cycle([
      order('BUY', 'MRF', stopped({ limited_by: 'WHOLE_SHARES' })),
      order('BUY', 'PAGEIND', stopped({ rank: 2, limited_by: 'WHOLE_SHARES' })),
      order('BUY', 'TCS', stopped({ rank: 3, limited_by: 'CASH' })),
    ]),
    headline: 'nothing traded',
    sentences: [
      'Nothing was traded.',
      'Did not buy TCS, because there is not enough cash.',
      'Did not buy MRF and PAGEIND, because one share costs more than the amount planned for it.',
    ],
  },
  {
    of: 'no share has enough history',
    cycle: cycle([], { ranked: 0 }),
    headline: 'nothing traded',
    sentences: ['Nothing was traded: no share could be ranked.'],
  },
  {
    of: 'no prices today',
    cycle: cycle([
      order('SELL', 'AAA', stopped({ rule: 'DELISTED', limited_by: 'NO_PRICE' })),
      order('BUY', 'BBB', stopped({ limited_by: 'NO_PRICE' })),
    ]),
    headline: 'nothing traded',
    sentences: [
      'Nothing was traded.',
      'Did not buy BBB, because there is no price today.',
      'Did not sell AAA, because there is no price today.',
    ],
  },
  {
    of: 'one more than can be named is named',
    cycle: cycle(['A', 'B', 'C', 'D'].map((symbol) => order('BUY', symbol))),
    headline: '4 purchases',
    sentences: ['Bought A (rank 1), B (rank 1), C (rank 1) and D (rank 1).', 'Traded ₹2,50,000, costs ₹312.'],
  },
];

describe('a cycle in words', () => {
  for (const { of, cycle: told, headline, sentences } of CYCLES)
    it(of, () => {
      assert.equal(cycleHeadline(told), headline);
      assert.deepEqual(cycleSentences(told, 3), sentences);
    });

  const amount = (rupees: number) => amountOf(new Decimal(rupees));
  const finished = (
    change: { netOfTax?: number; drawdownPct?: number; orders?: object[] } = {},
  ): FinishedSession =>
    ({
      day: '2026-03-02',
      session: {
        orders: change.orders ?? [],
        flow: null,
        allocation: null,
        plan: { orders: [], signals: { ranked: [{}], unrankable: [] } },
        traded: amount(2500),
        valuation: { assets: amount(1_002_345), cash: amount(250_586), navNetOfTax: 102_345_000_000n },
      },
      performance: { ...FIRST_PERFORMANCE, netOfTax: 10.2345, drawdownPct: 0, ...change },
      contributions: [],
      market: { symbol: (security: number) => ['AAA', 'BBB'][security] },
    }) as unknown as FinishedSession;
  const policy = { id: '7', name: 'Momentum' };
  const written = { cycle_id: '9', status: 'EXECUTED', plan_id: '1' } as const;

  it('portfolio/Events: the push says what was done, where the policy stands and when it is on again', () => {
    const bought = {
      side: 'BUY',
      security: 1,
      rule: 'ENTRY',
      limited_by: null,
      rank: 4,
      quantity: 50n,
      wanted: 50n,
      charges: { total: amount(3.2) },
      outcome: null,
    };
    // A hundred units at ₹105.50, whose rupees have twice as many decimals as a price or a quantity.
    const swept = {
      ...bought,
      security: 0,
      side: 'BUY',
      rule: 'LIQUID_SWEEP',
      rank: null,
      quantity: 100n * 10n ** 10n,
      price: 1055n * 10n ** 9n,
      charges: { total: amount(1.4) },
    };
    assert.deepEqual(cycleNotice(policy, finished({ orders: [bought, swept] }), written, '2026-04-01'), {
      kind: 'policy_cycle',
      dedupKey: 'policy:7:cycle:2026-03-02',
      title: 'Momentum (paper): 1 purchase',
      body: [
        'Rebalanced on 2 Mar 2026.',
        'Bought BBB (rank 4).',
        'Traded ₹2,500, costs ₹3.',
        'Cash to the liquid fund: ₹10,550 (AAA), costs ₹1.',
        'Value ₹10,02,345, NAV ₹10.23 net of tax (+2.3% since the start). Cash 25%.',
        'Next rebalance: 1 Apr 2026.',
      ].join('\n'),
      payload: { policy_id: '7', cycle_id: '9', date: '2026-03-02', status: 'EXECUTED' },
    });
  });

  it('policies/buy_only_current_targets: the push says what came in and where it went, beside that of a rebalance', () => {
    const { session, ...rest } = finished();
    const of = {
      ...rest,
      contributions: [{ amount: amount(10_000) }, { amount: amount(20_000) }],
      session: { ...session, plan: null, flow: { units: [1n, 2n] }, allocation: { amount: amount(20_000) } },
    } as unknown as FinishedSession;
    const { dedupKey, body } = cycleNotice(policy, of, written, null);
    assert.equal(dedupKey, 'policy:7:contribution:2026-03-02');
    assert.match(
      body,
      /^Invested ₹20,000 of new money in the current targets on 2 Mar 2026\.\n₹30,000 came in by schedule\.\n/,
    );
  });

  for (const [netOfTax, drawdownPct, told] of [
    [9.5, 7.25, '(−5% since the start, 7.3% below its peak)'],
    [10, 0, '(0% since the start)'],
    [9.9999, 0.01, '(0% since the start)'],
  ] as const)
    it(`stands at ${netOfTax}, ${drawdownPct} below: ${told}`, () => {
      const { title, body } = cycleNotice(policy, finished({ netOfTax, drawdownPct }), written, null);
      assert.equal(title, 'Momentum (paper): nothing traded');
      assert.ok(body.includes(told), body);
      assert.doesNotMatch(body, /Next rebalance/);
    });
});

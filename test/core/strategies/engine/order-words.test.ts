import assert from 'node:assert/strict';
import { parseFixed } from '../../../../core/platform/fixed-point.ts';
import {
  ORDER_LIMITS,
  ORDER_RULES,
  orderReason,
  type PlannedOrder,
} from '../../../../core/strategies/engine/index.ts';

type Told = Pick<PlannedOrder, 'rule' | 'limited_by' | 'rank' | 'unrankable' | 'days_held'>;

const CONTEXT = { top_n: 5, max_stock_pct: 12.5, max_sector_pct: 30 };

function words(of: Partial<Told> & Pick<Told, 'rule'>, wanted = 416, quantity = wanted, context = CONTEXT) {
  const order = { limited_by: null, rank: null, unrankable: null, days_held: null, ...of };
  return orderReason(
    { ...order, wanted: parseFixed(String(wanted)), quantity: parseFixed(String(quantity)) },
    context,
  );
}

describe('why an order was made, cut or not made', () => {
  const made: [Partial<Told> & Pick<Told, 'rule'>, string][] = [
    [{ rule: 'LEFT_UNIVERSE' }, 'It left the universe.'],
    [{ rule: 'DELISTED' }, 'It is no longer listed.'],
    [{ rule: 'UNRANKABLE', unrankable: 'NO_PRICE' }, 'It has no close today, so it cannot be ranked.'],
    [
      { rule: 'UNRANKABLE', unrankable: 'SHORT_HISTORY' },
      'It does not have enough price history, so it cannot be ranked.',
    ],
    [
      { rule: 'UNRANKABLE', unrankable: 'GAPS' },
      'It has too many days without a close, so it cannot be ranked.',
    ],
    [{ rule: 'UNRANKABLE', unrankable: 'NO_VARIATION' }, 'It did not move at all, so it cannot be ranked.'],
    [{ rule: 'RANK_EXIT', rank: 9 }, 'It fell to rank 9, below the first 5.'],
    [{ rule: 'CAP_TRIM', rank: 1 }, 'It exceeds a limit on shares or sectors.'],
    [{ rule: 'ENTRY', rank: 2 }, 'New at rank 2.'],
    [{ rule: 'TOP_UP', rank: 2 }, 'Rank 2 and below its target.'],
    [{ rule: 'LIQUID_SWEEP' }, 'Spare cash goes into the liquid fund.'],
    [{ rule: 'LIQUID_REDEMPTION' }, 'The cash did not pay for the purchases and the tax owed.'],
  ];
  for (const [order, sentence] of made) it(sentence, () => assert.equal(words(order), sentence));

  const stopped: [Partial<Told> & Pick<Told, 'rule' | 'limited_by'>, string][] = [
    [
      { rule: 'RANK_EXIT', rank: 7, limited_by: 'HYSTERESIS' },
      'It fell to rank 7, below the first 5, but it is kept until it falls below rank 7.',
    ],
    [
      { rule: 'RANK_EXIT', rank: 8, limited_by: 'MIN_HOLDING', days_held: 30 },
      'It fell to rank 8, below the first 5, but it has been held for 30 days, and is kept for at least 31.',
    ],
    [
      { rule: 'CAP_TRIM', rank: 8, limited_by: 'MIN_HOLDING', days_held: 1 },
      'It exceeds a limit on shares or sectors, but it has been held for one day, and is kept for at least 31.',
    ],
    [
      { rule: 'ENTRY', rank: 1, limited_by: 'TURNOVER_BUDGET' },
      'New at rank 1, but a cycle trades at most 25 % of the value.',
    ],
    [
      { rule: 'ENTRY', rank: 1, limited_by: 'STOCK_CAP' },
      'New at rank 1, but one share may be at most 12.5 % of the value.',
    ],
    [
      { rule: 'ENTRY', rank: 1, limited_by: 'SECTOR_CAP' },
      'New at rank 1, but one sector may be at most 30 % of the value.',
    ],
    [
      { rule: 'DELISTED', limited_by: 'NO_PRICE' },
      'It is no longer listed, and without a price it cannot be traded.',
    ],
    [
      { rule: 'UNRANKABLE', unrankable: 'NO_PRICE', limited_by: 'NO_PRICE' },
      'It has no close today, so it cannot be ranked, and without a price it cannot be traded.',
    ],
    [
      { rule: 'TOP_UP', rank: 1, limited_by: 'WITHIN_TOLERANCE' },
      'Rank 1 and below its target, but it is within 10 % of its target.',
    ],
    [
      { rule: 'ENTRY', rank: 1, limited_by: 'WHOLE_SHARES' },
      'New at rank 1, but its target is less than one whole share.',
    ],
    [
      { rule: 'TOP_UP', rank: 1, limited_by: 'WHOLE_SHARES' },
      'Rank 1 and below its target, but the shortfall is less than one whole share.',
    ],
    [
      { rule: 'ENTRY', rank: 1, limited_by: 'CASH' },
      'New at rank 1, but there is not enough cash, charges included.',
    ],
  ];
  for (const [order, sentence] of stopped) it(sentence, () => assert.equal(words(order, 416, 0), sentence));

  it('an order that was cut says from how many to how many', () => {
    assert.equal(
      words({ rule: 'ENTRY', rank: 1, limited_by: 'TURNOVER_BUDGET' }, 416, 208),
      'New at rank 1. Cut from 416 to 208 shares: a cycle trades at most 25 % of the value.',
    );
    assert.equal(
      words({ rule: 'ENTRY', rank: 1, limited_by: 'CASH' }, 2, 1),
      'New at rank 1. Cut from 2 to 1 shares: there is not enough cash, charges included.',
    );
  });

  it('of a policy that holds one share, the first is one', () => {
    const one = { ...CONTEXT, top_n: 1 };
    assert.equal(words({ rule: 'RANK_EXIT', rank: 2 }, 416, 416, one), 'It fell to rank 2, below the first.');
  });

  it('every rule and limit has its words', () => {
    for (const rule of ORDER_RULES)
      for (const limited_by of ORDER_LIMITS)
        assert.doesNotMatch(
          words({ rule, limited_by, rank: 1, days_held: 3 }, 416, 0),
          /undefined|null|NaN|\?/,
        );
  });
});

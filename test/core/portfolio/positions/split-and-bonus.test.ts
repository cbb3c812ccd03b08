import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { LedgerTransaction } from '../../../../core/portfolio/ledger/transaction.ts';
import type { AppliedAction } from '../../../../core/portfolio/positions/applied-action.ts';
import { deriveRows } from '../../../../core/portfolio/positions/derive-rows.ts';
import { replay } from '../../../../core/portfolio/ledger/ledger.ts';
import { keepBooks } from '../../../support/ledger-oracle.ts';
import { ledger } from '../../../support/ledger-builder.ts';
import { sampled } from '../../../support/soak.ts';

const EX = '2024-01-10';
const action = (
  id: string,
  kind: 'SPLIT' | 'BONUS',
  new_shares: string,
  old_shares = '1',
): AppliedAction => ({
  id,
  kind,
  symbol: 'TCS',
  ex_date: EX,
  new_shares,
  old_shares,
  into_symbol: null,
  into_isin: null,
  cost_pct: null,
  fraction_price: null,
});
const SPLIT = action('1', 'SPLIT', '2');
const BONUS = action('2', 'BONUS', '2');

interface Case {
  recorded: string;
  /** Days and ratios of recorded splits; days and units of recorded free shares. */
  splits?: [day: string, ratio: number][];
  free?: [day: string, units: number][];
  actions: AppliedAction[];
  /** Units at the end, each with its derivation. */
  units: string;
}

/** 10 units before the morning. A 2 for 1 split makes 20 of them, and a 1:1 bonus on these 20 makes 40. */
const CASES: Case[] = [
  { recorded: 'nothing', actions: [SPLIT, BONUS], units: '40' },
  // The row is the split: 10 × 2 = 20, and the bonus of 20 is derived.
  { recorded: 'the split of the day', splits: [[EX, 2]], actions: [SPLIT, BONUS], units: '40' },
  // The row multiplies what the bonus gave before it: (10 + 10) × 2.
  {
    recorded: 'the split three days late',
    splits: [['2024-01-13', 2]],
    actions: [SPLIT, BONUS],
    units: '40',
  },
  // One row of 4 for 1 is both.
  { recorded: 'both as one split', splits: [[EX, 4]], actions: [SPLIT, BONUS], units: '40' },
  // The row is the split, the free shares are the bonus: 10 × 2 + 20.
  {
    recorded: 'the split of the day and 20 free shares',
    splits: [[EX, 2]],
    free: [[EX, 20]],
    actions: [SPLIT, BONUS],
    units: '40',
  },
  // The free shares are the bonus on the 10 units before the split: counted after it they are 20, so 10 more are due.
  {
    recorded: 'the split of the day and 10 free shares',
    splits: [[EX, 2]],
    free: [[EX, 10]],
    actions: [SPLIT, BONUS],
    units: '40',
  },
  {
    recorded: 'the split of the day and 10 free shares weeks later',
    splits: [[EX, 2]],
    free: [['2024-02-01', 10]],
    actions: [SPLIT, BONUS],
    units: '40',
  },
  // Credited before the row that multiplies them: (10 + 10) × 2.
  {
    recorded: '10 free shares, then the split',
    splits: [['2024-01-13', 2]],
    free: [['2024-01-11', 10]],
    actions: [SPLIT, BONUS],
    units: '40',
  },
  {
    recorded: 'the split three days late, then 20 free shares',
    splits: [['2024-01-13', 2]],
    free: [['2024-01-20', 20]],
    actions: [SPLIT, BONUS],
    units: '40',
  },
  // Only a bonus on 20 units gives 20: the split is derived, 10 × 2 + 20.
  { recorded: '20 free shares of the day', free: [[EX, 20]], actions: [SPLIT, BONUS], units: '40' },
  {
    recorded: '20 free shares a week later',
    free: [['2024-01-17', 20]],
    actions: [SPLIT, BONUS],
    units: '40',
  },
  // The split booked as 10 free shares, or half of the bonus: 40 either way.
  { recorded: '10 free shares of the day', free: [[EX, 10]], actions: [SPLIT, BONUS], units: '40' },
  {
    recorded: '10 free shares a week later',
    free: [['2024-01-17', 10]],
    actions: [SPLIT, BONUS],
    units: '40',
  },
  // 10 of the split and 20 of the bonus, in two rows or in one.
  {
    recorded: '10 and 20 free shares',
    free: [
      [EX, 10],
      [EX, 20],
    ],
    actions: [SPLIT, BONUS],
    units: '40',
  },
  { recorded: '30 free shares', free: [[EX, 30]], actions: [SPLIT, BONUS], units: '40' },
  // The bonus in two rows.
  {
    recorded: '10 and 10 free shares',
    free: [
      [EX, 10],
      ['2024-01-12', 10],
    ],
    actions: [SPLIT, BONUS],
    units: '40',
  },
  // A 1:2 bonus on 20 units gives 10, as many as the split: 10 × 2 + 10.
  {
    recorded: '10 free shares, where the bonus is 1:2',
    free: [[EX, 10]],
    actions: [SPLIT, action('2', 'BONUS', '3', '2')],
    units: '30',
  },
  {
    recorded: 'the split of the day and 10 free shares, where the bonus is 1:2',
    splits: [[EX, 2]],
    free: [[EX, 10]],
    actions: [SPLIT, action('2', 'BONUS', '3', '2')],
    units: '30',
  },
  // A split of 5 for 1 gives 40, a 1:1 bonus on 50 gives 50: 10 × 5 + 50.
  {
    recorded: '50 free shares, where the split is 5 for 1',
    free: [[EX, 50]],
    actions: [action('1', 'SPLIT', '5'), BONUS],
    units: '100',
  },
  {
    recorded: '40 free shares, where the split is 5 for 1',
    free: [[EX, 40]],
    actions: [action('1', 'SPLIT', '5'), BONUS],
    units: '100',
  },
  {
    recorded: '10 free shares, where the split is 5 for 1',
    free: [[EX, 10]],
    actions: [action('1', 'SPLIT', '5'), BONUS],
    units: '100',
  },
  // Alone, each is what it always was.
  { recorded: '10 free shares', free: [[EX, 10]], actions: [SPLIT], units: '20' },
  { recorded: '10 free shares', free: [[EX, 10]], actions: [BONUS], units: '20' },
  { recorded: 'a split of the day', splits: [[EX, 2]], actions: [BONUS], units: '20' },
  // The split of the day and a bonus on what it made.
  {
    recorded: 'a split of the day and 20 free shares',
    splits: [[EX, 2]],
    free: [[EX, 20]],
    actions: [BONUS],
    units: '40',
  },
];

function unitsOf(
  recorded: readonly LedgerTransaction[],
  actions: readonly AppliedAction[],
): string | undefined {
  const { rows } = deriveRows(recorded, actions);
  const all = [...recorded, ...rows.map((row, at) => ({ ...row, id: String(1000 + at) }))];
  return replay(all).find('Main', 'TCS')?.quantity.toFixed();
}

describe('free shares and splits of one morning', () => {
  for (const { recorded, splits = [], free = [], actions, units } of CASES) {
    const kinds = actions.map(({ kind }) => kind.toLowerCase()).join(' and ');
    it(`portfolio/Import and ledger rules 3: ${recorded}, then a ${kinds}: ${units} units are held`, () => {
      const book = ledger().buy('TCS', 10, 400, '2023-06-01');
      for (const [day, ratio] of splits) book.split('TCS', ratio, day);
      for (const [day, given] of free) book.buy('TCS', given, 0, day);
      assert.equal(unitsOf(book.rows, actions), units);
      assert.equal(keepBooks(book.rows, actions).get('TCS')?.units.toString(), units);
    });
  }

  it('portfolio/Import and ledger rules 3: any free shares and splits around a morning come out as in a second bookkeeping', () => {
    const days = ['2024-01-08', EX, '2024-01-12', '2024-01-13', '2024-02-01'];
    const ratios: [string, string][] = [
      ['2', '1'],
      ['5', '1'],
      ['3', '2'],
      ['1', '2'],
    ];
    const of = (id: string, kinds: AppliedAction['kind'][]) =>
      fc
        .tuple(fc.constantFrom(...kinds), fc.constantFrom(...ratios))
        .map(([kind, [to, from]]): AppliedAction => ({ ...action(id, 'SPLIT', to, from), kind }))
        .filter(({ kind, new_shares }) => (kind === 'CONSOLIDATION') === (new_shares === '1'));
    const books = fc.record({
      bought: fc.constantFrom(10, 7, 4),
      splits: fc.array(fc.tuple(fc.constantFrom(...days), fc.constantFrom(2, 5, 4, 10)), { maxLength: 2 }),
      free: fc.array(fc.tuple(fc.constantFrom(...days), fc.constantFrom(5, 10, 20, 30, 40, 50, 90, 7)), {
        maxLength: 3,
      }),
      actions: fc.tuple(of('1', ['SPLIT', 'CONSOLIDATION']), of('2', ['BONUS'])),
    });
    fc.assert(
      fc.property(books, ({ bought, splits, free, actions }) => {
        const book = ledger().buy('TCS', bought, 400, '2023-06-01');
        for (const [day, ratio] of splits) book.split('TCS', ratio, day);
        for (const [day, given] of free) book.buy('TCS', given, 0, day);
        assert.equal(unitsOf(book.rows, actions), keepBooks(book.rows, actions).get('TCS')?.units.toString());
      }),
      { numRuns: sampled(300, 20_000) },
    );
  });
});

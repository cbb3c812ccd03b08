import assert from 'node:assert/strict';
import { deriveRows } from '../../../../core/portfolio/positions/derive-rows.ts';
import type { AppliedAction } from '../../../../core/portfolio/positions/applied-action.ts';
import type { LedgerTransaction } from '../../../../core/portfolio/ledger/transaction.ts';
import { taxDocument } from '../../../../core/reports/export/tax-document.ts';
import { schedule112aRows } from '../../../../core/reports/tax/schedule-112a.ts';
import { Decimal } from '../../../../core/platform/index.ts';
import { testCore, type TestCore } from '../../../support/core.ts';
import { ledger, type LedgerBuilder } from '../../../support/ledger-builder.ts';
import { reportOf } from './year-of.ts';

const by = { actor: 'test' };
const action = (id: string, of: Partial<AppliedAction>): AppliedAction => ({
  id,
  kind: 'MERGER',
  symbol: 'OLD',
  ex_date: '2023-07-13',
  new_shares: '1',
  old_shares: '1',
  into_symbol: null,
  into_isin: null,
  cost_pct: null,
  fraction_price: null,
  ...of,
});
/** Recorded rows with all that follows from actions, as the store numbers them. */
function derived(builder: LedgerBuilder, actions: readonly AppliedAction[]): LedgerTransaction[] {
  const { rows } = deriveRows(builder.rows, actions);
  return [...builder.rows, ...rows.map((row, at) => ({ ...row, id: String(1000 + at) }))];
}
const price = (of: number) => ({ price: new Decimal(of), reason: null });

describe('the chain of shares of a lot', () => {
  it('a split, two mergers and a split: Schedule 112A takes the value of the share of 31 January 2018, in its units', async () => {
    // 100 OLD bought 2015 at 500 for 50,000, split 1:2 on 2016-03-01: 200 OLD on 31 January 2018, worth 400 each. 25 OLD
    // become 42 MID on 2019-01-02: 336. 2 MID become 1 NEW on 2023-07-13: 168. NEW split 1:10 on 2024-01-02: 1,680.
    // 840 are sold at 100: 84,000. They are 100 OLD of that day, 40,000; 25,000 was paid. Cost: 40,000, gain 44,000.
    const rows = derived(
      ledger()
        .buy('OLD', 100, 500, '2015-01-01')
        .split('OLD', 2, '2016-03-01')
        .split('NEW', 10, '2024-01-02')
        .sell('NEW', 840, 100, '2025-05-02'),
      [
        action('1', { ex_date: '2019-01-02', into_symbol: 'MID', new_shares: '42', old_shares: '25' }),
        action('2', { symbol: 'MID', into_symbol: 'NEW', new_shares: '1', old_shares: '2' }),
      ],
    );
    const { view, sold } = await reportOf(rows, {
      fy: '2025-26',
      old: { OLD: price(400), MID: price(9999), NEW: price(8888) },
    });
    const [lot] = view.lots;
    assert.equal(
      lot?.chain_words,
      'Bought as OLD on 1 Jan 2015; 1 became 2 by split on 1 Mar 2016; 25 became 42 MID by merger on 2 Jan 2019; 2 became 1 NEW by merger on 13 Jul 2023; 1 became 10 by split on 2 Jan 2024',
    );
    assert.deepEqual(
      lot.chain.map((step) => [step.kind, step.symbol, step.old_shares, step.new_shares]),
      [
        ['BOUGHT', 'OLD', 1, 1],
        ['SPLIT', 'OLD', 1, 2],
        ['MERGER', 'MID', 25, 42],
        ['MERGER', 'NEW', 2, 1],
        ['SPLIT', 'NEW', 1, 10],
      ],
    );
    assert.deepEqual([lot.buy_date, lot.cost, lot.is_bonus], ['2015-01-01', 25_000, false]);
    assert.deepEqual([lot.alternatives[0]?.cost, lot.alternatives[0]?.gain], [40_000, 44_000]);
    const [row] = schedule112aRows(sold);
    assert.deepEqual(
      [
        row?.acquired,
        row?.fmv_total,
        row?.fmv_per_unit,
        row?.capped_fmv,
        row?.cost_used,
        row?.balance,
        row?.remark,
      ],
      // 40,000 of 840 units.
      ['BE', 40_000, 47.619047619, 40_000, 40_000, 44_000, null],
    );
    assert.ok(view.notes.some(({ code }) => code === 'FMV_FORMER_SHARE'));
    const document = taxDocument(view);
    assert.equal([...document.rows][0]?.['chain'], lot.chain_words);
    // The lot that is left has the same chain.
    assert.equal(view.remaining_lots[0]?.chain_words, lot.chain_words);
  });

  it('a demerged share after 31 January 2018 has no value of that day; one of before has its own', async () => {
    // 10 PARENT of 2015; 10 EARLY came in 2017, 10 LATE in 2020. The law is silent on the value of LATE.
    const rows = derived(
      ledger()
        .buy('PARENT', 10, 1000, '2015-01-01')
        .sell('EARLY', 10, 500, '2025-05-02')
        .sell('LATE', 10, 500, '2025-05-02')
        .sell('PARENT', 10, 500, '2025-05-02'),
      [
        action('1', {
          kind: 'DEMERGER',
          symbol: 'PARENT',
          ex_date: '2017-01-02',
          into_symbol: 'EARLY',
          cost_pct: '20',
        }),
        action('2', {
          kind: 'DEMERGER',
          symbol: 'PARENT',
          ex_date: '2020-01-02',
          into_symbol: 'LATE',
          cost_pct: '50',
        }),
      ],
    );
    const old = { PARENT: price(300), EARLY: price(250), LATE: price(1) };
    const { view } = await reportOf(rows, { fy: '2025-26', old });
    assert.deepEqual(
      view.lots.map(({ symbol, cost, is_bonus, alternatives: [rule] }) => [
        symbol,
        cost,
        is_bonus,
        rule?.cost,
      ]),
      [
        // 20% of 10,000 is 2,000: the value of 2,500 is more.
        ['EARLY', 2000, false, 2500],
        ['LATE', 4000, false, null],
        ['PARENT', 4000, false, 4000],
      ],
    );
    assert.match(
      view.lots[1]?.alternatives[0]?.reason ?? '',
      /The law does not say how the value of that day divides/,
    );
    assert.equal(
      view.lots[2]?.chain_words,
      'Bought as PARENT on 1 Jan 2015; a part of the company was demerged on 2 Jan 2017; a part of the company was demerged on 2 Jan 2020',
    );
    assert.ok(view.notes.some(({ code }) => code === 'FMV_BEFORE_DEMERGER'));
  });
});

describe('two actions of one morning', () => {
  it('a fraction that the first pays out has the units of the first alone, and the value of 31 January 2018 by them', async () => {
    // 105 of 2015 become 157.5, half a share is paid out at 60; 157 become 15.7, and 0.7 are paid out. Of 31 January 2018
    // they are 0.5 / 1.5 and 0.7 / 0.15 shares, at 30 each: 10 and 140. 10 of the 15 left are 10 / 0.15 × 30 = 2,000.
    const rows = derived(ledger().buy('TCS', 105, 10, '2015-01-01').sell('TCS', 10, 900, '2019-06-03'), [
      action('1', {
        kind: 'SPLIT',
        symbol: 'TCS',
        ex_date: '2019-01-31',
        new_shares: '3',
        old_shares: '2',
        fraction_price: '60',
      }),
      action('2', {
        kind: 'CONSOLIDATION',
        symbol: 'TCS',
        ex_date: '2019-01-31',
        new_shares: '1',
        old_shares: '10',
        fraction_price: '600',
      }),
    ]);
    const of = async (fy: string) => {
      const { sold } = await reportOf(rows, { fy, old: { TCS: price(30) } });
      return schedule112aRows(sold).map(({ quantity, fmv_total }) => [quantity, fmv_total]);
    };
    assert.deepEqual(await of('2018-19'), [
      [0.5, 10],
      [0.7, 140],
    ]);
    assert.deepEqual(await of('2019-20'), [[10, 2000]]);
  });
});

describe('units of unknown purchase through a merger', () => {
  it('their term stays unknown: the merger keeps only a day on which they were already held', async () => {
    // Held on 1 June 2024, merged in September, sold in December.
    const rows = derived(ledger().opening('OLD', 10, '2024-06-01').sell('NEW', 10, 100, '2024-12-02'), [
      action('1', { ex_date: '2024-09-02', into_symbol: 'NEW' }),
    ]);
    const { view } = await reportOf(rows, { fy: '2024-25' });
    assert.deepEqual(
      view.lots.map(({ symbol, buy_date, term, term_reason }) => [symbol, buy_date, term, term_reason]),
      [['NEW', '2024-06-01', null, 'They were held on 1 Jun 2024; the purchase date is unknown.']],
    );
    // Of either term: each total excludes them.
    assert.deepEqual([view.short_term.left_out?.units, view.long_term.left_out?.units], [10, 10]);
    // So do units of unknown cost that a broker booked for a demerger, before and after they move on.
    const booked = ledger().buy('OLD', 10, 100, '2024-05-02').opening('PART', 10, '2024-06-03');
    const [demerger, merger] = [
      action('1', { kind: 'DEMERGER', ex_date: '2024-06-03', into_symbol: 'PART', cost_pct: '20' }),
      action('2', { symbol: 'PART', ex_date: '2024-09-02', into_symbol: 'NEW' }),
    ];
    const termOf = async (symbol: string, actions: AppliedAction[]) => {
      const sold = ledger()
        .sell(symbol, 10, 100, '2024-12-02')
        .rows.map((row) => ({ ...row, id: '9' }));
      const { rows: own } = deriveRows([...booked.rows, ...sold], actions);
      const all = [...booked.rows, ...sold, ...own.map((row, at) => ({ ...row, id: String(1000 + at) }))];
      const report = await reportOf(all, { fy: '2024-25' });
      return report.view.lots.map((lot) => [lot.symbol, lot.cost, lot.term]);
    };
    assert.deepEqual(await termOf('PART', [demerger]), [['PART', null, null]]);
    assert.deepEqual(await termOf('NEW', [demerger, merger]), [['NEW', null, null]]);
  });
});

describe('the chain of shares of a person’s lots', () => {
  let fixture: TestCore;
  beforeEach(async () => {
    fixture = await testCore({ at: '2026-03-02T06:00:00.000Z' });
  });
  afterEach(() => fixture.close());
  const trade = async (symbol: string, type: string, quantity: number, cost: number, date: string) =>
    await fixture.core.portfolio.transactions.create(
      fixture.owner,
      { portfolio: 'Main', symbol, type, quantity, price: cost, date, currency: 'INR' } as never,
      by,
    );
  const act = async (of: object) =>
    await fixture.core.corporateActions.create(
      fixture.owner,
      { portfolio: 'Main', new_shares: 1, old_shares: 1, ...of },
      by,
    );
  const chains = async () => {
    const { core, owner } = fixture;
    const tax = await core.reports.tax.read(owner);
    return tax.remaining_lots.map(({ symbol, is_bonus, chain_words }) => [symbol, is_bonus, chain_words]);
  };

  it('a rename is a step, on the holding page too', async () => {
    await trade('ZOMATO', 'BUY', 10, 100, '2022-01-03');
    await act({ symbol: 'ZOMATO', kind: 'RENAME', ex_date: '2025-04-09', into_symbol: 'ETERNAL' });
    const words = 'Bought as ZOMATO on 3 Jan 2022; renamed ETERNAL on 9 Apr 2025';
    assert.deepEqual(await chains(), [['ETERNAL', false, words]]);
    const { lots } = await fixture.core.reports.holding.read(fixture.owner, { symbol: 'ETERNAL' });
    assert.deepEqual(
      lots.map(({ chain_words }) => chain_words),
      [words],
    );
  });

  it('a demerger before a rename: the share that stayed is no demerged part, and the part has no name of later', async () => {
    // As Tata Motors in October 2025: the demerger on the 14th, the new name on the 24th.
    await trade('TATAMOTORS', 'BUY', 10, 400, '2015-01-01');
    await act({
      symbol: 'TATAMOTORS',
      kind: 'DEMERGER',
      ex_date: '2025-10-14',
      into_symbol: 'TMCV',
      cost_pct: 30,
    });
    await act({ symbol: 'TATAMOTORS', kind: 'RENAME', ex_date: '2025-10-24', into_symbol: 'TMPV' });
    assert.deepEqual(await chains(), [
      ['TMCV', false, 'Bought as TATAMOTORS on 1 Jan 2015; 1 TMCV came for 1 by demerger on 14 Oct 2025'],
      [
        'TMPV',
        false,
        'Bought as TATAMOTORS on 1 Jan 2015; a part of the company was demerged on 14 Oct 2025; renamed TMPV on 24 Oct 2025',
      ],
    ]);
    await trade('TMPV', 'SELL', 10, 500, '2025-12-01');
    const { lots, notes } = await fixture.core.reports.tax.read(fixture.owner);
    // The value of 31 January 2018 is that of this share, and only its price is missing.
    assert.match(lots[0]?.alternatives[0]?.reason ?? '', /price on 31 January 2018 cannot be looked up/);
    assert.ok(notes.some(({ code }) => code === 'FMV_MISSING'));
  });

  it('free shares that a broker booked for a demerger are no bonus while it is applied; others are', async () => {
    await trade('ITC', 'BUY', 100, 400, '2022-01-03');
    const booked = await trade('ITCHOTELS', 'BUY', 10, 0, '2025-01-08');
    await trade('FREE', 'BUY', 10, 0, '2025-01-08');
    const of = async (symbol: string) => (await chains()).find(([name]) => name === symbol)?.[1];
    assert.deepEqual([await of('ITCHOTELS'), await of('FREE')], [true, true]);
    const demerger = {
      symbol: 'ITC',
      kind: 'DEMERGER',
      ex_date: '2025-01-06',
      into_symbol: 'ITCHOTELS',
      new_shares: 1,
      old_shares: 10,
      cost_pct: 13.51,
    };
    const { id } = await act(demerger);
    assert.deepEqual([await of('ITCHOTELS'), await of('FREE')], [false, true]);
    // The broker's row stands, at no cost and from its own day: the report says so, and how cost and date carry over.
    const words = async () => {
      const { notes } = await fixture.core.reports.tax.read(fixture.owner);
      const [, , own] = (await chains()).find(([name]) => name === 'ITCHOTELS') ?? [];
      return [own, notes.some(({ code }) => code === 'BOOKED_UNITS')];
    };
    assert.deepEqual(await words(), ['By demerger as ITCHOTELS on 8 Jan 2025', true]);
    await fixture.core.corporateActions.undo(fixture.owner, id, by);
    assert.equal(await of('ITCHOTELS'), true);
    assert.deepEqual(await words(), [null, false]);
    // Without that row: 13.51% of 40,000, held since 2022.
    await fixture.core.portfolio.transactions.remove(fixture.owner, booked.id, by);
    await act(demerger);
    const { remaining_lots } = await fixture.core.reports.tax.read(fixture.owner);
    assert.deepEqual(
      remaining_lots.map(({ symbol, buy_date, cost }) => [symbol, buy_date, cost]),
      [
        ['FREE', '2025-01-08', 0],
        ['ITC', '2022-01-03', 34_596],
        ['ITCHOTELS', '2022-01-03', 5_404],
      ],
    );
  });
});

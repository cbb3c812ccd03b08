import assert from 'node:assert/strict';
import { taxText } from '../../../../bot/text/tax.ts';
import { taxDocument } from '../../../../core/reports/export/tax-document.ts';
import { explainTax } from '../../../../core/reports/tax/explanations.ts';
import { costless112aRows, schedule112aRows } from '../../../../core/reports/tax/schedule-112a.ts';
import { schedule112aCsv } from '../../../../core/reports/tax/schedule-112a-csv.ts';
import type { UndecidedAction } from '../../../../core/portfolio/index.ts';
import type { TaxLot, TaxReportView } from '../../../../core/reports/tax/view.ts';
import { ledger } from '../../../support/ledger-builder.ts';
import { ratesOf, reportOf } from './year-of.ts';

const brief = (lot: TaxLot) => [
  lot.symbol,
  lot.quantity,
  lot.buy_date,
  lot.sell_date,
  lot.cost,
  lot.proceeds,
  lot.gain,
  lot.term,
];

describe('tax report', () => {
  it('portfolio/Report rules 9: fees of purchases raise the cost, fees of sales lower the proceeds, oldest lots first', async () => {
    // 10 at 100 with a fee of 20 cost 1,020; 10 at 150 with a fee of 30 cost 1,530.
    // 15 sold at 200 with a fee of 45 bring 3,000 - 45 = 2,955, which is 197 a share.
    // The first 10: 1,970 - 1,020 = 950, held from 10 January 2024 to 20 May 2025: long.
    // The other 5: 985 - 765 (half of 1,530) = 220, held from 1 December 2024: short. The fee is 30 and 15.
    const { rows } = ledger()
      .buy('TCS', 10, 100, '2024-01-10', 20)
      .buy('TCS', 10, 150, '2024-12-01', 30)
      .sell('TCS', 15, 200, '2025-05-20', 45);
    const { view } = await reportOf(rows, { fy: '2025-26' });
    assert.deepEqual(view.lots.map(brief), [
      ['TCS', 10, '2024-01-10', '2025-05-20', 1020, 1970, 950, 'LONG'],
      ['TCS', 5, '2024-12-01', '2025-05-20', 765, 985, 220, 'SHORT'],
    ]);
    assert.deepEqual(
      view.lots.map(({ sale_fee, held_days, sell_transaction_id, buy_transaction_id }) => [
        sale_fee,
        held_days,
        sell_transaction_id,
        buy_transaction_id,
      ]),
      // 21 days of January, 335 of the rest of 2024 and 140 of 2025 are 496; 30 days of December and 140 are 170
      [
        [30, 496, '3', '1'],
        [15, 170, '3', '2'],
      ],
    );
    assert.deepEqual(
      [view.short_term.gain, view.long_term.gain, view.long_term.cost, view.long_term.proceeds],
      [220, 950, 1020, 1970],
    );
    assert.deepEqual(view.short_term.by_currency, [
      { currency: 'INR', lots: 1, cost: 765, proceeds: 985, gain: 220 },
    ]);
    // 5 are left with the other half of 1,530
    assert.deepEqual(
      view.remaining_lots.map(({ quantity, cost, unit_cost, long_term_from, term }) => [
        quantity,
        cost,
        unit_cost,
        long_term_from,
        term,
      ]),
      [[5, 765, 153, '2025-12-02', 'LONG']],
    );
    assert.deepEqual([view.remaining.cost, view.counts.remaining_lots], [765, 1]);
  });

  it('portfolio/Report rules 9: units of unknown cost are sold and held without a gain, in no total, and the totals say so', async () => {
    // 20 were there on 1 March 2024, 10 were bought on 1 June 2024 at 100. 25 are sold at 150 with a fee of 50 on
    // 1 May 2025: the 20 first, 20 × 150 - 40 of the fee = 2,960; then 5 of the 10: 750 - 10 - 500 = 240, short-term.
    // On 1 March 2024 they were there, so that 14 months later they are long-term, whenever they were bought.
    const { rows } = ledger()
      .opening('TCS', 20, '2024-03-01')
      .buy('TCS', 10, 100, '2024-06-01')
      .sell('TCS', 25, 150, '2025-05-01', 50)
      .opening('INFY', 8, '2025-12-01');
    const { costless, sold, view } = await reportOf(rows, { fy: '2025-26' });
    assert.deepEqual(view.lots.map(brief), [
      ['TCS', 5, '2024-06-01', '2025-05-01', 500, 740, 240, 'SHORT'],
      ['TCS', 20, '2024-03-01', '2025-05-01', null, 2960, null, 'LONG'],
    ]);
    assert.equal(
      view.lots[1]?.cost_reason,
      'The cost of these units is unknown. Record it under Data quality, Opening positions, to include them.',
    );
    assert.deepEqual([view.lots[1]?.sale_fee, view.lots[1]?.alternatives], [40, []]);
    assert.deepEqual(
      [view.short_term.gain, view.short_term.lots, view.long_term.gain, view.long_term.lots],
      [240, 1, null, 0],
    );
    // Nothing of the long term is known but its units; the 240 are all of the short term.
    assert.deepEqual(
      [view.long_term.state, view.long_term.left_out?.units, view.long_term.left_out?.proceeds],
      ['UNAVAILABLE', 20, 2960],
    );
    assert.match(view.long_term.reason ?? '', /^The cost or the purchase of these units is unknown\./);
    assert.deepEqual([view.short_term.state, view.short_term.left_out], ['AVAILABLE', null]);
    assert.deepEqual(
      [view.remaining.state, view.remaining.left_out?.units, view.remaining.left_out?.proceeds],
      ['PARTIAL', 8, null],
    );
    // The rule of the 20 has no gain, and so no tax.
    assert.deepEqual(
      view.alternatives.map(({ term, gain, tax, lots }) => [term, gain, tax, lots]),
      [
        ['SHORT', 240, 48, 1],
        ['LONG', null, null, 1],
      ],
    );
    assert.match(
      taxText(view).text,
      /Long-term gain unknown, partial: excludes 20 units sold for ₹2,960\.00, whose gain is unknown/,
    );
    assert.deepEqual([view.unmatched_sells, view.counts.lots], [[], 2]);
    // 5 TCS are left of the purchase; of INFY nobody knows when the 8 were bought, so that their term is open.
    assert.deepEqual(
      view.remaining_lots.map(({ symbol, quantity, cost, unit_cost, term }) => [
        symbol,
        quantity,
        cost,
        unit_cost,
        term,
      ]),
      [
        ['INFY', 8, null, null, null],
        ['TCS', 5, 500, 100, 'LONG'],
      ],
    );
    assert.deepEqual([view.remaining.cost, view.remaining.lots, view.remaining.reason], [500, 1, null]);
    assert.ok(view.notes.some(({ code }) => code === 'COST_UNKNOWN'));
    assert.deepEqual(schedule112aRows(sold), []);
    // The schedule has them without a cost, with the reason, and its file leaves the cells empty.
    const rows112a = costless112aRows(costless);
    assert.deepEqual(
      rows112a.map((row) => [
        row.quantity,
        row.full_value,
        row.expenses,
        row.actual_cost,
        row.balance,
        row.remark,
      ]),
      [[20, 3000, 40, null, null, view.lots[1]?.cost_reason]],
    );
    assert.match(
      schedule112aCsv(rows112a, '2025-26'),
      /,20,150,3000\.00,,,,,,40\.00,,,"The cost of these units is unknown/,
    );
    const file = [...taxDocument(view).rows].map(({ section, symbol, cost, gain, reason }) => [
      section,
      symbol,
      cost ?? null,
      gain ?? null,
      reason ?? null,
    ]);
    const why =
      'The cost of these units is unknown. Record it under Data quality, Opening positions, to include them.';
    assert.deepEqual(file.slice(0, 4), [
      ['sold', 'TCS', 500, 240, null],
      ['sold', 'TCS', null, null, why],
      ['held', 'INFY', null, null, why],
      ['held', 'TCS', 500, null, null],
    ]);
  });

  it('a total that excludes sales without a known cost or purchase is partial, with their units and proceeds, everywhere', async () => {
    // 10 of 25 are known: 15 at 50 less 15 of the fee of 25 = 735, of which nobody knows the term. 4 INFY of an opening were
    // sold within a year of it: 4 × 60 = 240 of either term.
    const { rows } = ledger()
      .buy('ITC', 10, 40, '2025-04-05')
      .sell('ITC', 25, 50, '2025-06-01', 25)
      .opening('INFY', 4, '2025-04-01')
      .sell('INFY', 4, 60, '2025-06-02');
    const { view } = await reportOf(rows, { fy: '2025-26' });
    const { short_term, long_term, intraday, remaining } = view;
    assert.deepEqual(
      [short_term, long_term].map(({ state, gain, left_out }) => [
        state,
        gain,
        left_out?.lots,
        left_out?.units,
        left_out?.proceeds,
      ]),
      [
        ['PARTIAL', 90, 2, 19, 975],
        ['PARTIAL', 0, 2, 19, 975],
      ],
    );
    assert.deepEqual([intraday.state, remaining.state], ['AVAILABLE', 'AVAILABLE']);
    const { text } = taxText(view);
    const part = 'partial: excludes 19 units sold for ₹975.00, whose gain is unknown';
    assert.ok(text.includes(`Short-term gain +₹90.00, 1 lot, ${part}`), text);
    assert.ok(text.includes(`Long-term gain unknown, ${part}`), text);
    assert.ok(text.includes('Estimated tax of the sales with a known cost'), text);
    const document = taxDocument(view);
    assert.deepEqual(
      document.figure_rows.map((row) => [
        row['term'],
        row['state'],
        row['units_left_out'],
        row['proceeds_left_out'],
      ]),
      [
        ['SHORT', 'PARTIAL', 19, 975],
        ['LONG', 'PARTIAL', 19, 975],
      ],
    );
    assert.equal(document.key_figures[0]?.label, 'Short-term gain (partial)');
    assert.ok(
      document.notes.some((note) => note.startsWith('Partial: excludes 19 units with proceeds of INR 975.')),
    );
    const [explained] = explainTax(view, ratesOf({}));
    assert.match(explained?.reason ?? '', /^Partial: excludes 19 units/);
  });

  it('units that were there on a day and were sold within a year of it: the term is not known either', async () => {
    const { rows } = ledger().opening('TCS', 20, '2025-03-01').sell('TCS', 20, 150, '2025-05-01');
    const { view } = await reportOf(rows, { fy: '2025-26' });
    assert.deepEqual(
      view.lots.map(({ term, term_reason }) => [term, term_reason]),
      [[null, 'They were held on 1 Mar 2025; the purchase date is unknown.']],
    );
  });

  it('portfolio/Report rules 9: a sale without enough known purchases never gets a made-up cost', async () => {
    // 10 are known of the 25 sold: 15 at 50 are unmatched, 750 less 15/25 of the fee of 25 = 735.
    const { rows } = ledger()
      .buy('ITC', 10, 40, '2025-04-05')
      .sell('ITC', 25, 50, '2025-06-01', 25)
      .sell('INFY', 3, 1500, '2025-06-02');
    const { view } = await reportOf(rows, { fy: '2025-26' });
    assert.deepEqual(view.lots.map(brief), [['ITC', 10, '2025-04-05', '2025-06-01', 400, 490, 90, 'SHORT']]);
    assert.deepEqual(
      view.unmatched_sells.map(({ symbol, quantity, proceeds, sell_date }) => [
        symbol,
        quantity,
        proceeds,
        sell_date,
      ]),
      [
        ['ITC', 15, 735, '2025-06-01'],
        ['INFY', 3, 4500, '2025-06-02'],
      ],
    );
    assert.match(
      view.unmatched_sells[0]?.reason ?? '',
      /Import the missing purchases, or add an opening position/,
    );
    assert.equal(view.short_term.gain, 90);
    assert.ok(view.notes.some(({ code }) => code === 'UNMATCHED_SELLS'));
  });

  it('portfolio/Report rules 9: only sales from 1 April to 31 March count, and what is left is that of the last day', async () => {
    const { rows } = ledger()
      .buy('TCS', 40, 100, '2024-01-01')
      .sell('TCS', 10, 110, '2025-03-31')
      .sell('TCS', 10, 120, '2025-04-01')
      .sell('TCS', 10, 130, '2026-03-31')
      .sell('TCS', 10, 140, '2026-04-01');
    const days = async (fy: string) => {
      const { view } = await reportOf(rows, { fy });
      return [
        view.lots.map(({ sell_date }) => sell_date),
        view.remaining_lots.map(({ quantity }) => quantity),
      ];
    };
    assert.deepEqual(await days('2023-24'), [[], [40]]);
    assert.deepEqual(await days('2024-25'), [['2025-03-31'], [30]]);
    assert.deepEqual(await days('2025-26'), [['2025-04-01', '2026-03-31'], [10]]);
    assert.deepEqual(await days('2026-27'), [['2026-04-01'], []]);
  });

  it('a split keeps the day of purchase; a bonus share costs nothing and is held from its allotment', async () => {
    // 10 at 1,000 split 1:5 are 50 at 200 each. A 1:1 bonus of 50 comes on 2 September 2024 for nothing.
    // 70 sold at 300 on 1 May 2025: 50 of 2023 (15,000 - 10,000 = 5,000, long), 20 bonus (6,000 - 0, short).
    const { rows } = ledger()
      .buy('TCS', 10, 1000, '2023-06-01')
      .split('TCS', 5, '2024-03-01')
      .buy('TCS', 50, 0, '2024-09-02')
      .sell('TCS', 70, 300, '2025-05-01');
    const { view } = await reportOf(rows, { fy: '2025-26' });
    assert.deepEqual(
      view.lots.map((lot) => [...brief(lot), lot.is_bonus]),
      [
        ['TCS', 50, '2023-06-01', '2025-05-01', 10000, 15000, 5000, 'LONG', false],
        ['TCS', 20, '2024-09-02', '2025-05-01', 0, 6000, 6000, 'SHORT', true],
      ],
    );
    assert.deepEqual(
      view.remaining_lots.map(({ quantity, cost, is_bonus }) => [quantity, cost, is_bonus]),
      [[30, 0, true]],
    );
    const codes = view.notes.map(({ code }) => code);
    assert.ok(codes.includes('SPLITS') && codes.includes('BONUS_SHARES'));
  });

  it('what takes a sale back has negative figures; a purchase taken back is neither short nor long', async () => {
    // Sold 5 at 120 (cost 500, gain 100), taken back: the same with a minus. A purchase of 5 at 90 with a fee of 10
    // taken back at 90: 450 back for a cost of 460.
    const { rows } = ledger()
      .buy('TCS', 5, 100, '2025-04-10')
      .sell('TCS', 5, 120, '2025-05-10')
      .sell('TCS', -5, 120, '2025-05-10')
      .buy('ITC', 5, 90, '2025-06-10', 10)
      .buy('ITC', -5, 90, '2025-06-10');
    const { view } = await reportOf(rows, { fy: '2025-26' });
    assert.deepEqual(
      view.lots.map((lot) => [lot.kind, ...brief(lot)]),
      [
        ['SALE', 'TCS', 5, '2025-04-10', '2025-05-10', 500, 600, 100, 'SHORT'],
        ['SALE_CANCELLED', 'TCS', -5, '2025-04-10', '2025-05-10', -500, -600, -100, 'SHORT'],
        ['PURCHASE_CANCELLED', 'ITC', 5, '2025-06-10', '2025-06-10', 460, 450, -10, null],
      ],
    );
    assert.deepEqual([view.short_term.gain, view.short_term.lots], [0, 2]);
    assert.deepEqual(view.lots[2]?.alternatives, []);
    assert.ok(view.lots[2]?.term_reason !== null);
  });

  it('other currencies: sums of each, and in the currency of the report at the rates of both days', async () => {
    // 10 at $20 with a fee of $1 cost $201; at 80 that is ₹16,080. Sold at $30 less $2: $298, at 85 ₹25,330.
    // The gain is $97 and ₹9,250.
    const { rows } = ledger()
      .buy('TCS', 1, 100, '2025-04-10')
      .sell('TCS', 1, 150, '2025-04-20')
      .currency('USD')
      .buy('AAPL', 10, 20, '2025-04-10', 1)
      .sell('AAPL', 10, 30, '2025-05-10', 2);
    const fx = ratesOf({ 'USD 2025-04-10': 80, 'USD 2025-05-10': 85 });
    const securities = { AAPL: { asset_class: 'US Equity' } } as const;
    const { view } = await reportOf(rows, { fy: '2025-26', fx, securities });
    assert.deepEqual(view.short_term.by_currency, [
      { currency: 'INR', lots: 1, cost: 100, proceeds: 150, gain: 50 },
      { currency: 'USD', lots: 1, cost: 201, proceeds: 298, gain: 97 },
    ]);
    const apple = view.lots.find(({ symbol }) => symbol === 'AAPL');
    assert.deepEqual(
      [apple?.gain, apple?.cost_base, apple?.proceeds_base, apple?.gain_base],
      [97, 16080, 25330, 9250],
    );
    assert.equal(view.short_term.gain, 9300);
    const without = await reportOf(rows, { fy: '2025-26', securities });
    assert.deepEqual([without.view.short_term.gain, without.view.short_term.by_currency.length], [null, 2]);
    assert.match(without.view.short_term.reason ?? '', /no exchange rate in INR for USD/);
    assert.deepEqual([without.view.long_term.gain, without.view.long_term.reason], [0, null]);
  });

  it('portfolio/Report rules 9: a lot without a rate says on its own row which day has none, in the file too', async () => {
    const { rows } = ledger()
      .buy('TCS', 1, 100, '2025-04-10')
      .sell('TCS', 1, 150, '2025-04-20')
      .currency('USD')
      .buy('AAPL', 10, 20, '2025-04-10')
      .sell('AAPL', 4, 30, '2025-05-10');
    const securities = { AAPL: { asset_class: 'US Equity' } } as const;
    const reasons = ({ lots, remaining_lots }: TaxReportView) => [
      lots.map(({ symbol, base_reason }) => [symbol, base_reason]),
      remaining_lots.map(({ symbol, base_reason }) => [symbol, base_reason]),
    ];
    const none = (await reportOf(rows, { fy: '2025-26', securities })).view;
    const sold =
      'There is no exchange rate from USD to INR for the purchase on 10 Apr 2025 and the sale on 10 May 2025.';
    const held = 'There is no exchange rate from USD to INR for the purchase on 10 Apr 2025.';
    assert.deepEqual(reasons(none), [
      [
        ['TCS', null],
        ['AAPL', sold],
      ],
      [['AAPL', held]],
    ]);
    assert.deepEqual(
      [...taxDocument(none).rows]
        .filter(({ section }) => section === 'sold' || section === 'held')
        .map(({ section, symbol, reason }) => [section, symbol, reason]),
      [
        ['sold', 'TCS', null],
        ['sold', 'AAPL', sold],
        ['held', 'AAPL', held],
      ],
    );
    const fx = ratesOf({ 'USD 2025-04-10': 80, 'USD 2025-05-10': 85 });
    const known = (await reportOf(rows, { fy: '2025-26', fx, securities })).view;
    assert.deepEqual(reasons(known), [
      [
        ['TCS', null],
        ['AAPL', null],
      ],
      [['AAPL', null]],
    ]);
  });

  it('portfolio/Report rules 9: bonds and debt funds are long-term after 36 months, everything else after 12', async () => {
    const book = ledger();
    for (const symbol of ['SHARE', 'USSHARE', 'BEES', 'FLEXI', 'LIQUID', 'GILT', 'BOND', 'GOLD'])
      book.buy(symbol, 1, 100, '2023-01-10').sell(symbol, 1, 110, '2025-06-10');
    const { view } = await reportOf(book.rows, {
      fy: '2025-26',
      securities: {
        USSHARE: { asset_class: 'US Equity' },
        BEES: { asset_class: 'ETF', name: 'Nippon India ETF Nifty BeES' },
        FLEXI: { asset_class: 'Mutual Fund', name: 'Parag Parikh Flexi Cap Fund' },
        LIQUID: { asset_class: 'Mutual Fund', name: 'HDFC Liquid Fund - Direct Plan' },
        GILT: { asset_class: 'ETF', name: 'Nifty 10 yr Benchmark G-Sec ETF' },
        BOND: { asset_class: 'Bond' },
        GOLD: { asset_class: 'Commodity' },
      },
    });
    assert.deepEqual(
      Object.fromEntries(view.lots.map(({ symbol, group, term }) => [symbol, `${group} ${term}`])),
      {
        SHARE: 'EQUITY LONG',
        USSHARE: 'EQUITY LONG',
        BEES: 'EQUITY LONG',
        FLEXI: 'EQUITY LONG',
        GOLD: 'EQUITY LONG',
        LIQUID: 'DEBT SHORT',
        GILT: 'DEBT SHORT',
        BOND: 'DEBT SHORT',
      },
    );
  });

  it('a year whose only sales are of unknown cost or purchase is marked too while a corporate action waits', async () => {
    // A split 10 for 1 of June 2025 waits. 100 were sold: 10 of unknown cost, and 90 that only the split explains.
    const { rows } = ledger().opening('TCS', 10, '2020-01-01').sell('TCS', 100, 50, '2025-07-01');
    const split = {
      id: '1',
      portfolio: 'Main',
      symbol: 'TCS',
      from: '2025-06-02',
      title: 'TCS split',
      ratio: 10,
    };
    const marked = async (undecided: UndecidedAction[]) => {
      const { view } = await reportOf(rows, { fy: '2025-26', undecided });
      const { short_term, long_term, notes } = view;
      return [
        short_term.provisional_reason !== null,
        long_term.provisional_reason !== null,
        notes.some(({ code }) => code === 'ACTIONS_UNDECIDED'),
        taxText(view).text.includes('waits for your decision'),
      ];
    };
    assert.deepEqual(await marked([split]), [true, true, true, true]);
    assert.deepEqual(await marked([{ ...split, from: '2025-07-02' }]), [false, false, false, false]);
    // Remaining units of unknown cost are marked as well.
    const held = await reportOf(ledger().opening('TCS', 10, '2020-01-01').rows, {
      fy: '2025-26',
      undecided: [split],
    });
    assert.match(held.view.remaining.provisional_reason ?? '', /1 corporate action waits for your decision/);
  });
});

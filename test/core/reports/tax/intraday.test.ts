import assert from 'node:assert/strict';
import { taxDocument } from '../../../../core/reports/export/tax-document.ts';
import { taxText } from '../../../../bot/text/tax.ts';
import type { TaxLot } from '../../../../core/reports/tax/view.ts';
import { schedule112aRows } from '../../../../core/reports/tax/schedule-112a.ts';
import { ledger } from '../../../support/ledger-builder.ts';
import { testCore, type TestCore } from '../../../support/core.ts';
import { reportOf } from './year-of.ts';

const by = { actor: 'test' };
const gainsOf = (lots: readonly TaxLot[]) =>
  lots.map(({ symbol, gain }) => [symbol, gain]).sort(([a], [b]) => String(a).localeCompare(String(b)));

describe('intraday trades in the tax report', () => {
  it('they are speculative business in a section of their own, in no term and under no rule, in the file and in chat', async () => {
    // 10 at 800 (8,000, fee 1) sold that day at 806 (8,060, fee 2): 8,058 - 8,001 = 57. The other 5 of the sale are of 2020:
    // 5 × 806 = 4,030 less 1 of the fee of 3, cost 5 × 200: 3,029, long-term.
    const { rows } = ledger()
      .intradayFirst()
      .buy('SBIN', 20, 200, '2020-01-01')
      .buy('SBIN', 10, 800, '2025-07-01', 1)
      .sell('SBIN', 15, 806, '2025-07-01', 3);
    const { view, sold } = await reportOf(rows, { fy: '2025-26' });
    assert.deepEqual(
      view.intraday_lots.map((lot) => [lot.quantity, lot.gain, lot.term, lot.is_intraday, lot.alternatives]),
      [[10, 57, null, true, []]],
    );
    assert.match(view.intraday_lots[0]?.term_reason ?? '', /speculative business income.*section 43\(5\)/);
    assert.deepEqual(
      view.lots.map((lot) => [lot.buy_date, lot.quantity, lot.gain, lot.term]),
      [['2020-01-01', 5, 3029, 'LONG']],
    );
    assert.deepEqual(
      [view.intraday.gain, view.intraday.lots, view.short_term.lots, view.long_term.gain],
      [57, 1, 0, 3029],
    );
    assert.equal(view.counts.intraday_lots, 1);
    assert.deepEqual(
      view.remaining_lots.map(({ buy_date, quantity }) => [buy_date, quantity]),
      [['2020-01-01', 15]],
    );
    assert.deepEqual(
      schedule112aRows(sold).map(({ quantity }) => quantity),
      [5],
    );
    const document = taxDocument(view);
    assert.deepEqual(
      [...document.rows].map(({ section, quantity, gain }) => [section, quantity, gain]).slice(0, 2),
      [
        ['sold', 5, 3029],
        ['intraday', 10, 57],
      ],
    );
    assert.deepEqual(
      document.figure_rows
        .filter(({ section }) => section === 'total')
        .map(({ term, gain_base }) => [term, gain_base]),
      [
        ['SHORT', 0],
        ['LONG', 3029],
        ['INTRADAY', 57],
      ],
    );
    assert.match(taxText(view).text, /Intraday gain \+?₹57.*1 lot: speculative business, not a capital gain/);
    assert.ok(view.notes.some(({ code }) => code === 'INTRADAY'));
  });

  it('a fund that was switched within a day is no speculation: its units are a short-term gain', async () => {
    const { rows } = ledger()
      .intradayFirst()
      .buy('FUND', 10, 100, '2025-07-01')
      .sell('FUND', 10, 101, '2025-07-01');
    const securities = { FUND: { asset_class: 'Mutual Fund' } } as const;
    const { view } = await reportOf(rows, { fy: '2025-26', securities });
    assert.deepEqual([view.intraday.lots, view.short_term.gain], [0, 10]);
  });
});

describe('intraday trades of a person', () => {
  let fixture: TestCore;
  before(async () => {
    fixture = await testCore({ at: '2026-03-02T06:00:00.000Z' });
    for (const symbol of ['SBIN', 'NIFTYBEES', 'FUND', 'NCD', 'AAPL']) {
      await trade(symbol, 'BUY', 10, 100, '2024-01-02');
      await trade(symbol, 'BUY', 10, 200, '2025-07-01');
      await trade(symbol, 'SELL', 10, 210, '2025-07-01');
    }
  });
  after(() => fixture.close());

  const OF: Record<string, object> = {
    SBIN: { isin: 'INE062A01020' },
    NIFTYBEES: { asset_class: 'ETF', isin: 'INF204KB14I2' },
    FUND: { asset_class: 'Mutual Fund', isin: 'INF179K01XD8' },
    NCD: { isin: 'INE414G07IF1' },
    AAPL: { asset_class: 'US Equity', currency: 'USD' },
  };
  const trade = async (symbol: string, type: string, quantity: number, price: number, date: string) =>
    await fixture.core.portfolio.transactions.create(
      fixture.owner,
      { portfolio: 'Main', symbol, type, quantity, price, date, currency: 'INR', ...OF[symbol] } as never,
      by,
    );
  const figures = async () => {
    const { core, owner } = fixture;
    const tax = await core.reports.tax.read(owner, { fy: '2025-26' });
    const { earnings } = await core.portfolio.dashboard.read(owner);
    const holding = await core.reports.holding.read(owner, { symbol: 'SBIN' });
    const { positions } = await core.reports.values.read(owner, 'Main');
    const engine = positions.find(({ symbol }) => symbol === 'SBIN')?.own.realised;
    return { tax, earnings, holding, engine };
  };

  it('shares and ETFs of India are matched within the day; funds, debentures and foreign shares are not', async () => {
    const { tax } = await figures();
    // 10 × (210 - 200) of the day; 10 × (210 - 100) of the oldest.
    assert.deepEqual(gainsOf(tax.intraday_lots), [
      ['NIFTYBEES', 100],
      ['SBIN', 100],
    ]);
    assert.deepEqual(gainsOf(tax.lots), [
      ['AAPL', 1100],
      ['FUND', 1100],
      ['NCD', 1100],
    ]);
    assert.equal(tax.intraday_first, true);
  });

  it('overview, performance, holding page and tax have the same lots and realised gain, with the setting on and off', async () => {
    const { core, owner } = fixture;
    // SBIN and NIFTYBEES by the setting; FUND and NCD 1,100 each; AAPL $1,100 at the 82 of the settings.
    const others = 2 * 1100 + 82 * 1100;
    const check = async (gain: number, left: string) => {
      const { tax, holding, earnings, engine } = await figures();
      const own = [...tax.lots, ...tax.intraday_lots].filter(({ symbol }) => symbol === 'SBIN');
      assert.deepEqual(
        own.map((lot) => lot.gain),
        [gain],
      );
      assert.deepEqual(
        holding.lots.map(({ date }) => date),
        [left],
      );
      assert.deepEqual(
        [holding.realised_gain, engine, earnings.realised_gain],
        [gain, gain, 2 * gain + others],
      );
    };
    await check(100, '2024-01-02');
    await core.portfolio.lotSettings.save(owner, { intraday_first: false }, by);
    await check(1100, '2025-07-01');
    const off = await figures();
    assert.deepEqual([off.tax.intraday.lots, off.tax.intraday_first], [0, false]);
    assert.ok(off.tax.notes.some(({ code }) => code === 'INTRADAY_OFF'));
    await core.portfolio.lotSettings.save(owner, { intraday_first: true }, by);
    await check(100, '2024-01-02');
  });

  it('positions that an older rule made are replayed after a start', async () => {
    const { core, owner } = fixture;
    const stored = async () =>
      await core.database.asSystem('look at a position', async (trx) => {
        const row = (await trx('portfolio.positions').where({ symbol: 'SBIN' }).first()) as {
          realised_fifo: string;
          is_outdated: boolean;
        };
        return [Number(row.realised_fifo), row.is_outdated];
      });
    await core.database.asSystem('an upgrade', async (trx) => {
      await trx('portfolio.positions')
        .where({ symbol: 'SBIN' })
        .update({ realised_fifo: 1100, is_outdated: true });
    });
    assert.equal(await core.portfolio.lotSettings.renewOutdated(), 1);
    assert.deepEqual(await stored(), [100, false]);
    assert.equal(await core.portfolio.lotSettings.renewOutdated(), 0);
    assert.equal((await core.portfolio.dashboard.read(owner)).earnings.realised_gain, 200 + 2200 + 90_200);
  });
});

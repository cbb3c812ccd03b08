import assert from 'node:assert/strict';
import type { IncomeQuery } from '../../../core/income/index.ts';
import type { TransactionType } from '../../../core/portfolio/index.ts';
import { sharedCore, type TestCore } from '../../support/core.ts';
import { governmentBond } from '../../support/government-bond.ts';
import { TOPICS } from '../../../core/platform/index.ts';

const by = { actor: 'test' };
const SHARES = `SYMBOL,NAME OF COMPANY, SERIES, DATE OF LISTING, PAID UP VALUE, MARKET LOT, ISIN NUMBER, FACE VALUE
ALPHA,Alpha Steel Limited,EQ,06-OCT-2008,5,1,INE001A01010,5
BETA,Beta Foods Limited,EQ,03-MAY-1995,10,1,INE002A01018,10
`;

describe('income service', () => {
  let fixture: TestCore;
  const coreAnew = sharedCore({ at: '2026-03-02T06:00:00.000Z' });
  beforeEach(async () => {
    // Monday, 11:30 in India.
    fixture = await coreAnew();
    await fixture.core.instruments.importLists([{ name: 'EQUITY_L.csv', bytes: Buffer.from(SHARES) }], {});
  });

  const income = () => fixture.core.income;
  const trade = async (
    type: TransactionType,
    symbol: string,
    quantity: number,
    price: number,
    date: string,
    fee_tax = 0,
    source: 'MANUAL' | 'BROKER' = 'MANUAL',
  ) =>
    await fixture.core.portfolio.transactions.create(
      fixture.owner,
      {
        portfolio: 'Main',
        symbol,
        date,
        type,
        quantity,
        price,
        fee_tax,
        currency: 'INR',
        asset_class: 'Indian Equity',
      },
      by,
      source as never,
    );
  const bond = async (over: Record<string, unknown> = {}) =>
    await fixture.core.portfolio.holdings.create(fixture.owner, { ...governmentBond, ...over }, by);
  const announce = async (
    symbol: string,
    amount: number | null,
    ex: string,
    record: string | null = ex,
    raw = `Interim Dividend - Rs ${amount} Per Share`,
  ) =>
    await fixture.core.database.asSystem('an announcement for a test', async (trx) => {
      await trx.raw(
        `insert into market.corporate_actions (exchange, symbol, instrument_id, ex_date, record_date, raw, kind, amount, status, source)
         select 'NSE', ?::text, (select id from market.instruments where symbol = ?::text), ?::date, ?::date, ?::text, 'DIVIDEND', ?::numeric,
           case when ?::numeric is null then 'UNREADABLE' else 'READ' end, 'FILE'`,
        [symbol, symbol, ex, record, raw, amount, amount] as string[],
      );
    });
  const recompute = async () => await income().recompute(fixture.owner, by);
  const events = async (query: IncomeQuery = {}) =>
    (await income().events(fixture.owner, { order: 'asc', ...query })).items;
  const rows = async () =>
    await fixture.core.database.asSystem(
      'what a test compares',
      async (trx) => await trx('portfolio.income_events').select('*').orderBy('id'),
    );

  it('portfolio/Income rules 1: units of an announced dividend are those settled on the record date', async () => {
    // Record date Wednesday 18 February 2026, T+1. Bought on Monday 16th: settled on the 17th. Bought on Tuesday 17th:
    // settled on the 18th, counts. Bought on the record date itself: settles on the 20th (the banks are closed on the 19th), does not. Sold on the 17th:
    // leaves on the 18th. Sold on the record date: takes nothing. 100 + 20 − 30 = 90; 90 × 3.50 = 315.
    await trade('BUY', 'ALPHA', 100, 50, '2026-02-16');
    await trade('BUY', 'ALPHA', 20, 50, '2026-02-17');
    await trade('SELL', 'ALPHA', 30, 55, '2026-02-17');
    await trade('BUY', 'ALPHA', 7, 50, '2026-02-18');
    await trade('SELL', 'ALPHA', 40, 55, '2026-02-18');
    await announce('ALPHA', 3.5, '2026-02-18');
    const result = await recompute();
    assert.deepEqual([result.added, result.changed, result.cancelled], [1, 0, 0]);
    const [event] = await events();
    assert.deepEqual(
      [
        event?.status,
        event?.entitled_quantity,
        event?.gross_amount,
        event?.net_amount,
        event?.source,
        event?.confidence,
      ],
      ['ENTITLED', 90, 315, null, 'EXCHANGE', 'ANNOUNCED'],
    );
    assert.equal(event?.note, 'Announced at NSE: Interim Dividend - Rs 3.5 Per Share');
  });

  it('portfolio/Income rules 1: without a record date the ex-date decides, and an unread announcement nothing', async () => {
    await trade('BUY', 'ALPHA', 10, 50, '2026-02-09');
    await announce('ALPHA', 2, '2026-02-18', null);
    await announce('ALPHA', null, '2026-02-19', null, 'Div and something');
    await recompute();
    const all = await events();
    assert.deepEqual(
      all.map(({ date, date_kind, gross_amount }) => [date, date_kind, gross_amount]),
      [['2026-02-18', 'EX', 20]],
    );
  });

  it('portfolio/Income rules 2: a dividend that a broker recorded makes the announced one PAID with source BROKER', async () => {
    await trade('BUY', 'ALPHA', 100, 50, '2026-01-05');
    await announce('ALPHA', 3, '2026-02-04');
    await recompute();
    assert.deepEqual(
      (await events()).map(({ status }) => status),
      ['ENTITLED'],
    );
    // 300 less 10 % tax at the source.
    await trade('DIVIDEND', 'ALPHA', 0, 300, '2026-02-25', 30, 'BROKER');
    const result = await recompute();
    assert.deepEqual([result.added, result.changed, result.cancelled], [0, 1, 0]);
    const [event, none] = await events();
    assert.equal(none, undefined);
    assert.deepEqual(
      [
        event?.status,
        event?.source,
        event?.confidence,
        event?.payment_date,
        event?.gross_amount,
        event?.withheld_tax,
        event?.net_amount,
      ],
      ['PAID', 'BROKER', 'CONFIRMED', '2026-02-25', 300, 30, 270],
    );
    assert.deepEqual([event?.ex_date, event?.entitled_quantity], ['2026-02-04', 100]);
    assert.equal(
      event?.note,
      'Announced at NSE: Interim Dividend - Rs 3 Per Share. Paid: recorded by the broker.',
    );
  });

  it('portfolio/Income rules 2: a dividend without an announcement is PAID by itself; a deleted one is cancelled', async () => {
    const paid = await trade('DIVIDEND', 'BETA', 10, 4, '2025-08-01', 4);
    await recompute();
    const [event] = await events();
    assert.deepEqual(
      [event?.status, event?.source, event?.amount_per_unit, event?.entitled_quantity, event?.net_amount],
      ['PAID', 'LEDGER', 4, 10, 36],
    );
    await fixture.core.portfolio.transactions.remove(fixture.owner, paid.id, by);
    assert.equal((await recompute()).cancelled, 1);
    assert.deepEqual(await events(), []);
    const [gone] = await events({ status: 'CANCELLED' });
    assert.equal(gone?.note, 'The payment is no longer in the ledger.');
  });

  it('portfolio/Income rules 3: coupons are forecast back from maturity, and cancelled once their day has passed', async () => {
    // Maturity 6 February 2033, half-yearly: 6 August and 6 February. 24 months from 2 March 2026 hold 6 August 2026,
    // 6 February 2027, 6 August 2027 and 6 February 2028. 100 × 7.26 % ÷ 2 = 3.63; 500 × 3.63 = 1815.
    await bond();
    assert.equal((await recompute()).added, 4);
    const all = await events();
    assert.deepEqual(
      all.map(({ date, gross_amount }) => [date, gross_amount]),
      [
        ['2026-08-06', 1815],
        ['2027-02-06', 1815],
        ['2027-08-06', 1815],
        ['2028-02-06', 1815],
      ],
    );
    const [first] = all;
    assert.deepEqual(
      [first?.status, first?.source, first?.confidence, first?.kind, first?.amount_per_unit],
      ['FORECAST', 'EXCHANGE_ISIN', 'INFERRED', 'COUPON', 3.63],
    );
    fixture.clock.at = new Date('2026-08-07T06:00:00.000Z');
    const later = await recompute();
    // The day has passed without a payment; one more coupon (6 August 2028) comes into sight a day before, on the 6th.
    assert.deepEqual([later.added, later.cancelled], [1, 1]);
    const [stale] = await events({ status: 'CANCELLED' });
    assert.deepEqual(
      [stale?.date, stale?.note],
      ['2026-08-06', 'The date has passed and no payment is recorded.'],
    );
    // The payment is entered late.
    await trade('DIVIDEND', '726GS2033', 500, 3.63, '2026-08-07');
    await recompute();
    const [paid] = await events({ status: 'PAID' });
    assert.deepEqual(
      [paid?.source_reference, paid?.net_amount, paid?.kind],
      [stale?.source_reference, 1815, 'COUPON'],
    );
    assert.deepEqual(await events({ status: 'CANCELLED' }), []);
  });

  it('portfolio/Income rules 3: a coupon that was paid stays when the bond is gone; those ahead are cancelled', async () => {
    const held = await bond({ maturity_date: '2033-03-16' });
    await recompute();
    fixture.clock.at = new Date('2026-03-18T06:00:00.000Z');
    await trade('DIVIDEND', '726GS2033', 0, 1633.5, '2026-03-17');
    await recompute();
    const [paid] = await events({ status: 'PAID' });
    // 1815 less a tenth
    assert.match(
      paid?.note ?? '',
      /Paid: entered manually\. 181\.5 less than expected; tax may have been deducted/,
    );
    await fixture.core.portfolio.holdings.remove(fixture.owner, held.id, by);
    const gone = await recompute();
    assert.deepEqual([gone.added, gone.changed, gone.cancelled], [0, 0, 4]);
    assert.deepEqual(await events({ status: 'PAID' }), [paid]);
    assert.deepEqual(await events({ status: 'EXPECTED' }), []);
    const again = await recompute();
    assert.deepEqual([again.added, again.changed, again.cancelled], [0, 0, 0]);
  });

  it('portfolio/Income rules 3: no coupon or no terms give no events; a bond without ISIN is left for review', async () => {
    await bond({ symbol: 'ZERO2030', isin: 'IN0020220169', coupon_rate: 0 });
    await bond({ symbol: 'HALF2030', isin: 'IN0020220177', face_value: null });
    await bond({ symbol: 'NOBODY2030', isin: null });
    const result = await recompute();
    assert.equal(result.added, 0);
    assert.deepEqual(
      result.unresolved_bonds.map(({ symbol }) => symbol),
      ['NOBODY2030'],
    );
    const states = (await income().bonds(fixture.owner)).map(({ symbol, state }) => [symbol, state]);
    assert.deepEqual(states, [
      ['HALF2030', 'INCOMPLETE'],
      ['NOBODY2030', 'UNRESOLVED'],
      ['ZERO2030', 'ZERO_COUPON'],
    ]);
  });

  it('a second recompute writes nothing and announces nothing', async () => {
    await trade('BUY', 'ALPHA', 100, 50, '2026-01-05');
    await announce('ALPHA', 3, '2026-02-04');
    await announce('ALPHA', 5, '2026-03-20');
    await trade('DIVIDEND', 'ALPHA', 100, 3, '2026-02-25');
    await bond();
    await recompute();
    const before = await rows();
    const revision = await fixture.core.database.revision(fixture.owner, TOPICS);
    fixture.clock.pass(1);
    const again = await recompute();
    assert.deepEqual([again.added, again.changed, again.cancelled], [0, 0, 0]);
    assert.deepEqual(await rows(), before);
    assert.equal(await fixture.core.database.revision(fixture.owner, TOPICS), revision);
    assert.deepEqual(
      (await events({ status: 'EXPECTED' }))
        .filter(({ kind }) => kind === 'DIVIDEND')
        .map(({ status }) => status),
      ['DECLARED'],
    );
  });

  it('sums by currency, year, month and symbol agree, and keep paid, expected and unrecorded apart', async () => {
    await trade('BUY', 'ALPHA', 100, 50, '2024-01-05');
    await announce('ALPHA', 2, '2025-02-04');
    await announce('ALPHA', 3, '2026-02-04');
    await announce('ALPHA', 5, '2026-03-20');
    await trade('DIVIDEND', 'ALPHA', 100, 3, '2026-02-25', 30);
    await trade('DIVIDEND', 'BETA', 10, 4, '2026-01-05');
    await recompute();
    // Paid 300 − 30 + 40 = 310; expected 100 × 5; 100 × 2 of 2025 never came.
    const sum = { currency: 'INR', paid: 310, withheld_tax: 30, expected: 500, unrecorded: 200, events: 4 };
    const all = await income().summary(fixture.owner, {});
    assert.deepEqual(all.by_currency, [sum]);
    assert.deepEqual(all.years, [2026, 2025]);
    assert.deepEqual(
      all.by_symbol.map(({ symbol, paid, expected, unrecorded }) => [symbol, paid, expected, unrecorded]),
      [
        ['ALPHA', 270, 500, 200],
        ['BETA', 40, 0, 0],
      ],
    );
    assert.deepEqual(
      all.by_month.map(({ month, paid, expected }) => [month, paid, expected]),
      [
        ['2025-02', 0, 0],
        ['2026-01', 40, 0],
        ['2026-02', 270, 0],
        ['2026-03', 0, 500],
      ],
    );
    const year = await income().summary(fixture.owner, { year: 2025 });
    assert.deepEqual(
      year.by_currency.map(({ paid, unrecorded }) => [paid, unrecorded]),
      [[0, 200]],
    );
  });

  it('Report rules 12: a bond shows its coupons and its principal, and a coupon on record wins', async () => {
    await bond({ maturity_date: '2026-09-15', coupon_rate: 8 });
    await recompute();
    const [one] = await income().bonds(fixture.owner);
    // 100 × 8 % ÷ 2 × 500 = 2000; back from 15 September: 15 March.
    assert.deepEqual(one?.schedule, [
      { date: '2026-03-15', type: 'COUPON', amount: 2000, status: 'FORECAST' },
      { date: '2026-09-15', type: 'COUPON', amount: 2000, status: 'FORECAST' },
      { date: '2026-09-15', type: 'PRINCIPAL', amount: 50_000, status: null },
    ]);
    assert.equal(one?.yearly_coupons, 4000);
  });

  it('several recomputes at once write each event once', async () => {
    await trade('BUY', 'ALPHA', 100, 50, '2026-01-05');
    await announce('ALPHA', 3, '2026-02-04');
    await bond();
    const all = await Promise.all(Array.from({ length: 5 }, recompute));
    assert.equal(
      all.reduce((sum, { added }) => sum + added, 0),
      5,
    );
    assert.equal((await rows()).length, 5);
  });

  it('a mistyped year stops nobody', async () => {
    await trade('BUY', 'ALPHA', 100, 50, '2026-01-05');
    await trade('BUY', 'ALPHA', 5, 50, '1900-01-01');
    await announce('ALPHA', 3, '2026-02-04');
    await recompute();
    assert.equal((await events())[0]?.entitled_quantity, 105);
  });

  it('the days of a portfolio that is deleted go with it', async () => {
    await trade('DIVIDEND', 'BETA', 10, 4, '2026-01-05');
    await recompute();
    const main = await fixture.core.portfolio.portfolios.findByName(fixture.owner, 'Main');
    await fixture.core.portfolio.portfolios.remove(fixture.owner, main?.id ?? '', by);
    assert.deepEqual(await rows(), []);
    assert.equal((await recompute()).cancelled, 0);
  });

  it("nobody sees another person's income", async () => {
    await trade('DIVIDEND', 'BETA', 10, 4, '2026-01-05');
    await recompute();
    assert.equal((await income().events(fixture.stranger, {})).total, 0);
    assert.deepEqual((await income().summary(fixture.stranger, {})).by_currency, []);
    assert.equal((await income().recompute(fixture.stranger, by)).added, 0);
  });
});

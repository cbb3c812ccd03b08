import assert from 'node:assert/strict';
import { createCalendar } from '../../../core/market/calendar/index.ts';
import { type AnnouncedAction, announced } from '../../../core/income/announcements.ts';
import { toBondView } from '../../../core/income/bond-view.ts';
import { type HeldBond, readBond } from '../../../core/income/coupons.ts';
import { incomeOf } from '../../../core/income/derive.ts';
import { settledUnits, type Trade } from '../../../core/portfolio/index.ts';
import { matchPayments } from '../../../core/income/matching.ts';
import { type DividendRow, paymentsOf } from '../../../core/income/payments.ts';
import { createSettlementDays } from '../../../core/income/settlement-days.ts';
import { decimal } from '../../../core/platform/index.ts';

const settlement = createSettlementDays(createCalendar());
const shares = settlement.of('Indian Equity', 'INR');

let ids = 0;
const row = <T extends string>(type: T, quantity: string, date: string, price = '10', fee_tax = '0') => ({
  id: String(++ids),
  portfolio: '1',
  symbol: 'ALPHA',
  date,
  type,
  quantity,
  price,
  fee_tax,
  currency: 'INR',
});
const trade = (type: Trade['type'], quantity: string, date: string): Trade => row(type, quantity, date);
const paid = (quantity: string, price: string, date: string, tax = '0'): DividendRow => ({
  ...row('DIVIDEND' as const, quantity, date, price, tax),
  source: 'BROKER',
});

describe('settlement of what is held', () => {
  it('portfolio/Income rules 1: a settlement holiday puts the settlement off', () => {
    // Friday 30 January 2026 settles on Monday 2 February; Thursday 19 February is a holiday of the banks.
    assert.equal(shares('2026-02-18'), '2026-02-20');
    assert.equal(shares('2026-01-30'), '2026-02-02');
    // A row dated on a Sunday counts with Friday's trades.
    assert.equal(shares('2026-01-25'), shares('2026-01-23'));
    // Two days until January 2023; three days in New York until September 2017.
    assert.equal(shares('2022-01-03'), '2022-01-05');
    assert.equal(settlement.of('US Equity', 'USD')('2017-08-07'), '2017-08-10');
    // Fund units are there with their own day.
    assert.equal(settlement.of('Mutual Fund', 'INR')('2026-01-30'), '2026-01-30');
  });

  it('portfolio/Income rules 1: bought the day before the record date counts, on it does not; sold on it still counts', () => {
    const days = ['2026-02-17', '2026-02-18', '2026-02-20'];
    const units = (rows: Trade[]) => settledUnits(rows, days, shares).map(String);
    assert.deepEqual(units([trade('BUY', '10', '2026-02-17')]), ['0', '10', '10']);
    assert.deepEqual(units([trade('BUY', '10', '2026-02-18')]), ['0', '0', '10']);
    const held = trade('BUY', '10', '2026-01-05');
    assert.deepEqual(units([held, trade('SELL', '4', '2026-02-18')]), ['10', '10', '6']);
    assert.deepEqual(units([held, trade('SELL', '4', '2026-02-17')]), ['10', '6', '6']);
  });

  it('a sale of everything in rounded thirds leaves nothing, and a sale from before a merger brings nothing back', () => {
    const days = ['2026-03-02'];
    const thirds = ['2026-02-02', '2026-02-03', '2026-02-04'].map((day) =>
      trade('SELL', '0.3333333333', day),
    );
    assert.deepEqual(settledUnits([trade('BUY', '1', '2026-01-05'), ...thirds], days, shares).map(String), [
      '0',
    ]);
    const merged: Trade = { ...trade('TRANSFER_OUT', '6', '2026-02-05'), action_id: '1' };
    const rows = [
      trade('BUY', '10', '2026-01-05'),
      trade('SELL', '4', '2026-01-06'),
      merged,
      trade('SELL', '-4', '2026-02-06'),
    ];
    assert.deepEqual(settledUnits(rows, days, shares).map(String), ['0']);
  });

  it('a split multiplies what is on its way too, and a purchase of its day is after it', () => {
    // 10 settled, 5 on their way: 2 for 1 makes 20 and 10; 3 bought on the day of the split come as they are.
    const rows = [
      trade('BUY', '10', '2026-01-05'),
      trade('BUY', '5', '2026-02-17'),
      trade('SPLIT', '2', '2026-02-18'),
      trade('BUY', '3', '2026-02-18'),
    ];
    assert.deepEqual(settledUnits(rows, ['2026-02-17', '2026-02-18', '2026-02-20'], shares).map(String), [
      '10',
      '30',
      '33',
    ]);
  });

  it('an opening position counts from its day, settled: what was held before the records has its income', () => {
    const rows = [trade('TRANSFER_IN', '20', '2026-02-17'), trade('SELL', '5', '2026-02-18')];
    assert.deepEqual(
      settledUnits(rows, ['2026-02-16', '2026-02-17', '2026-02-18', '2026-02-20'], shares).map(String),
      ['0', '20', '20', '15'],
    );
  });

  it('units sold without a known purchase were never there', () => {
    const rows = [trade('SELL', '5', '2026-01-05'), trade('BUY', '8', '2026-01-06')];
    assert.deepEqual(settledUnits(rows, ['2026-02-01'], shares).map(String), ['8']);
  });
});

describe('announcements of income', () => {
  const said = (amount: string, raw: string, over: Partial<AnnouncedAction> = {}): AnnouncedAction => ({
    instrument_id: '7',
    kind: 'DIVIDEND',
    ex_date: '2026-02-04',
    record_date: null,
    amount,
    raw,
    exchange: 'NSE',
    ...over,
  });

  it('one dividend in the words of two lists is one; two alike in one announcement are two', () => {
    const twice = [said('3', 'Dividend - Rs 3 Per Share'), said('3.00', 'DIV-RS.3/- PER SHARE')];
    assert.equal(announced(twice).length, 1);
    const both = 'Interim Dividend Rs 5 / Special Dividend Rs 5';
    assert.deepEqual(
      announced([said('5', both), said('5', both), said('5', 'Int Div 5')]).map(({ nth }) => nth),
      [1, 2],
    );
    assert.deepEqual(announced([said('0', 'Dividend - Nil')]), []);
  });

  it('a record date that only one of the lists has is taken', () => {
    const [one] = announced([said('3', 'a'), said('3', 'b', { record_date: '2026-02-05' })]);
    assert.equal(one?.record_date, '2026-02-05');
  });
});

describe('payments of the ledger', () => {
  const facts = (rows: DividendRow[]) =>
    paymentsOf('1', rows).map(({ date, gross, tax, quantity, nth }) => [
      date,
      gross.toFixed(),
      tax.toFixed(),
      quantity?.toFixed() ?? null,
      nth,
    ]);

  it('portfolio/Income rules 2: a quantity of nought tells the whole amount, and the tax is kept', () => {
    assert.deepEqual(facts([paid('0', '24', '2026-02-12', '6'), paid('10', '3', '2026-02-12')]), [
      ['2026-02-12', '24', '6', null, 1],
      ['2026-02-12', '30', '0', '10', 2],
    ]);
  });

  it('what was taken back is gone with its payment; booked anew, it is there once', () => {
    // A reclassification at the end of the year: 24 with 6 of tax taken back, and 24 with 3.60 paid.
    assert.deepEqual(
      facts([
        paid('0', '24', '2026-02-12', '6'),
        paid('-1', '24', '2026-12-30', '-6'),
        paid('0', '24', '2026-12-30', '3.6'),
      ]),
      [['2026-12-30', '24', '3.6', null, 1]],
    );
  });

  it('what was taken back without its payment stays, below nought', () => {
    assert.deepEqual(facts([paid('-1', '24', '2026-12-30')]), [['2026-12-30', '-24', '0', null, 1]]);
    // Longer ago than any reclassification reaches.
    assert.equal(facts([paid('0', '24', '2024-02-12'), paid('-1', '24', '2026-12-30')]).length, 2);
  });
});

describe('which payment is which event', () => {
  const expected = (
    source_reference: string,
    from: string,
    until: string,
    amount: string,
    units = '100',
  ) => ({
    source_reference,
    currency: 'INR',
    from,
    until,
    amount_per_unit: decimal(amount),
    quantity: decimal(units),
  });
  const match = (rows: DividendRow[], ...all: ReturnType<typeof expected>[]) =>
    Object.fromEntries(
      [...matchPayments(all, paymentsOf('1', rows))].map(([name, parts]) => [
        name,
        parts.map(({ gross }) => gross.toFixed()).join(' + '),
      ]),
    );

  it('the very amount goes before an earlier one that tax would explain', () => {
    const first = expected('interim', '2026-01-01', '2026-05-01', '3.3');
    const second = expected('final', '2026-02-01', '2026-06-01', '3');
    assert.deepEqual(match([paid('0', '300', '2026-03-01')], first, second), { final: '300' });
    assert.deepEqual(match([paid('0', '297', '2026-03-01')], first), { interim: '297' });
  });

  it('another amount, another time and another currency are another payment', () => {
    const one = expected('one', '2026-01-01', '2026-02-01', '3');
    assert.deepEqual(match([paid('0', '150', '2026-01-15')], one), {});
    assert.deepEqual(match([paid('0', '310', '2026-01-15')], one), {});
    assert.deepEqual(match([paid('0', '300', '2026-02-02')], one), {});
    assert.deepEqual(match([{ ...paid('0', '300', '2026-01-15'), currency: 'USD' }], one), {});
  });

  it('two accounts that are paid on one day are paid one dividend; two dividends of one day are two', () => {
    const one = expected('one', '2026-01-01', '2026-02-01', '3');
    const halves = [paid('60', '3', '2026-01-15'), paid('40', '3', '2026-01-15')];
    assert.deepEqual(match(halves, one), { one: '180 + 120' });
    const two = expected('two', '2026-01-01', '2026-02-01', '5');
    const both = [paid('0', '500', '2026-01-15'), paid('0', '300', '2026-01-15')];
    assert.deepEqual(match(both, one, two), { two: '500', one: '300' });
  });

  it('each event takes one payment', () => {
    const one = expected('one', '2026-01-01', '2026-02-01', '3');
    assert.deepEqual(match([paid('0', '300', '2026-01-15'), paid('0', '300', '2026-01-20')], one), {
      one: '300',
    });
  });
});

describe('coupons', () => {
  const bond: HeldBond = {
    portfolio_id: '1',
    portfolio: 'Main',
    symbol: '726GS2033',
    name: null,
    isin: 'IN0020220151',
    currency: 'INR',
    quantity: decimal(500),
    maturity_date: '2033-02-06',
    face_value: decimal(100),
    coupon_rate: 7.26,
    coupon_frequency: 2,
  };

  it('what is missing is named, and nothing is made of it', () => {
    const read = (over: Partial<HeldBond>) => readBond({ ...bond, ...over }, '2026-03-02');
    assert.equal(read({}).state, 'SCHEDULED');
    assert.equal(
      read({ face_value: null, coupon_frequency: null }).reason,
      'Missing on the holding: face value, coupons per year. Edit the holding to add it.',
    );
    assert.equal(read({ isin: null }).state, 'UNRESOLVED');
    assert.equal(read({ coupon_rate: 0 }).state, 'ZERO_COUPON');
    assert.equal(read({ maturity_date: '2026-03-01' }).state, 'MATURED');
    assert.equal(read({ maturity_date: '2026-03-02' }).state, 'SCHEDULED');
  });

  it('portfolio/Report rules 12: a coupon that was announced for a day near its own is shown once', () => {
    // Announced for 3 August, worked out for the 6th: one coupon of 3.63 × 500 = 1,815. That of 6 February is paid.
    const on = (day: string, status: 'ENTITLED' | 'PAID') => ({
      day,
      status,
      gross_amount: decimal(1815),
      net_amount: null,
    });
    const dates = (today: string, ...coupons: ReturnType<typeof on>[]) =>
      toBondView(bond, coupons, today)
        .schedule.filter(({ type }) => type === 'COUPON')
        .map(({ date, status }) => [date, status]);
    assert.deepEqual(dates('2026-03-02', on('2026-08-03', 'ENTITLED')), [
      ['2026-08-03', 'ENTITLED'],
      ['2027-02-06', null],
    ]);
    assert.deepEqual(dates('2026-08-04', on('2026-08-03', 'ENTITLED')), [['2027-02-06', null]]);
    assert.deepEqual(dates('2026-08-05'), [
      ['2026-08-06', null],
      ['2027-02-06', null],
    ]);
  });

  it('a materialised coupon takes the place of the one worked out', () => {
    const interest: AnnouncedAction = {
      instrument_id: '7',
      kind: 'INTEREST',
      ex_date: '2026-08-03',
      record_date: '2026-08-03',
      amount: '3.63',
      raw: 'Interest Payment - Rs 3.63 Per Unit',
      exchange: 'NSE',
    };
    const ledger = {
      portfolio_id: '1',
      symbol: bond.symbol,
      isin: bond.isin,
      asset_class: 'Bond',
      currency: 'INR',
      trades: [trade('BUY', '500', '2026-01-05')],
      payments: [],
      settles: shares,
      held: null,
    };
    const events = incomeOf(
      {
        ledgers: [ledger],
        announced: announced([interest]),
        bonds: [bond],
        paidCoupons: [],
        entitled: new Map(),
      },
      '2026-03-02',
    );
    assert.deepEqual(
      events.map(({ status, source, ex_date, payment_date }) => [status, source, ex_date ?? payment_date]),
      [
        ['DECLARED', 'EXCHANGE', '2026-08-03'],
        ['FORECAST', 'EXCHANGE_ISIN', '2027-02-06'],
        ['FORECAST', 'EXCHANGE_ISIN', '2027-08-06'],
        ['FORECAST', 'EXCHANGE_ISIN', '2028-02-06'],
      ],
    );
  });
});

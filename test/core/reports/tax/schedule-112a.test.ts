import assert from 'node:assert/strict';
import { Decimal } from '../../../../core/platform/index.ts';
import { costless112aRows, schedule112aRows } from '../../../../core/reports/tax/schedule-112a.ts';
import { schedule112aCsv } from '../../../../core/reports/tax/schedule-112a-csv.ts';
import { ledger } from '../../../support/ledger-builder.ts';
import { reportOf } from './year-of.ts';

const TCS = { name: 'Tata Consultancy Services Limited', isin: 'INE467B01029' };

describe('Schedule 112A', () => {
  it('a row has the columns of the form, with the value of 31 January 2018 where it counts', async () => {
    // 10 bought for 1,000 and a fee of 20 in 2016, worth 150 each on 31 January 2018; 5 bought for 1,500 in 2020.
    // 15 sold at 400 with a fee of 30: 10 and 20 of it.
    // First: full value 4,000, lower of 1,500 and 4,000 is 1,500, higher of that and 1,020 is 1,500; with the fee
    // 1,520; balance 2,480. Second: full value 2,000, cost 1,500, fee 10; balance 490.
    const { rows } = ledger()
      .buy('TCS', 10, 100, '2016-06-01', 20)
      .buy('TCS', 5, 300, '2020-06-01')
      .sell('TCS', 15, 400, '2025-06-01', 30)
      // short-term, not listed, and sold under another section: none of these
      .buy('ITC', 1, 100, '2025-06-01')
      .sell('ITC', 1, 110, '2025-07-01')
      .buy('DEBT', 1, 100, '2020-06-01')
      .sell('DEBT', 1, 110, '2025-07-01')
      .buy('OWN', 1, 100, '2020-06-01')
      .sell('OWN', 1, 110, '2025-07-01');
    const { sold } = await reportOf(rows, {
      fy: '2025-26',
      securities: {
        TCS,
        DEBT: { asset_class: 'Mutual Fund', name: 'Short Duration Fund' },
        OWN: { asset_class: 'Unlisted' },
      },
      old: { TCS: { price: new Decimal(150), reason: null } },
    });
    const table = schedule112aRows(sold);
    assert.deepEqual(table[0], {
      acquired: 'BE',
      transferred: 'AE',
      ...TCS,
      buy_date: '2016-06-01',
      sell_date: '2025-06-01',
      quantity: 10,
      sale_price: 400,
      full_value: 4000,
      cost_used: 1500,
      actual_cost: 1020,
      capped_fmv: 1500,
      fmv_per_unit: 150,
      fmv_total: 1500,
      expenses: 20,
      total_deductions: 1520,
      balance: 2480,
      remark: null,
    });
    assert.deepEqual(
      table.map(({ acquired, balance, cost_used, fmv_total }) => [acquired, cost_used, fmv_total, balance]),
      [
        ['BE', 1500, 1500, 2480],
        ['AE', 1500, null, 490],
      ],
    );
    assert.equal(
      schedule112aCsv(table, '2025-26'),
      '\uFEFFShare/Unit acquired(1a),ISIN Code(2),Name of the Share/Unit(3),No. of Shares/Units(4),' +
        'Sale-price per Share/Unit(5),Full Value of Consideration(Total Sale Value)(6) = 4 * 5,' +
        'Cost of acquisition without indexation(7),Cost of acquisition(8),' +
        'If the long term capital asset was acquired before 01.02.2018(9),' +
        'Fair Market Value per share/unit as on 31st January 2018(10),' +
        'Total Fair Market Value of capital asset as per section 55(2)(ac)(11) = 4 * 10,' +
        'Expenditure wholly and exclusively in connection with transfer(12),Total deductions(13) = 7 + 12,' +
        'Balance(14) = 6 - 13\r\n' +
        'BE,INE467B01029,Tata Consultancy Services Limited,10,400,4000.00,1500.00,1020.00,1500.00,150,1500.00,20.00,1520.00,2480.00\r\n' +
        'AE,INE467B01029,Tata Consultancy Services Limited,5,400,2000.00,1500.00,1500.00,,,,10.00,1510.00,490.00\r\n',
    );
  });

  it('the year of two rates says when a unit was sold; a missing price of 2018 is said, and no cell runs as a formula', async () => {
    const { rows } = ledger().buy('EVIL', 1, 100, '2016-06-01').sell('EVIL', 1, 110, '2024-07-22', 0.005);
    const { sold } = await reportOf(rows, {
      fy: '2024-25',
      securities: { EVIL: { name: '=HYPERLINK("x"), Ltd' } },
      old: { EVIL: { price: null, reason: 'No price is stored.' } },
    });
    const lines = schedule112aCsv(schedule112aRows(sold), '2024-25').split('\r\n');
    assert.match(
      lines[0] ?? '',
      /^\uFEFFShare\/Unit acquired\(1a\),Share\/Unit transferred\(1b\),ISIN.*,Remark$/,
    );
    // 0.005 rounds to a paisa. Without that value the cost under the law is not known, nor what is left of the sale.
    assert.equal(
      lines[1],
      `BE,BE,,"'=HYPERLINK(""x""), Ltd",1,110,110.00,,100.00,,,,0.01,,,No price is stored.`,
    );
    assert.equal(schedule112aCsv([], '2025-26').split('\r\n').length, 2);
  });

  it('a sale that was taken back on its day is no row; of one that was taken back in part the rest is', async () => {
    // 10 of 2020 at 100. All 10 sold at 300 and 4 of them taken back: 6 are 1,800 for 600. Of ITC nothing stays sold.
    const { rows } = ledger()
      .buy('TCS', 10, 100, '2020-06-01')
      .buy('ITC', 10, 100, '2020-06-01')
      .sell('TCS', 10, 300, '2025-06-02')
      .sell('TCS', -4, 300, '2025-06-02')
      .sell('ITC', 5, 200, '2025-06-02')
      .sell('ITC', -5, 200, '2025-06-02');
    const { sold } = await reportOf(rows, { fy: '2025-26', securities: { TCS } });
    assert.deepEqual(
      schedule112aRows(sold).map((row) => [
        row.name,
        row.quantity,
        row.full_value,
        row.actual_cost,
        row.balance,
      ]),
      [[TCS.name, 6, 1800, 600, 1200]],
    );
  });

  it('a sale of units of unknown cost that was taken back on its day is no row either', async () => {
    // Held on 1 June 2020. 5 were sold and taken back; of 4 that were sold 1 was taken back: 3 are 900.
    const { rows } = ledger()
      .opening('TCS', 10, '2020-06-01')
      .opening('ITC', 10, '2020-06-01')
      .sell('TCS', 5, 300, '2025-06-02')
      .sell('TCS', -5, 300, '2025-06-02')
      .sell('ITC', 4, 300, '2025-06-02')
      .sell('ITC', -1, 300, '2025-06-02');
    const { costless } = await reportOf(rows, { fy: '2025-26' });
    assert.deepEqual(
      costless112aRows(costless).map(({ name, acquired, quantity, full_value }) => [
        name,
        acquired,
        quantity,
        full_value,
      ]),
      // They may be of before 31 January 2018 or after.
      [['ITC', null, 3, 900]],
    );
    assert.match(schedule112aCsv(costless112aRows(costless), '2025-26'), /\r\n,,ITC,3,300,900\.00,,/);
  });
});

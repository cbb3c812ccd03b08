import assert from 'node:assert/strict';
import { fundEntryOf } from '../../../../../core/portfolio/imports/statements/india/fund-words.ts';
import { cellsOf, collect } from '../collect.ts';
import { indianSample } from '../samples/india.ts';
import { bytesOf } from '../samples/sample.ts';

const read = async (name: string) => await collect(bytesOf(indianSample(name)));
const text = (name: string) => String(bytesOf(indianSample(name)));
const rows = async (name: string) =>
  cellsOf((await read(name)).transactions, 'symbol', 'date', 'type', 'quantity', 'price');

describe('portfolio/import kuvera', () => {
  it('takes the amount over the units, not the NAV of today, and a row that is set in', async () => {
    assert.deepEqual(await rows('kuvera_transactions.csv'), [
      ['Quant Small Cap Growth Direct Plan', '2024-02-05', 'SELL', '40', '231.5'],
      // 9,999.50 ÷ 49.261 = 202.99019508333…
      ['Quant Small Cap Growth Direct Plan', '2023-11-06', 'BUY', '49.261', '202.9901950833'],
      ['SBI Gold Growth Direct Plan', '2023-10-04', 'BUY', '312.5', '16'],
    ]);
    const { transactions, compared, differing } = await read('kuvera_transactions.csv');
    assert.deepEqual([compared, differing, transactions[0]?.note], [3, [], 'Folio 7777777']);
  });
});

describe('portfolio/import CAMS, KFintech and MFCentral tables', () => {
  it('CAMS: a payment that bounced takes its purchase back, a switch is a sale and a purchase', async () => {
    const [MIDCAP, LIQUID] = ['Sample Midcap Opportunities Fund', 'Sample Liquid Fund IDCW'];
    assert.deepEqual(await rows('CAMS_transactions.csv'), [
      // Names cut alike are told apart by their codes. 4,999.75 ÷ 125.5 = 39.83864541832…
      [`${MIDCAP} (YA1)`, '2021-01-05', 'BUY', '125.5', '39.8386454183'],
      [`${MIDCAP} (YA1)`, '2021-01-07', 'BUY', '-125.5', '39.8386454183'],
      [`${MIDCAP} (YA2)`, '2021-02-05', 'BUY', '200', '50'],
      [`${MIDCAP} (YA2)`, '2022-03-01', 'SELL', '120', '55'],
      [LIQUID, '2022-03-01', 'BUY', '660', '10'],
      // Reinvested: a dividend, and the purchase that it paid.
      [LIQUID, '2022-06-10', 'DIVIDEND', '0', '132'],
      [LIQUID, '2022-06-10', 'BUY', '13.2', '10'],
      [LIQUID, '2022-09-10', 'DIVIDEND', '0', '67.32'],
    ]);
    const { excluded } = await read('CAMS_transactions.csv');
    assert.deepEqual(
      excluded.map(({ reason }) => reason),
      [
        'Stamp duty or tax of the line above. The amount of that line is what counts.',
        'A notice without units or an amount, such as a new address.',
      ],
    );
  });

  it('KFintech: 100 bought, 30 redeemed, by ISIN', async () => {
    const { transactions } = await read('KFintech_transactions.csv');
    assert.deepEqual(cellsOf(transactions, 'isin', 'date', 'type', 'quantity', 'price'), [
      ['INF846K01K35', '2024-04-15', 'BUY', '100', '80'],
      ['INF846K01K35', '2024-05-20', 'SELL', '30', '85'],
    ]);
  });

  it('MFCentral: redemptions have no sign, the words decide; words it does not know wait', async () => {
    assert.deepEqual(await rows('MFCentral_Detailed.xlsx'), [
      ['Sample Bluechip Fund - Direct Growth', '2023-04-10', 'BUY', '150', '60'],
      ['Sample Bluechip Fund - Direct Growth', '2023-05-12', 'SELL', '30', '62'],
      ['Sample Savings Fund - Direct IDCW', '2023-05-15', 'DIVIDEND', '0', '48'],
    ]);
    const { issues } = await read('MFCentral_Detailed.xlsx');
    assert.deepEqual(
      issues.map(({ field, message }) => [field, message]),
      [
        [
          'type',
          'is not known: the file says "Rounding of last year". Enter BUY, SELL, DIVIDEND or TRANSFER_IN.',
        ],
      ],
    );
  });

  it('wait where a figure is no number, and do not take it for nothing', async () => {
    const file = text('KFintech_transactions.csv').replace(',8000,100,80,', ',8000,1O0,80,');
    const { issues, transactions } = await collect(file);
    assert.deepEqual([issues[0]?.row, issues[0]?.field, transactions.length], [2, 'quantity', 1]);
  });

  it('know what fund houses write', () => {
    const words: Record<string, ReturnType<typeof fundEntryOf>> = {
      'Systematic Investment (1/60)': 'purchase',
      'Purchase - IDCW option': 'purchase',
      'Switch Over In - From Some IDCW Fund': 'purchase',
      'Systematic Transfer Plan Out': 'redemption',
      'SWP Redemption': 'redemption',
      'IDCW Paid @ Rs.0.50 per unit': 'dividend_paid',
      'Dividend Reinvested @ Rs.0.50 per unit': 'dividend_reinvested',
      'SIP Rejection - Insufficient balance': 'purchase_undone',
      'Redemption Reversal': 'redemption_undone',
      'Bonus units': 'bonus',
      'Creation of units - Segregated portfolio': 'units_in',
      'Transmission Out': 'units_out',
      '*** STT Paid ***': 'charge',
      'Something else': null,
    };
    for (const [said, meant] of Object.entries(words)) assert.equal(fundEntryOf(said), meant, said);
  });
});

describe('portfolio/import nps-statement', () => {
  it('with schemes beside each other: charges sell units, a correction gives some for nothing', async () => {
    const [E, C] = ['SAMPLE PENSION SCHEME E - TIER I', 'SAMPLE PENSION SCHEME C - TIER I'];
    assert.deepEqual(await rows('nps.csv'), [
      [E, '2023-04-01', 'TRANSFER_IN', '50', '0'],
      [E, '2023-05-12', 'BUY', '125', '48'],
      [C, '2023-05-12', 'BUY', '80', '25'],
      [E, '2023-07-08', 'SELL', '0.1', '50'],
      [C, '2023-07-20', 'BUY', '0.5', '0'],
    ]);
    const { totals, notes } = await read('nps.csv');
    assert.deepEqual(
      totals.map(({ what, stated, read: ours, agrees }) => [what, stated, ours, agrees]),
      [
        // 50 + 125 − 0.1
        [`Units of ${E} at the end`, '174.9', '174.9', true],
        [`Units of ${C} at the end`, '80.5', '80.5', true],
        ['Contributions', '8000', '8000', true],
        ['Charges paid in units', '5', '5', true],
      ],
    );
    assert.equal(
      notes[0],
      `The statement begins with units of ${E}, whose cost it does not give. Leave these opening rows out if you also import the statements of earlier years.`,
    );
  });

  it('with schemes below each other: a closing balance that its rows do not reach is shown', async () => {
    const G = 'SAMPLE PENSION SCHEME G - TIER I POP';
    assert.deepEqual(await rows('nps-2024.csv'), [
      [G, '2024-04-01', 'TRANSFER_IN', '10', '0'],
      [G, '2024-06-14', 'BUY', '100', '30'],
    ]);
    const { totals } = await read('nps-2024.csv');
    assert.deepEqual(totals, [
      {
        what: `Units of ${G} at the end`,
        stated: '115',
        read: '110',
        agrees: false,
        reason: 'Some lines of this scheme were not read, or are not in the file.',
      },
    ]);
  });

  it('wait where amount, NAV and units contradict each other', async () => {
    const { issues } = await collect(
      text('nps.csv').replace('6000.00,48.0000,125.0000', '6000.00,48.0000,152.0000'),
    );
    assert.deepEqual(
      issues.map(({ field, message }) => [field, message]),
      [
        [
          'price',
          'does not fit: quantity × price comes to 7296, but the file states 6000. Enter the right values. (row 19 of the file)',
        ],
      ],
    );
  });
});

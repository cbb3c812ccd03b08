import assert from 'node:assert/strict';
import { contractOfSymbol, looksLikeContract } from '../../../../core/options/tradebook/contract.ts';
import { monthlyExpiryBy } from '../../../../core/options/tradebook/monthly-expiry.ts';
import { createCalendar } from '../../../../core/market/calendar/index.ts';

type Row = [symbol: string, tradedOn: string, given: string | null, read: string];

describe('decisions/Options workspace: contracts of a tradebook by their symbols', () => {
  const monthlyExpiry = monthlyExpiryBy(createCalendar());

  const read = (symbol: string, tradedOn: string, given: string | null): string => {
    const found = contractOfSymbol(symbol, { given, tradedOn, monthlyExpiry });
    if ('unknown' in found) return found.unknown;
    const { underlying, instrument, strike, expiry } = found.contract;
    return [underlying, instrument, strike ?? '-', expiry].join(' ');
  };

  const known: Row[] = [
    // weekly: year, month as 1–9, O, N or D, day
    ['NIFTY2560524750PE', '2025-06-02', null, 'NIFTY PE 24750 2025-06-05'],
    ['BANKNIFTY24O0951000CE', '2024-10-07', null, 'BANKNIFTY CE 51000 2024-10-09'],
    ['SENSEX25N0683500PE', '2025-11-04', null, 'SENSEX PE 83500 2025-11-06'],
    ['NIFTY25D0226000CE', '2025-12-01', null, 'NIFTY CE 26000 2025-12-02'],
    // an underlying that ends in digits
    ['NIFTYNXT502560565000PE', '2025-06-02', null, 'NIFTYNXT50 PE 65000 2025-06-05'],
    ['NIFTYNXT5025JUN65000CE', '2025-06-02', null, 'NIFTYNXT50 CE 65000 2025-06-26'],
    // monthly: the last Thursday until August 2025, the last Tuesday after it
    ['NIFTY25JUN24750PE', '2025-06-02', null, 'NIFTY PE 24750 2025-06-26'],
    ['RELIANCE25AUGFUT', '2025-08-01', null, 'RELIANCE FUT - 2025-08-28'],
    ['RELIANCE25SEPFUT', '2025-09-01', null, 'RELIANCE FUT - 2025-09-30'],
    // 26 January 2023 was a holiday, and the last Thursday: the session before it
    ['NIFTY23JAN18000CE', '2023-01-10', null, 'NIFTY CE 18000 2023-01-25'],
    ['M&M25JUN3100CE', '2025-06-02', null, 'M&M CE 3100 2025-06-26'],
    ['BAJAJ-AUTO25JUNFUT', '2025-06-02', null, 'BAJAJ-AUTO FUT - 2025-06-26'],
    ['ITC25JUN432.5PE', '2025-06-02', null, 'ITC PE 432.5 2025-06-26'],
    ['SENSEX25SEP82000CE', '2025-09-01', null, 'SENSEX CE 82000 2025-09-25'],
    // the column of the file comes before the symbol and before the calendar
    ['NIFTY25JUN24750PE', '2025-06-02', '2025-06-25', 'NIFTY PE 24750 2025-06-25'],
    ['NIFTY2560524750PE', '2025-06-02', '2025-06-04', 'NIFTY PE 24750 2025-06-04'],
    ['BANKNIFTY24JUN50000CE', '2024-06-03', '2024-06-26', 'BANKNIFTY CE 50000 2024-06-26'],
  ];
  for (const [symbol, tradedOn, given, expected] of known)
    it(`${symbol}${given === null ? '' : ` with ${given}`} is ${expected}`, () => {
      assert.equal(read(symbol, tradedOn, given), expected);
    });

  const unknown: Row[] = [
    ['RELIANCE', '2025-06-02', null, 'not the symbol of a future or an option'],
    ['NIFTY2469924750PE', '2025-06-02', null, 'had expired|not the symbol'],
    // its index had a day of its own then
    ['BANKNIFTY24JUN50000CE', '2024-06-03', null, 'Add a column expiry_date'],
    ['NIFTY25JUN24750PE', '2025-07-01', null, 'had expired'],
  ];
  for (const [symbol, tradedOn, given, expected] of unknown)
    it(`${symbol} of ${tradedOn}: ${expected}`, () => {
      assert.match(read(symbol, tradedOn, given), new RegExp(expected));
    });

  it('shares and funds are no contracts', () => {
    for (const symbol of [
      'INFY',
      'TCS',
      'M&M',
      'NIFTYBEES',
      'LIQUIDCASE',
      'SGBDEC2512-GB',
      '360ONE',
      'MARUTI',
    ])
      assert.equal(looksLikeContract(symbol), false, symbol);
  });
});

import assert from 'node:assert/strict';
import { type FundRow, readRows } from '../../api/dashboard/src/pages/overlap/rows.ts';

const row = (stock_symbol: string, weight_pct: number, isin: string | null = null): FundRow => ({
  stock_symbol,
  isin,
  weight_pct,
});

describe('rows of a fund’s contents', () => {
  it('reads pasted lines without titles: a name, a weight, perhaps an ISIN, in any order', () => {
    const { rows, issues, sum } = readRows(
      'Infosys Ltd, INE009A01021, 8.25\nTCS,6.1%\n\nINE040A01034\t\n'.replace('\t', ',4'),
    );
    assert.deepEqual(rows, [
      row('Infosys Ltd', 8.25, 'INE009A01021'),
      row('TCS', 6.1),
      row('INE040A01034', 4, 'INE040A01034'),
    ]);
    assert.deepEqual([issues, sum], [[], 18.35]);
  });

  it('reads a table with titles, and leaves its totals out', () => {
    const { rows, issues } = readRows(
      '\uFEFFName of the instrument;ISIN;Industry;Market value;% to NAV\r\n' +
        '"HDFC; Bank";INE040A01034;Banks;1200.5;8,1\r\nGrand Total;;;9000;100,00\r\n',
    );
    assert.deepEqual([rows, issues], [[row('HDFC; Bank', 8.1, 'INE040A01034')], []]);
  });

  it('reads what is copied out of a spreadsheet', () => {
    assert.deepEqual(readRows('Symbol\tWeight\nM&M\t1.5\nL&T "Finance"\t2').rows, [
      row('M&M', 1.5),
      row('L&T Finance', 2),
    ]);
  });

  it('says which line is no row, and why', () => {
    assert.deepEqual(readRows('INFY, 8\nCash\n,5\nTCS,-1').issues, [
      { line: 2, message: 'The weight of Cash is missing.' },
      { line: 3, message: 'The company is missing.' },
      { line: 4, message: 'The weight of TCS is below zero. Remove the line.' },
    ]);
    assert.deepEqual(readRows('  \n'), { rows: [], issues: [], sum: 0 });
  });
});

import assert from 'node:assert/strict';
import fc from 'fast-check';
import { changeCell, moneyCell, percentCell } from '../../../bot/text/numbers.ts';
import { type Cell, PHONE_WIDTH, table } from '../../../bot/text/table.ts';

const widest = (text: string) => Math.max(...text.split('\n').map((line) => line.length));

describe('a table in the chat fits a phone', () => {
  it('where there is room figures are whole, and columns stand apart', () => {
    const { text } = table(
      [{ title: 'Symbol' }, { title: 'Value', align: 'right' }],
      [['TCS', moneyCell(115_162.6)]],
    );
    assert.equal(text, 'Symbol      Value\nTCS     ₹1,15,163');
  });

  it('amounts are told in short before words are cut, and a figure is never cut', () => {
    const row: Cell[] = [
      'Nippon India ETF',
      moneyCell(1_23_45_678),
      moneyCell(98_76_543),
      percentCell(12.345),
    ];
    const { text } = table(
      [
        { title: 'Holding', max: 16 },
        { title: 'Value', align: 'right' },
        { title: 'Paid', align: 'right' },
        { title: 'Gain', align: 'right' },
      ],
      [row, ['TCS', moneyCell(null), moneyCell(500), percentCell(null)]],
    );
    assert.ok(widest(text) <= PHONE_WIDTH, text);
    assert.match(text, /^Nippon Ind… ₹1\.2Cr ₹98\.8L \+12\.3%$/m);
    assert.match(text, /^TCS +– +₹500 +–$/m);
  });

  it('an optional column goes last', () => {
    const { text } = table(
      [
        { title: 'Portfolio' },
        { title: 'Units', align: 'right' },
        { title: 'Price', align: 'right', isOptional: true },
      ],
      [['Retirement of the family', '1234567.8901234567', '1234567.8901234567']],
    );
    assert.doesNotMatch(text, /Price/);
    assert.match(text, / 1234567\.8901234567$/);
  });

  it('a short figure is the whole one rounded, with its sign', () => {
    const shortOf = (cell: Cell) => (typeof cell === 'string' ? cell : cell.short);
    assert.equal(shortOf(changeCell(-1_23_456)), '−₹1.2L');
    assert.equal(shortOf(changeCell(12_345, 'USD')), '+$12.3K');
    assert.equal(shortOf(percentCell(-0.04)), '0.0%');
    assert.equal(shortOf(percentCell(1234.5)), '+1235%');
  });

  it('whatever the amounts are, no line is wider than a phone', () => {
    const amount = fc.double({ min: -9e9, max: 9e9, noNaN: true });
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.string(), amount, amount, amount), { maxLength: 5 }), (rows) => {
        const { text } = table(
          [
            { title: 'Symbol', max: 14 },
            { title: 'Value', align: 'right' },
            { title: 'Amount', align: 'right' },
            { title: 'Change', align: 'right' },
          ],
          rows.map(([name, value, change, points]) => [
            name,
            moneyCell(value),
            changeCell(change),
            percentCell(points % 1000),
          ]),
        );
        assert.ok(widest(text) <= PHONE_WIDTH, text);
      }),
    );
  });
});

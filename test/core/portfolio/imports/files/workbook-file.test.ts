import assert from 'node:assert/strict';
import { ImportRefusal } from '../../../../../core/portfolio/imports/files/refusal.ts';
import { archiveOf, madeWorkbook } from '../../../../support/workbook-parts.ts';
import { collect } from '../collect.ts';
import { type SampleCell, workbookOf } from '../samples/sample.ts';

const HEAD: readonly SampleCell[] = ['Symbol', 'Date', 'Type', 'Quantity', 'Price', 'Currency'];
const trade = (symbol: string, day: number, quantity: number): readonly SampleCell[] => [
  symbol,
  new Date(Date.UTC(2024, 2, day)),
  'BUY',
  quantity,
  10.5,
  'INR',
];

const refusalOf = async (file: Buffer): Promise<[string, string]> =>
  await collect(file).then(
    () => assert.fail('it was read'),
    (error: unknown) =>
      error instanceof ImportRefusal ? [error.code, error.detail] : assert.fail(String(error)),
  );

for (const kind of ['xlsx', 'xls'] as const)
  describe(`portfolio/Import and ledger rules 1: a workbook (${kind}) is a source of tables`, () => {
    it('whose header may stand anywhere, below lines about the file, with numbers kept as text', async () => {
      const read = await collect(
        workbookOf(
          [
            {
              name: 'Trades',
              rows: [
                ['Trades of A Person'],
                [null, null, 'from', '2024-03-01'],
                [],
                [null, ...HEAD],
                [null, ...trade('ACME', 15, 2)],
                [],
                [null, 'BETA', '16/03/2024', 'SELL', '1', '1,234.50', 'INR'],
              ],
            },
          ],
          kind,
        ),
      );
      assert.deepEqual(
        read.transactions.map(({ row, symbol, date, type, quantity, price }) => [
          row,
          symbol,
          date,
          type,
          String(quantity),
          String(price),
        ]),
        [
          [5, 'ACME', '2024-03-15', 'BUY', '2', '10.5'],
          [7, 'BETA', '2024-03-16', 'SELL', '1', '1234.5'],
        ],
      );
    });

    it('over several sheets, each row with its sheet; sheets of other things are named', async () => {
      const read = await collect(
        workbookOf(
          [
            { name: 'About', rows: [['Made for A Person']] },
            { name: '2023', rows: [HEAD, trade('ACME', 15, 2), trade('BETA', 18, 1)] },
            { name: '2024', rows: [HEAD, trade('GAMMA', 20, 3)] },
          ],
          kind,
        ),
      );
      assert.deepEqual(
        read.raw.map(({ row, raw }) => [row, raw.where]),
        [
          [2, 'sheet 2023, row 2'],
          [3, 'sheet 2023, row 3'],
          // Row 2 of the second sheet, counted on from the three rows of the first.
          [5, 'sheet 2024, row 2'],
        ],
      );
      assert.equal(read.transactions.length, 3);
      assert.match(read.notes?.join(' ') ?? '', /Not read.*sheet About/);
    });

    it('and is refused in a sentence where it has no table', async () => {
      const [code, detail] = await refusalOf(
        workbookOf([{ name: 'One', rows: [['Hello'], ['World']] }], kind),
      );
      assert.equal(code, 'CSV_NO_HEADER');
      assert.match(detail, /header row/);
    });

    it('and cut off is refused, unless all of it is left', async () => {
      const rows = [HEAD, ...Array.from({ length: 60 }, (_, at) => trade(`S${at}`, 15, at + 1))];
      const whole = workbookOf([{ name: 'One', rows }], kind);
      let refused = 0;
      for (let part = 0.05; part < 1; part += 0.1)
        await collect(whole.subarray(0, Math.floor(whole.length * part))).then(
          (read) => assert.equal(read.transactions.length, 60, String(part)),
          (error: unknown) => {
            assert.ok(error instanceof ImportRefusal && error.code.startsWith('CSV_'), String(error));
            refused++;
          },
        );
      assert.ok(refused >= 7);
    });
  });

describe('a workbook that cannot be imported', () => {
  const sheet = '<row r="1"><c r="A1"><v>1</v></c></row>';
  for (const [what, file, code, next] of [
    [
      'with macros',
      archiveOf({ 'xl/workbook.xml': '<x/>', 'xl/vbaProject.bin': 'x' }),
      'CSV_IS_EXCEL',
      /Save as/,
    ],
    ['of LibreOffice', archiveOf({ 'content.xml': '<x/>', mimetype: 'x' }), 'CSV_IS_EXCEL', /CSV/],
    ['that is an archive of files', archiveOf({ 'trades.csv': 'a,b' }), 'CSV_IS_ARCHIVE', /Unpack/],
    ['without a row', madeWorkbook({ sheets: { One: '' } }), 'CSV_EMPTY', /blank lines/],
    ['with one number', madeWorkbook({ sheets: { One: sheet } }), 'CSV_NO_HEADER', /header row/],
  ] as const)
    it(`${what} is refused, and the sentence says what to do`, async () => {
      const [found, detail] = await refusalOf(file);
      assert.equal(found, code);
      assert.match(detail, next);
    });
});

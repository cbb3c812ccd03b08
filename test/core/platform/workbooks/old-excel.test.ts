import assert from 'node:assert/strict';
import * as XLSX from '@e965/xlsx';
import fc from 'fast-check';
import {
  createOldExcelReader,
  DAY_MS,
  openOldExcel,
  openWorkbook,
  type Workbook,
  WORKBOOK_LIMITS,
  WorkbookFault,
} from '../../../../core/platform/index.ts';
import { isSoak, sampled } from '../../../support/soak.ts';
import { type SampleCell, workbookOf } from '../../portfolio/imports/samples/sample.ts';

interface Cfb {
  read(bytes: Buffer, options: { type: 'buffer' }): object;
  write(file: object, options: { type: 'buffer' }): Buffer;
  find(file: object, path: string): { content: Buffer; size: number };
  utils: { cfb_add(file: object, name: string, content: Buffer): void };
}
const { CFB } = XLSX as unknown as { CFB: Cfb };

async function read(opened: Promise<Workbook>) {
  const book = await opened;
  const sheets: Record<string, Record<number, string[]>> = {};
  for (const [at, name] of book.sheets.entries()) {
    const rows: Record<number, string[]> = {};
    for await (const some of book.rows(at)) for (const { number, cells } of some) rows[number] = cells;
    sheets[name] = rows;
  }
  book.close();
  return sheets;
}

const faultOf = async (work: Promise<unknown>) =>
  await work.then(
    () => assert.fail('it was read'),
    (error: unknown) => (error instanceof WorkbookFault ? error.code : assert.fail(String(error))),
  );

const TRADES: readonly (readonly SampleCell[])[] = [
  ['Trades of 2023'],
  [],
  ['Symbol', 'Day', 'Quantity', 'Price', 'Bought'],
  ['ACME', new Date(Date.UTC(2023, 2, 15)), 12, 98.15, true],
  ['बीटा & Söhne', new Date(Date.UTC(2023, 2, 16, 18)), -0.000012, 1e15, false],
];
const OLD = workbookOf([{ name: 'Trades', rows: TRADES }], 'xls');

/** The stream of the workbook, changed. */
function changed(book: Buffer, change: (stream: Buffer) => Buffer): Buffer {
  const file = CFB.read(book, { type: 'buffer' });
  const part = CFB.find(file, '/Workbook');
  part.content = change(Buffer.from(part.content));
  part.size = part.content.length;
  return CFB.write(file, { type: 'buffer' });
}

describe('a workbook of Excel 97', () => {
  it('gives texts, numbers, days, and yes and no', async () => {
    // 15 March 2023 is day 45000.
    assert.deepEqual(await read(openOldExcel(OLD)), {
      Trades: {
        1: ['Trades of 2023'],
        3: ['Symbol', 'Day', 'Quantity', 'Price', 'Bought'],
        4: ['ACME', '2023-03-15', '12', '98.15', 'TRUE'],
        5: ['बीटा & Söhne', '2023-03-16 18:00:00', '-0.000012', '1000000000000000', 'FALSE'],
      },
    });
  });

  it('is read as the same book in the newer format', async () => {
    const cell = fc.oneof(
      fc.constant(null),
      fc.boolean(),
      fc.stringMatching(/^[A-Za-zअ-ह₹ .,&<>'-]{1,20}$/).filter((text) => text.trim() === text),
      fc.integer({ min: -1e9, max: 1e9 }),
      fc.integer({ min: -1e9, max: 1e9 }).map((value) => value / 10_000),
      fc.integer({ min: 1000, max: 80_000 }).map((day) => new Date(Date.UTC(1899, 11, 30) + day * DAY_MS)),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(cell, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 12 }),
        async (rows) => {
          const sheets = [
            { name: 'First', rows },
            { name: 'Second', rows: [['x']] },
          ];
          assert.deepEqual(
            await read(openOldExcel(workbookOf(sheets, 'xls'))),
            await read(openWorkbook(workbookOf(sheets, 'xlsx'))),
          );
        },
      ),
      { numRuns: sampled(6, 200) },
    );
  });

  it('counts days from 1904 where it says so, and gives a text in each row it reaches over', async () => {
    const book = XLSX.utils.book_new();
    const sheet = XLSX.utils.aoa_to_sheet([
      ['both', 1],
      [null, 2],
    ]);
    sheet['B1'] = { t: 'n', v: 43_538, z: 'dd/mm/yyyy' };
    sheet['!merges'] = [{ s: { r: 0, c: 0 }, e: { r: 1, c: 0 } }];
    XLSX.utils.book_append_sheet(book, sheet, 'One');
    book.Workbook = { WBProps: { date1904: true } };
    const bytes = XLSX.write(book, { type: 'buffer', bookType: 'xls' }) as Buffer;
    // 45000 − 1462 is the same day as 45000 from 1900.
    assert.deepEqual(await read(openOldExcel(bytes)), {
      One: { 1: ['both', '2023-03-15'], 2: ['both', '2'] },
    });
  });

  it('leaves out hidden sheets', async () => {
    const book = XLSX.utils.book_new();
    for (const name of ['Shown', 'Hidden'])
      XLSX.utils.book_append_sheet(book, XLSX.utils.aoa_to_sheet([[name]]), name);
    book.Workbook = {
      Sheets: [
        { name: 'Shown', Hidden: 0 },
        { name: 'Hidden', Hidden: 1 },
      ],
    };
    const bytes = XLSX.write(book, { type: 'buffer', bookType: 'xls' }) as Buffer;
    assert.deepEqual(await read(openOldExcel(bytes)), { Shown: { 1: ['Shown'] } });
  });

  it('with a password, with macros, of another kind, or cut off is refused', async () => {
    // A FILEPASS record behind the first one says that the rest is encrypted.
    const secret = changed(OLD, (stream) => {
      const first = 4 + stream.readUInt16LE(2);
      const filePass = Buffer.from([0x2f, 0, 6, 0, 0, 0, 0x12, 0x34, 0x56, 0x78]);
      return Buffer.concat([stream.subarray(0, first), filePass, stream.subarray(first)]);
    });
    assert.equal(await faultOf(openOldExcel(secret)), 'encrypted');
    const withMacros = CFB.read(OLD, { type: 'buffer' });
    CFB.utils.cfb_add(withMacros, '/_VBA_PROJECT_CUR/VBA/dir', Buffer.from('x'));
    assert.equal(await faultOf(openOldExcel(CFB.write(withMacros, { type: 'buffer' }))), 'macros');
    const letter = CFB.read(OLD, { type: 'buffer' }) as { FullPaths: string[]; FileIndex: unknown[] };
    const at = letter.FullPaths.findIndex((path) => path.endsWith('/Workbook'));
    letter.FullPaths.splice(at, 1);
    letter.FileIndex.splice(at, 1);
    CFB.utils.cfb_add(letter, '/WordDocument', Buffer.from('x'));
    assert.equal(await faultOf(openOldExcel(CFB.write(letter, { type: 'buffer' }))), 'other_format');
    for (const length of [600, Math.floor(OLD.length / 2)])
      assert.equal(await faultOf(openOldExcel(OLD.subarray(0, length))), 'broken', String(length));
  });

  it('of random bytes is refused or read, and ends in time', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(OLD.length - 1), fc.nat(255)), { minLength: 1, maxLength: 40 }),
        async (bytes) => {
          const hurt = Buffer.from(OLD);
          for (const [at, byte] of bytes) if (at >= 8) hurt[at] = byte;
          await read(openOldExcel(hurt)).catch((error: unknown) => assert.ok(error instanceof WorkbookFault));
        },
      ),
      // Now and then a size among the bytes keeps the reader busy for seconds: in npm test the files are the same each time.
      { numRuns: sampled(6, 200), ...(isSoak ? {} : { seed: 1 }) },
    );
  });

  it('that takes too long, or is too large, is given up', async () => {
    const timers = { now: () => 0, sleep: async () => undefined };
    const hasty = createOldExcelReader({ timers });
    assert.equal(await faultOf(hasty.open(OLD)), 'too_large');
    await hasty.close();
    assert.equal(await faultOf(openOldExcel(Buffer.alloc(WORKBOOK_LIMITS.bytes + 1))), 'too_large');
    assert.equal(await faultOf(openOldExcel(OLD, { ...WORKBOOK_LIMITS, columns: 4 })), 'too_many_columns');
  });
});

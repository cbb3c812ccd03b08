import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  openWorkbook,
  WORKBOOK_LIMITS,
  WorkbookFault,
  type WorkbookLimits,
} from '../../../../core/platform/index.ts';
import { workbookOf } from '../../portfolio/imports/samples/sample.ts';
import { archiveOf, type MadeWorkbook, madeWorkbook } from '../../../support/workbook-parts.ts';
import { sampled } from '../../../support/soak.ts';

/** Each sheet with its rows by number. */
async function read(bytes: Buffer, limits: Partial<WorkbookLimits> = {}) {
  const book = await openWorkbook(bytes, { ...WORKBOOK_LIMITS, ...limits });
  const sheets: Record<string, Record<number, string[]>> = {};
  for (const [at, name] of book.sheets.entries()) {
    const rows: Record<number, string[]> = {};
    for await (const some of book.rows(at)) for (const { number, cells } of some) rows[number] = cells;
    sheets[name] = rows;
  }
  book.close();
  return sheets;
}

const made = async (book: Omit<MadeWorkbook, 'sheets'>, rows: string) =>
  (await read(madeWorkbook({ ...book, sheets: { One: rows } })))['One'] ?? assert.fail();

const faultOf = async (work: Promise<unknown>) =>
  await work.then(
    () => assert.fail('it was read'),
    (error: unknown) => (error instanceof WorkbookFault ? error.code : assert.fail(String(error))),
  );

describe('a workbook', () => {
  it('gives texts, numbers, yes and no, and errors as a person sees them', async () => {
    const rows = await made(
      {
        strings: [
          '<t>Apple</t>',
          '<r><t>Bana</t></r><r><t xml:space="preserve">na split</t></r>',
          '<t>柿</t><rPh><t>かき</t></rPh>',
        ],
      },
      '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c r="C1" t="s"><v>2</v></c></row>' +
        '<row r="2"><c r="A2"><v>98.150000000000006</v></c><c r="B2"><v>1.2E-5</v></c><c r="C2"><v>-1200</v></c></row>' +
        '<row r="3"><c r="A3" t="b"><v>1</v></c><c r="B3" t="e"><v>#N/A</v></c><c r="C3" t="inlineStr"><is><t>a_x0041_b &amp; c</t></is></c></row>',
    );
    assert.deepEqual(rows, {
      1: ['Apple', 'Banana split', '柿'],
      // Fifteen digits are what a spreadsheet shows of a binary number.
      2: ['98.15', '0.000012', '-1200'],
      3: ['TRUE', '#N/A', 'aAb & c'],
    });
  });

  it('gives the stored value of a formula, and the formula itself where it was never worked out', async () => {
    const rows = await made(
      {},
      '<row r="1"><c r="A1"><f>1+1</f><v>2</v></c><c r="B1" t="str"><f>"a"&amp;"b"</f><v>ab</v></c><c r="C1"><f>C2*2</f></c></row>',
    );
    assert.deepEqual(rows, { 1: ['2', 'ab', '=C2*2'] });
  });

  // 45000 is 15 March 2023 from 1900, and 1,462 days later from 1904; day 60 of Excel is 29 February 1900, which never was.
  for (const [book, days] of [
    ['', ['2023-03-15', '2023-03-15 18:00:00', '06:30:00', '1900-01-01', '1900-02-28', '1900-03-01']],
    [
      'date1904="1"',
      ['2027-03-16', '2027-03-16 18:00:00', '1904-01-01 06:30:00', '1904-01-02', '1904-02-29', '1904-03-01'],
    ],
  ] as const) {
    it(`reads days counted from ${book === '' ? 1900 : 1904}`, async () => {
      const serials =
        book === '' ? [45_000, 45_000.75, 6.5 / 24, 1, 59, 61] : [45_000, 45_000.75, 6.5 / 24, 1, 59, 60];
      const cells = serials
        .map((serial, at) => `<c r="${'ABCDEF'[at]}1" s="0"><v>${serial}</v></c>`)
        .join('');
      assert.deepEqual(await made({ book, formats: [22] }, `<row r="1">${cells}</row>`), { 1: days });
    });
  }

  it('tells days from numbers by the format of a cell', async () => {
    const formats: [number | string, boolean][] = [
      [0, false],
      [2, false],
      [14, true],
      [22, true],
      [46, true],
      ['dd\\-mm\\-yyyy', true],
      ['[$-409]d mmm yyyy;@', true],
      ['h:mm AM/PM', true],
      ['[h]:mm', false],
      ['"₹"\\ #,##0.00', false],
      ['[$₹-4009]\\ #,##0.00', false],
      ['#,##0.00_);[Red]\\(#,##0.00\\)', false],
      ['0.00E+00', false],
      ['General "days"', false],
    ];
    const cells = formats.map((_, at) => `<c s="${at}"><v>45000.5</v></c>`).join('');
    const rows = await made({ formats: formats.map(([format]) => format) }, `<row>${cells}</row>`);
    assert.deepEqual(
      rows[1]?.map((text) => text.startsWith('2023-03-15')),
      formats.map(([, isDay]) => isDay),
    );
  });

  it('keeps the numbers of rows over gaps, and columns over blank cells; formatted cells are blank', async () => {
    const rows = await made(
      { formats: [0] },
      '<row r="3"><c r="B3" s="0"/><c r="D3"><v>1</v></c><c r="E3" s="0"/></row><row r="9" s="0"/><row r="1048576"><c r="A1048576"><v>2</v></c></row>',
    );
    assert.deepEqual(rows, { 3: ['', '', '', '1'], 1048576: ['2'] });
  });

  it('gives a cell that reaches over rows to each of them', async () => {
    const rows = await made(
      { after: '<mergeCells count="2"><mergeCell ref="A1:C1"/><mergeCell ref="A2:A4"/></mergeCells>' },
      '<row r="1"><c r="A1" t="str"><v>Title</v></c></row><row r="2"><c r="A2" t="str"><v>ITC</v></c><c r="B2"><v>1</v></c></row>' +
        '<row r="3"><c r="B3"><v>2</v></c></row><row r="4"><c r="A4"/><c r="B4"><v>3</v></c></row><row r="5"><c r="B5"><v>4</v></c></row>',
    );
    assert.deepEqual(rows, { 1: ['Title'], 2: ['ITC', '1'], 3: ['ITC', '2'], 4: ['ITC', '3'], 5: ['', '4'] });
  });

  it('shows the sheets that a person sees, and reads elements with a prefix', async () => {
    const x = (xml: string) => xml.replace(/<(\/?)(?=[a-z])/g, '<$1x:');
    const sheet = x(
      '<worksheet xmlns:x="m"><sheetData><row r="1"><c r="A1"><v>5</v></c></row></sheetData></worksheet>',
    );
    const sheets = await read(
      madeWorkbook({
        sheets: { Trades: '', Secret: '<row r="1"><c r="A1"><v>1</v></c></row>' },
        attributes: { Secret: 'state="veryHidden"' },
        more: { 'xl/worksheets/sheet1.xml': sheet },
      }),
    );
    assert.deepEqual(sheets, { Trades: { 1: ['5'] } });
  });

  it('reads what another program wrote, whatever stands in it', async () => {
    const cell = fc.oneof(
      fc.constant(null),
      fc.integer({ min: -1_000_000, max: 1_000_000 }),
      fc.integer({ min: -99_999_999, max: 99_999_999 }).map((paise) => paise / 100),
      fc.stringMatching(/^[A-Za-z0-9 .,%&<>"'₹é-]{1,12}$/),
      fc.boolean(),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(cell, { maxLength: 6 }), { minLength: 1, maxLength: 12 }),
        async (table) => {
          const sheet = (await read(workbookOf([{ name: 'S', rows: table }])))['S'] ?? {};
          for (const [at, row] of table.entries()) {
            const texts = row.map((value) =>
              value === null ? '' : typeof value === 'boolean' ? String(value).toUpperCase() : String(value),
            );
            while (texts.at(-1) === '') texts.pop();
            const found = sheet[at + 1] ?? [];
            assert.deepEqual(found, texts.every((text) => text.trim() === '') ? [] : texts);
          }
        },
      ),
      { numRuns: sampled(60, 2000) },
    );
  });

  it('unpacks no more than it may, whatever the archive tells of itself', async () => {
    const long = `<row r="1"><c r="A1"><v>1</v></c></row>${' '.repeat(4 * 2 ** 20)}`;
    const bomb = madeWorkbook({ sheets: { One: long } });
    assert.ok(bomb.length < 64 * 1024);
    assert.equal(await faultOf(read(bomb, { sheetBytes: 2 ** 20 })), 'too_large');
    // The directory tells 100 bytes; what comes is more.
    const lying = Buffer.from(bomb);
    for (let at = lying.indexOf('PK\u0001\u0002'); at !== -1; at = lying.indexOf('PK\u0001\u0002', at + 4))
      if (lying.toString('latin1', at + 46, at + 80).startsWith('xl/worksheets'))
        lying.writeUInt32LE(100, at + 24);
    assert.equal(await faultOf(read(lying)), 'damaged');
    const strings = madeWorkbook({ sheets: { One: '' }, strings: [`<t>${'a'.repeat(2 * 2 ** 20)}</t>`] });
    assert.equal(await faultOf(read(strings, { partBytes: 2 ** 20 })), 'too_large');
    assert.equal(await faultOf(read(bomb, { bytes: 1000 })), 'too_large');
  });

  it('takes a million blank cells for what they are', async () => {
    const blank = '<c s="0"/>'.repeat(16_384);
    const rows = Array.from({ length: 62 }, (_, at) => `<row r="${at + 1}">${blank}</row>`).join('');
    const before = process.memoryUsage().heapUsed;
    assert.deepEqual(await made({ formats: [0] }, `${rows}<row r="99"><c r="A99"><v>1</v></c></row>`), {
      99: ['1'],
    });
    assert.ok(process.memoryUsage().heapUsed - before < 150 * 2 ** 20);
  });

  for (const [what, bytes, code] of [
    [
      'entities of its own',
      () =>
        madeWorkbook({
          sheets: { One: '' },
          more: {
            'xl/sharedStrings.xml':
              '<!DOCTYPE s [<!ENTITY a "aa"><!ENTITY b "&a;&a;">]><sst><si><t>&b;</t></si></sst>',
          },
        }),
      'broken',
    ],
    ['macros', () => madeWorkbook({ sheets: { One: '' }, more: { 'xl/vbaProject.bin': 'x' } }), 'macros'],
    ['no workbook in it', () => archiveOf({ 'trades.csv': 'a,b' }), 'archive'],
    [
      'an OpenDocument sheet in it',
      () => archiveOf({ 'content.xml': '<a/>', mimetype: 'x' }),
      'other_format',
    ],
    [
      'a value beyond the last column',
      () => madeWorkbook({ sheets: { One: '<row r="1"><c r="IW1"><v>1</v></c></row>' } }),
      'too_many_columns',
    ],
    [
      'a cell that is too long',
      () => madeWorkbook({ sheets: { One: `<row r="1"><c t="str"><v>${'x'.repeat(40_000)}</v></c></row>` } }),
      'broken',
    ],
    [
      'a text that is missing',
      () => madeWorkbook({ sheets: { One: '<row r="1"><c t="s"><v>7</v></c></row>' } }),
      'broken',
    ],
    [
      'a sheet cut off',
      () =>
        madeWorkbook({
          sheets: { One: '' },
          more: { 'xl/worksheets/sheet1.xml': '<worksheet><sheetData><row r="1"><c' },
        }),
      'broken',
    ],
    [
      'rows out of order',
      () =>
        madeWorkbook({ sheets: { One: '<row r="2"><c><v>1</v></c></row><row r="1"><c><v>1</v></c></row>' } }),
      'broken',
    ],
  ] as const) {
    it(`is refused with ${what}`, async () => assert.equal(await faultOf(read(bytes())), code));
  }

  it('is refused or read, never anything else, wherever it is cut or changed', async () => {
    const whole = workbookOf([
      {
        name: 'S',
        rows: [
          ['Symbol', 'Quantity'],
          ['ITC', 5],
          ['TCS', 7.5],
        ],
      },
    ]);
    await fc.assert(
      fc.asyncProperty(fc.nat(whole.length - 1), fc.nat(255), fc.boolean(), async (at, byte, isCut) => {
        const bytes = isCut ? whole.subarray(0, at) : Buffer.from(whole);
        if (!isCut) bytes[at] = byte;
        await read(Buffer.from(bytes)).catch((error: unknown) =>
          assert.ok(error instanceof WorkbookFault, String(error)),
        );
      }),
      { numRuns: sampled(300, 10_000) },
    );
  });
});

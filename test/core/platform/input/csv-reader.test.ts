import assert from 'node:assert/strict';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import {
  csvCells,
  type CsvDialect,
  CsvFault,
  csvLineEnd,
  CsvReader,
  csvRecords,
} from '../../../../core/platform/input/csv-reader.ts';
import { sampled } from '../../../support/soak.ts';

const LIMITS = { columns: 256, fieldLength: 32 * 1024 };
const COMMA: CsvDialect = { delimiter: ',', newline: '\n' };

function read(text: string, size = text.length || 1, dialect = COMMA, limits = LIMITS): string[][] {
  const reader = new CsvReader(dialect, limits);
  const records: string[][] = [];
  for (let at = 0; at < text.length; at += size) reader.push(text.slice(at, at + size), records);
  reader.end(records);
  return records;
}

describe('platform: the reader of CSV', () => {
  const cases: [string, string, string[][]][] = [
    [
      'plain lines',
      'a,b\n1,2\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'no final line end',
      'a,b\n1,2',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'CRLF',
      'a,b\r\n1,2\r\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'a final carriage return',
      'a,b\r\n1,2\r',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'quotes',
      '"a","b ""x"" c"\n"1,5","2\r\n3"\n',
      [
        ['a', 'b "x" c'],
        ['1,5', '2\r\n3'],
      ],
    ],
    [
      'CRLF after quotes',
      '"a","b"\r\n"1","2"\r\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'empty cells',
      ',,\n"",,""\n',
      [
        ['', '', ''],
        ['', '', ''],
      ],
    ],
    ['a trailing delimiter at the end', 'a,b,', [['a', 'b', '']]],
    [
      'a trailing delimiter before a line end',
      'a,b,\n1,2,\n',
      [
        ['a', 'b', ''],
        ['1', '2', ''],
      ],
    ],
    ['blank lines, which are records', 'a\n\n\nb\n', [['a'], [''], [''], ['b']]],
    [
      'a quote inside an unquoted cell',
      '5" nail,x\ny,z\n',
      [
        ['5" nail', 'x'],
        ['y', 'z'],
      ],
    ],
    ['space before a quote', 'a, "b, c" ,d\n', [['a', 'b, c', 'd']]],
    ['text after a closing quote', '"a"b,c\n', [['ab', 'c']]],
    ['space kept in plain and quoted cells', ' a ,"  b "\n', [[' a ', '  b ']]],
    ['nothing', '', []],
  ];
  for (const [name, text, expected] of cases) {
    it(`reads ${name}, in chunks of any size`, () => {
      for (let size = 1; size <= text.length; size++)
        assert.deepEqual(read(text, size), expected, `size ${size}`);
    });
  }

  it('reads other delimiters and lone carriage returns', () => {
    assert.deepEqual(read('a;b\n1,5;2', 1, { delimiter: ';', newline: '\n' }), [
      ['a', 'b'],
      ['1,5', '2'],
    ]);
    assert.deepEqual(read('a\tb\r1\t"2\r3"\r', 1, { delimiter: '\t', newline: '\r' }), [
      ['a', 'b'],
      ['1', '2\r3'],
    ]);
  });

  it('agrees with csv-parse on whatever is written by the rules', () => {
    const cell = fc.string({
      unit: fc.constantFrom('a', 'é', '₹', ' ', '"', ',', '\n', '\r\n', ';', '0'),
      maxLength: 8,
    });
    const table = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(table, fc.constantFrom('\n', '\r\n'), fc.integer({ min: 1, max: 9 }), (rows, end, size) => {
        const text = rows
          .map((row) =>
            row
              .map((value) => (/^[^\s",;]+$/.test(value) ? value : `"${value.replaceAll('"', '""')}"`))
              .join(','),
          )
          .join(end);
        const theirs = parse(text, { relax_column_count: true, record_delimiter: end, bom: false });
        assert.deepEqual(read(text, size), theirs);
        assert.deepEqual(read(text, size), rows);
      }),
      { numRuns: sampled(60, 10_000) },
    );
  });

  const refusals: [string, string, string][] = [
    ['CSV_TOO_MANY_COLUMNS', 'a line of 257 columns', `${','.repeat(256)}\n`],
    ['CSV_TOO_MANY_COLUMNS', 'a line of 257 quoted columns', `${'"x",'.repeat(256)}"x"\n`],
    ['CSV_TOO_MANY_COLUMNS', '257 columns without a line end', 'x,'.repeat(300)],
    ['CSV_FIELD_TOO_LONG', 'a cell over 32 KB', `a,${'x'.repeat(32 * 1024 + 1)},b\n`],
    ['CSV_FIELD_TOO_LONG', 'a quoted cell over 32 KB on one line', `a,"${'x'.repeat(32 * 1024 + 1)}",b\n`],
    ['CSV_UNCLOSED_QUOTE', 'a quote open at the end of the file', 'a,b\n1,"2\n3,4\n'],
    ['CSV_UNCLOSED_QUOTE', 'a quote open over 32 KB of lines', `a,b\n1,"2\n${'3,4\n'.repeat(20_000)}`],
  ];
  for (const [code, name, text] of refusals) {
    it(`refuses ${name} with ${code}`, () => {
      for (const size of [100, 64 * 1024]) {
        assert.throws(
          () => read(text, size),
          (error) => error instanceof CsvFault && error.code === code,
        );
      }
    });
  }

  it('accepts what is just within the limits', () => {
    assert.equal(read(`${','.repeat(255)}\n`)[0]?.length, 256);
    assert.equal(read(`"${'x'.repeat(32 * 1024)}"`, 1000)[0]?.[0]?.length, 32 * 1024);
  });

  it('names the row of an open quote', () => {
    assert.throws(() => read('a,b\n1,2\n"x,y\n'), /row 3/);
  });

  it('finds the line end outside quotes', () => {
    assert.deepEqual(['a\nb', 'a\r\nb', 'a\rb', '"a\rb"\nc', '"a\nb"\rc', 'a', '"open\n'].map(csvLineEnd), [
      '\n',
      '\n',
      '\r',
      '\n',
      '\r',
      '\n',
      '\n',
    ]);
  });

  it('reads a whole text with a byte order mark and any line ends', () => {
    for (const end of ['\n', '\r\n', '\r'])
      assert.deepEqual(csvRecords(`\uFEFFa,b${end}"1${end}2",3${end}`), [
        ['a', 'b'],
        [`1${end}2`, '3'],
      ]);
    assert.throws(() => csvRecords('a\n"b'), CsvFault);
  });

  it('reads a line by itself; an open quotation mark ends with it', () => {
    assert.deepEqual(csvCells('a,"b, c",,"say ""hi"""'), ['a', 'b, c', '', 'say "hi"']);
    assert.deepEqual(csvCells('open,"end'), ['open', 'end']);
    assert.deepEqual(csvCells('open,"end""'), ['open', 'end"']);
    assert.deepEqual(csvCells('5" nail,x'), ['5" nail', 'x']);
    assert.deepEqual([csvCells(''), csvCells('"')], [[''], ['']]);
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', ' ', '"', ','), maxLength: 12 }), (line) => {
        assert.ok(csvCells(line).length >= 1);
      }),
    );
  });
});

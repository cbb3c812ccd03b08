import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import fc from 'fast-check';
import type { RefusalCode } from '../../../../../core/portfolio/imports/files/refusal.ts';
import { ImportRefusal } from '../../../../../core/portfolio/imports/files/refusal.ts';
import { readImport } from '../../../../../core/portfolio/imports/files/read.ts';
import type { ReadOptions } from '../../../../../core/portfolio/imports/files/read-options.ts';
import { cellsOf, chunks, collect } from '../collect.ts';
import { sampled } from '../../../../support/soak.ts';

const HEADER = 'Symbol,Date,Type,Quantity,Price\n';
const ROW = 'INFY,2024-01-31,BUY,10,1500.5\n';

async function refusal(file: string | Buffer, options: Partial<ReadOptions> = {}): Promise<ImportRefusal> {
  try {
    await collect(file, options, 4096);
  } catch (error) {
    assert.ok(error instanceof ImportRefusal, String(error));
    return error;
  }
  return assert.fail('the file was accepted');
}

/** A source that counts what was taken from it. */
function counted(piece: Buffer, pieces: number) {
  const taken = { bytes: 0, closed: false };
  async function* produce() {
    try {
      for (let number = 0; number < pieces; number++) {
        taken.bytes += piece.length;
        yield piece;
      }
    } finally {
      taken.closed = true;
    }
  }
  return { source: Readable.from(produce(), { objectMode: true }), taken };
}

describe('portfolio/import reading', function limited(this: Mocha.Suite) {
  // Much work: a busy machine may need minutes for it.
  this.timeout(600_000);
  const encodings: [string, (text: string) => Buffer][] = [
    ['UTF-8', (text) => Buffer.from(text)],
    ['UTF-8 with a mark', (text) => Buffer.from(`\ufeff${text}`)],
    ['UTF-16LE', (text) => Buffer.from(`\ufeff${text}`, 'utf16le')],
    ['UTF-16BE', (text) => Buffer.from(`\ufeff${text}`, 'utf16le').swap16()],
    ['ISO-8859-1', (text) => Buffer.from(text, 'latin1')],
  ];
  for (const [encoding, encode] of encodings) {
    for (const delimiter of [',', ';', '\t', '|']) {
      for (const end of ['\n', '\r\n', '\r']) {
        it(`reads ${encoding} with ${JSON.stringify(delimiter)} and ${JSON.stringify(end)}`, async () => {
          const comma = delimiter === ';' || delimiter === '\t';
          const rows = [
            ['Symbol', 'Date', 'Type', 'Quantity', 'Price', 'Remarks'],
            [
              'INFY',
              '31/01/2024',
              'BUY',
              '10',
              comma ? '"1.500,50"' : '"1,500.50"',
              `"café ""${delimiter}"" ${end}x"`,
            ],
            ['TCS', '02/01/2024', 'SELL', '1', comma ? '4000,25' : '4000.25', ''],
          ];
          const file = encode(rows.map((row) => row.join(delimiter)).join(end));
          for (const size of [1, 13, 64 * 1024]) {
            const read = await collect(file, {}, size);
            assert.deepEqual(read.issues, []);
            assert.deepEqual(cellsOf(read.transactions, 'row', 'symbol', 'date', 'price', 'note'), [
              [2, 'INFY', '2024-01-31', '1500.5', `café "${delimiter}" ${end}x`],
              [3, 'TCS', '2024-01-02', '4000.25', null],
            ]);
          }
        });
      }
    }
  }

  it('numbers rows as a spreadsheet does: title rows, blank lines and quoted line ends counted once each', async () => {
    const read = await collect(`My trades\n\n"for\nme"\n${HEADER}${ROW}\n,,,,\n${ROW}bad row,x\n`);
    assert.deepEqual(
      read.transactions.map(({ row }) => row),
      [5, 8],
    );
    assert.deepEqual([...new Set(read.issues.map(({ row }) => row))], [9]);
    assert.deepEqual(read.raw.at(-1), {
      row: 9,
      raw: { fields: { symbol: 'bad row', date: 'x' }, excluded: null },
    });
  });

  it('reads files joined end to end: the header between them is no entry', async () => {
    const read = await collect(`${HEADER}${ROW}\ufeff${HEADER}${ROW}`);
    assert.deepEqual(
      read.raw.map(({ row }) => row),
      [2, 4],
    );
    assert.deepEqual(read.issues, []);
  });

  it('obeys the delimiter a spreadsheet declares in its first line', async () => {
    const read = await collect(`sep=;\n${HEADER.replaceAll(',', ';')}INFY;2024-01-31;BUY;10;1500,5\n`);
    assert.deepEqual([read.transactions[0]?.row, read.transactions[0]?.price], [3, '1500.5']);
  });

  it('lets one date prove the order of all, and refuses to guess without proof', async () => {
    const file = (...dates: string[]) => `${HEADER}${dates.map((date) => `X,${date},BUY,1,1\n`).join('')}`;
    const proved = await collect(file('05/03/2024', '03/25/2024'));
    assert.deepEqual(
      proved.transactions.map(({ date }) => date),
      ['2024-05-03', '2024-03-25'],
    );
    const open = await collect(file('05/03/2024', '2024-03-25'));
    assert.deepEqual(
      open.issues.map(({ row, field }) => [row, field]),
      [[2, 'date']],
    );
    const both = await collect(file('25/03/2024', '03/25/2024', '05/03/2024'));
    assert.deepEqual([both.transactions.length, both.issues.length], [2, 1]);
    const told = await collect(file('05/03/2024'), { dateOrder: 'dmy' });
    assert.equal(told.transactions[0]?.date, '2024-03-05');
  });

  it('takes 1.234 between semicolons for a number only when another cell proves the mark', async () => {
    const file = (price: string) => `Symbol;Date;Type;Quantity;Price\nX;2024-01-01;BUY;1.234;${price}\n`;
    assert.equal((await collect(file('0,5'))).transactions[0]?.quantity, '1234');
    assert.equal((await collect(file('0.5'))).transactions[0]?.quantity, '1.234');
    assert.deepEqual(
      (await collect(file('5'))).issues.map(({ field }) => field),
      ['quantity'],
    );
  });

  it('refuses a row whose values have slipped into other columns', async () => {
    const read = await collect(`${HEADER}INFY,2024-01-31,BUY,10,1,500.50\nTCS,2024-01-31,BUY,10,1,\n`);
    assert.deepEqual(
      read.issues.map(({ row, field }) => [row, field]),
      [[2, 'row']],
    );
    assert.equal(read.transactions.length, 1);
  });

  it('keeps the text of every row under our names, for corrections', async () => {
    const read = await collect(`Ticker,Trade Date,Side,Qty,Price,Fee\nINFY,2024-01-31,BUY,ten,"1,500",\n`);
    assert.deepEqual(read.raw, [
      {
        row: 2,
        raw: {
          fields: { symbol: 'INFY', date: '2024-01-31', type: 'BUY', quantity: 'ten', price: '1,500' },
          excluded: null,
        },
      },
    ]);
  });

  const refused: [RefusalCode, string, string | Buffer, Partial<ReadOptions>, RegExp][] = [
    ['CSV_EMPTY', 'an empty file', '', {}, /empty/],
    ['CSV_EMPTY', 'blank lines', ' \n\n , \n', {}, /blank/],
    ['CSV_IS_HTML', 'a sign-in page', '<!doctype html><html><title>Login</title>', {}, /web page/],
    ['CSV_NO_HEADER', 'a file without a header', `${ROW}${ROW}`, {}, /header row/],
    ['CSV_NO_HEADER', 'prose', 'Dear customer\nplease find below\n', {}, /No table/],
    ['CSV_NO_ROWS', 'a header alone', HEADER, {}, /no rows/],
    [
      'CSV_UNKNOWN_COLUMNS',
      'another table',
      'Recipe,Flour,Sugar\nCake,1,2\n',
      {},
      /Found: Recipe, Flour, Sugar\. Transactions need/,
    ],
    [
      'MARKET_DATA_FILE',
      'an exchange’s dump of 34 columns',
      'TradDt,BizDt,Sgmt,Src,FinInstrmTp,FinInstrmId,ISIN,TckrSymb,SctySrs,XpryDt,FininstrmActlXpryDt,StrkPric,OptnTp,' +
        'FinInstrmNm,OpnPric,HghPric,LwPric,ClsPric,LastPric,PrvsClsgPric,UndrlygPric,SttlmPric,OpnIntrst,ChngInOpnIntrst,' +
        'TtlTradgVol,TtlTrfVal,TtlNbOfTxsExctd,SsnId,NewBrdLotQty,Rmks,Rsvd1,Rsvd2,Rsvd3,Rsvd4\n' +
        `2024-07-08,2024-07-08,CM,NSE,STK,1594,INE009A01021,INFY,EQ${',1'.repeat(25)}\n`,
      {},
      /not your trades or holdings.*as market data/,
    ],
    [
      'CSV_WRONG_TYPE',
      'holdings where transactions were meant',
      'ISIN,Qty,LTP\nX,1,2\n',
      { type: 'transactions' },
      /holdings/,
    ],
    [
      'CSV_WRONG_TYPE',
      'transactions where holdings were meant',
      `${HEADER}${ROW}`,
      { type: 'holdings' },
      /as transactions/,
    ],
    [
      'CSV_TOO_MANY_ROWS',
      'too many rows',
      `${HEADER}${ROW.repeat(11)}`,
      { limits: { rows: 10 } },
      /more than 10 rows/,
    ],
    [
      'CSV_TOO_MANY_COLUMNS',
      'too many columns',
      `${HEADER.trim()}${',x'.repeat(252)}\n${ROW}`,
      {},
      /256 columns/,
    ],
    [
      'CSV_TOO_LARGE',
      'too many bytes',
      `${HEADER}${ROW.repeat(100)}`,
      { limits: { bytes: 1024 } },
      /larger than/,
    ],
    ['CSV_FIELD_TOO_LONG', 'a cell without end', `${HEADER}${'x'.repeat(70_000)}`, {}, /longer than 32 KB/],
    ['CSV_UNCLOSED_QUOTE', 'an open quote in a small file', `${HEADER}"INFY,${ROW}`, {}, /row 2/],
    ['CSV_UNCLOSED_QUOTE', 'an open quote in the header', `"${HEADER}${ROW.repeat(5000)}`, {}, /row 1/],
  ];
  for (const [code, name, file, options, sentence] of refused) {
    it(`refuses ${name} with ${code} and says what to do`, async () => {
      const error = await refusal(file, options);
      assert.equal(error.code, code);
      assert.match(error.detail, sentence);
      assert.ok(error.status === 422 || error.status === 413);
    });
  }

  it('stops at once in a header of ten million columns', async () => {
    const { source, taken } = counted(Buffer.alloc(64 * 1024, 'name,'), 800);
    await assert.rejects(readImport(source, { type: 'auto' }), { code: 'CSV_TOO_MANY_COLUMNS' });
    assert.ok(taken.bytes < 2 * 1024 * 1024, `${taken.bytes} bytes were read`);
    assert.ok(taken.closed);
  });

  it('stops early where a quote is never closed in 60 MB, and closes the source', async () => {
    const rows = Buffer.from(ROW.repeat(2000));
    const { source, taken } = counted(rows, 1000);
    async function* file() {
      yield Buffer.from(`${HEADER}"`);
      yield* source;
    }
    const all = (async () => {
      const reading = await readImport(file(), { type: 'auto' });
      for await (const _ of reading.batches) continue;
    })();
    await assert.rejects(all, { code: 'CSV_UNCLOSED_QUOTE' });
    assert.ok(taken.bytes < 2 * 1024 * 1024, `${taken.bytes} bytes were read`);
    assert.ok(taken.closed);
  });

  it('closes the source when its reader stops early', async () => {
    const { source, taken } = counted(Buffer.from(`${HEADER}${ROW.repeat(5000)}`), 100);
    const reading = await readImport(source, { type: 'auto' });
    for await (const _ of reading.batches) break;
    assert.ok(source.destroyed);
    assert.ok(taken.closed);
  });

  it('passes on the failure of its source', async () => {
    async function* broken() {
      yield Buffer.from(HEADER);
      throw new Error('connection lost');
    }
    await assert.rejects(readImport(broken(), { type: 'auto' }), /connection lost/);
  });

  it('hands out batches while the file is still arriving', async () => {
    let given = 0;
    async function* file() {
      yield Buffer.from(HEADER);
      for (let number = 0; number < 200; number++) {
        given++;
        yield Buffer.from(ROW.repeat(1000));
      }
    }
    const reading = await readImport(file(), { type: 'auto' });
    const first = await reading.batches[Symbol.asyncIterator]().next();
    assert.equal(first.done, false);
    assert.ok(given < 60, `${given} of 200 pieces were read before the first batch`);
  });

  it('answers any file at all with rows or a refusal, never with another error', async () => {
    const seed = Buffer.from(`${HEADER}${ROW}"INFY";5\t|\r\n₹é,,"",2024/13/01,sell,-1e5,(1,2)\n`);
    const mutated = fc
      .array(fc.tuple(fc.nat(seed.length - 1), fc.uint8Array({ maxLength: 4 })), { maxLength: 6 })
      .map((edits) => {
        let bytes = seed;
        for (const [at, put] of edits)
          bytes = Buffer.concat([bytes.subarray(0, at), put, bytes.subarray(at + 1)]);
        return bytes;
      });
    await fc.assert(
      fc.asyncProperty(mutated, fc.integer({ min: 1, max: 60 }), async (bytes, size) => {
        try {
          const read = await collect(bytes, {}, size);
          const rows = new Set(
            [...read.transactions, ...read.holdings, ...read.issues, ...read.excluded].map((one) => one.row),
          );
          assert.deepEqual(
            [...rows].toSorted((one, other) => one - other),
            read.raw.map(({ row }) => row),
          );
        } catch (error) {
          if (!(error instanceof ImportRefusal)) throw error;
        }
      }),
      { numRuns: sampled(100, 20_000) },
    );
  });

  // A pattern that goes back and forth over such a cell takes a second for it, and there are 600: that it ends at all
  // within the time of a test is the proof.
  it('is not slowed down by cells made to be slow', async () => {
    const spaces = ' '.repeat(32_000);
    const rows = Array.from(
      { length: 200 },
      () => `"X${spaces}x","1${spaces}x",BUY,"1${spaces}%x","5${spaces}$x"`,
    );
    const read = await collect(`${HEADER}${rows.join('\n')}`, {}, 64 * 1024);
    assert.equal(new Set(read.issues.map(({ row }) => row)).size, 200);
  });

  it('accepts any async iterable of bytes, in chunks of any size', async () => {
    const reading = await readImport(chunks(`${HEADER}${ROW}`, 1), { type: 'transactions' });
    let rows = 0;
    for await (const batch of reading.batches) rows += batch.rows.length;
    assert.equal(rows, 1);
  });
});

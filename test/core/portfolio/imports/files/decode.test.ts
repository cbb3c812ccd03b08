import assert from 'node:assert/strict';
import { decodeText } from '../../../../../core/portfolio/imports/files/decode.ts';
import { ImportRefusal } from '../../../../../core/portfolio/imports/files/refusal.ts';
import { chunks } from '../collect.ts';

const LIMIT = 1024 * 1024;

async function decoded(bytes: Buffer, size: number, limit = LIMIT): Promise<string> {
  let text = '';
  for await (const part of decodeText(chunks(bytes, size), limit)) text += part;
  return text;
}

function utf16be(text: string): Buffer {
  return Buffer.from(text, 'utf16le').swap16();
}

describe('portfolio/import decoding', () => {
  const indian = 'symbol,note\nM&M,₹ हिन्दी 😀\n';
  const western = 'symbol,note\nX,Société Générale £5\n';
  const cases: [string, Buffer, string][] = [
    ['UTF-8', Buffer.from(indian), indian],
    ['UTF-8 with a byte order mark', Buffer.from(`\ufeff${indian}`), indian],
    ['UTF-16LE with a byte order mark', Buffer.from(`\ufeff${indian}`, 'utf16le'), indian],
    ['UTF-16BE with a byte order mark', utf16be(`\ufeff${indian}`), indian],
    ['UTF-16LE without one', Buffer.from(western, 'utf16le'), western],
    ['UTF-16BE without one', utf16be(western), western],
    ['ISO-8859-1', Buffer.from(western, 'latin1'), western],
    ['windows-1252', Buffer.from([0x78, 0x2c, 0x80, 0x35, 0x0a]), 'x,€5\n'],
    ['ASCII', Buffer.from('a,b\n'), 'a,b\n'],
    ['one accent as the last byte', Buffer.from('caf\xe9', 'latin1'), 'café'],
  ];
  for (const [name, bytes, text] of cases) {
    it(`reads ${name}, in chunks of any size`, async () => {
      for (const size of [1, 2, 3, 5, 64 * 1024])
        assert.equal(await decoded(bytes, size), text, `size ${size}`);
    });
  }

  it('leaves the choice open while all is ASCII, beyond the first 64 KB', async () => {
    const ascii = 'a,b\n'.repeat(30_000);
    for (const size of [1021, 65_536]) {
      assert.equal(await decoded(Buffer.from(`${ascii}₹`), size), `${ascii}₹`);
      assert.equal(await decoded(Buffer.from(`${ascii}é`, 'latin1'), size), `${ascii}é`);
    }
  });

  const zip = Buffer.from([0x50, 0x4b, 0x03, 0x04, 20, 0, 0, 0]);
  const page = '<table><tr><td>Please sign in</td></tr></table>';
  const refused: [string, Buffer, string, RegExp][] = [
    ['nothing at all', Buffer.alloc(0), 'CSV_EMPTY', /empty/],
    [
      'an XLSX',
      Buffer.concat([zip, Buffer.from('[Content_Types].xml')]),
      'CSV_IS_EXCEL',
      /Excel workbook.*CSV/,
    ],
    ['another ZIP', Buffer.concat([zip, Buffer.from('trades.csv')]), 'CSV_IS_ARCHIVE', /Unpack/],
    ['gzip', Buffer.from([0x1f, 0x8b, 8, 0]), 'CSV_IS_ARCHIVE', /Unpack/],
    ['an old XLS', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, 0]), 'CSV_IS_EXCEL', /\.xls/],
    ['a PDF', Buffer.from('%PDF-1.7\n…'), 'CSV_IS_PDF', /PDF/],
    ['a web page', Buffer.from('\n<!DOCTYPE html><html>'), 'CSV_IS_HTML', /web page/],
    ['a web page in UTF-16', Buffer.from('\ufeff<html><body>', 'utf16le'), 'CSV_IS_HTML', /web page/],
    ['a bare HTML table', Buffer.from(page), 'CSV_IS_HTML', /web page/],
    ['JSON', Buffer.from('[\n {"symbol": "INFY"}]'), 'CSV_IS_JSON', /JSON/],
    ['XML', Buffer.from('<?xml version="1.0"?><Samples/>'), 'CSV_IS_XML', /XML/],
    ['XML without a declaration', Buffer.from('<Samples a="1"><Trade/></Samples>'), 'CSV_IS_XML', /XML/],
    [
      'XML with a document type',
      Buffer.from('<!DOCTYPE FlexQueryResponse []><FlexQueryResponse/>'),
      'CSV_IS_XML',
      /XML/,
    ],
    [
      'a workbook as XML',
      Buffer.from('<?xml version="1.0"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet">'),
      'CSV_IS_EXCEL',
      /Excel/,
    ],
    ['zero bytes', Buffer.from('a,b\n1,\0\0\n'), 'CSV_BINARY', /not a text/],
    ['control characters', Buffer.from('\x01\x02\x03\x04abc'), 'CSV_BINARY', /not a text/],
    ['a zero byte far down', Buffer.from(`${'a,b\n'.repeat(20_000)}\0`), 'CSV_BINARY', /not a text/],
    ['a picture', Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1'), 'CSV_BINARY', /not a text/],
    [
      'UTF-8 that breaks later',
      Buffer.concat([Buffer.from(`₹${'a,b\n'.repeat(20_000)}`), Buffer.from([0xe9, 0x2c])]),
      'CSV_ENCODING',
      /UTF-8/,
    ],
    ['UTF-8 cut inside a character', Buffer.from('₹₹').subarray(0, 5), 'CSV_ENCODING', /UTF-8/],
  ];
  for (const [name, bytes, code, sentence] of refused) {
    it(`refuses ${name} with ${code}`, async () => {
      for (const size of [9000, 128 * 1024]) {
        await assert.rejects(decoded(bytes, size), (error) => {
          assert.ok(error instanceof ImportRefusal);
          assert.equal(error.code, code);
          assert.match(error.detail, sentence);
          return true;
        });
      }
    });
  }

  it('refuses a file over the limit as soon as it is passed, and closes the source', async () => {
    let produced = 0;
    async function* endless() {
      for (;;) {
        produced++;
        yield Buffer.alloc(1000, 'a,b\n');
      }
    }
    const reading = (async () => {
      for await (const _ of decodeText(endless(), 10_000)) continue;
    })();
    await assert.rejects(reading, (error) => error instanceof ImportRefusal && error.status === 413);
    assert.equal(produced, 11);
  });
});

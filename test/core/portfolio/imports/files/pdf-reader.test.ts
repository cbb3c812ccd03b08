import assert from 'node:assert/strict';
import { deflateSync } from 'node:zlib';
import { PDF_LIMITS } from '../../../../../core/portfolio/imports/files/pdf/pdf-limits.ts';
import {
  createPdfReader,
  PDF_THREAD_LIMITS,
  type PdfReader,
} from '../../../../../core/portfolio/imports/files/pdf/pdf-reader.ts';
import { PdfFault, type PdfFaultReason } from '../../../../../core/portfolio/imports/files/pdf/index.ts';
import { drawn } from '../../../../support/cas-pages.ts';

const PASSWORD = 'Quite#Secret7';
const WORDS = 'Forty letters and more, so that it is a text and no picture.';

const page = async (options: PDFKit.PDFDocumentOptions = {}, pages = 1): Promise<Buffer> =>
  await drawn(options, (document) => {
    for (let number = 1; number <= pages; number++) {
      document.addPage();
      document.text(WORDS, 50, 100, { lineBreak: false });
    }
  });

const isFault = (reason: PdfFaultReason) => (error: unknown) => {
  assert.ok(error instanceof PdfFault, String(error));
  assert.equal(error.reason, reason);
  assert.ok(!`${error.message}${error.stack ?? ''}`.includes(PASSWORD), 'the password is in the error');
  return true;
};

/** A file of these objects, the first of which is the catalogue; its page draws `content`. */
function pdfWith(content: Buffer, more: { catalogue?: string; filter?: string } = {}): Buffer {
  const bodies = [
    `<< /Type /Catalog /Pages 2 0 R ${more.catalogue ?? ''} >>`,
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${content.length} ${more.filter ?? ''} >>\nstream\n${content.toString('latin1')}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let text = '%PDF-1.7\n';
  const starts = bodies.map((body, index) => {
    const start = text.length;
    text += `${index + 1} 0 obj\n${body}\nendobj\n`;
    return start;
  });
  const table = starts.map((start) => `${String(start).padStart(10, '0')} 00000 n \n`).join('');
  text += `xref\n0 6\n0000000000 65535 f \n${table}trailer\n<< /Size 6 /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`;
  return Buffer.from(text, 'latin1');
}

const DRAWN = Buffer.from(`BT /F1 10 Tf 50 692 Td (${WORDS}) Tj ET`);

/** A busy machine may take minutes. */
const PATIENT = { ...PDF_THREAD_LIMITS, deadlineMs: 600_000 };

describe('portfolio/import PDF: reading pages in a thread', function limited(this: Mocha.Suite) {
  this.timeout(600_000);
  let reader: PdfReader;
  before(() => {
    reader = createPdfReader({ threadLimits: PATIENT });
  });
  after(async () => await reader.close());

  it('gives each run of text with its place', async () => {
    const [runs] = await reader.read(await page(), null);
    const [run] = runs ?? [];
    assert.equal(run?.text, WORDS);
    assert.equal(run.left, 50);
    // Helvetica's ascent above the baseline is 0.718 of 6.5 points.
    assert.ok(run.top > 103 && run.top < 108, String(run.top));
    assert.ok(run.right > 150 && run.right < 350, String(run.right));
  });

  for (const pdfVersion of ['1.4', '1.6', '1.7', '1.7ext3'] as const)
    it(`opens a file that is encrypted as PDF ${pdfVersion} does, with its password alone`, async () => {
      const file = await page({ pdfVersion, userPassword: PASSWORD, ownerPassword: 'Another' });
      await assert.rejects(reader.read(file, null), isFault('PASSWORD_NEEDED'));
      await assert.rejects(reader.read(file, ''), isFault('PASSWORD_NEEDED'));
      await assert.rejects(reader.read(file, 'wrong'), isFault('WRONG_PASSWORD'));
      await assert.rejects(reader.read(file, PASSWORD.toLowerCase()), isFault('WRONG_PASSWORD'));
      const [runs] = await reader.read(file, PASSWORD);
      assert.equal(runs?.[0]?.text, WORDS);
    });

  it('takes a PAN in small letters or with spaces around it, and needs no password where only the owner has one', async () => {
    const file = await page({ userPassword: 'ZZZPZ9999Z', ownerPassword: 'Another' });
    assert.equal((await reader.read(file, ' zzzpz9999z ')).length, 1);
    const owned = await page({ ownerPassword: 'Another' });
    assert.equal((await reader.read(owned, null)).length, 1);
    assert.equal((await reader.read(owned, 'whatever')).length, 1);
    assert.equal((await reader.read(await page(), PASSWORD)).length, 1);
  });

  it('refuses what is cut off at any place, and what is no PDF inside', async () => {
    const file = await page({}, 3);
    for (const part of [0.2, 0.5, 0.9, 0.99])
      await assert.rejects(
        reader.read(file.subarray(0, Math.floor(file.length * part)), null),
        isFault('UNREADABLE'),
      );
    await assert.rejects(reader.read(Buffer.from('%PDF-1.7\nnothing\n%%EOF'), null), isFault('UNREADABLE'));
  });

  it('says of pictures of pages that they have no text', async () => {
    const empty = await drawn({}, (document) => {
      document.addPage();
      document.rect(50, 50, 200, 200).fill();
      document.text('Page 1', 500, 700, { lineBreak: false });
    });
    await assert.rejects(reader.read(empty, null), isFault('NO_TEXT'));
  });

  it('reads the text of a file with scripts and files in it, and runs and opens nothing', async () => {
    const script = `globalThis.app.alert(1); require('fs')`;
    const catalogue = `/OpenAction << /S /JavaScript /JS (${script}) >> /AA << /WC << /S /Launch /F (x) >> >>`;
    const [runs] = await reader.read(pdfWith(DRAWN, { catalogue }), null);
    assert.deepEqual(
      runs?.map(({ text }) => text),
      [WORDS],
    );
    const holding = await drawn({}, (document) => {
      document.addPage();
      document.text(WORDS, 50, 100, { lineBreak: false });
      document.file(Buffer.from('MZ'), { name: 'run.exe' });
    });
    assert.deepEqual(
      (await reader.read(holding, null))[0]?.map(({ text }) => text),
      [WORDS],
    );
  });

  it('has bounds for pages, text, and what a packed part grows to', async () => {
    const strict = createPdfReader({
      limits: { ...PDF_LIMITS, pages: 2, characters: 150 },
      threadLimits: PATIENT,
    });
    assert.equal((await strict.read(await page({}, 2), null)).length, 2);
    await assert.rejects(strict.read(await page({}, 3), null), isFault('TOO_MANY_PAGES'));
    const wordy = pdfWith(Buffer.from(`BT /F1 4 Tf 50 692 Td (${WORDS.repeat(3)}) Tj ET`));
    await assert.rejects(strict.read(wordy, null), isFault('TOO_LARGE'));
    await strict.close();
    const many = Buffer.from(
      `BT /F1 1 Tf ${Array.from({ length: PDF_LIMITS.runsOfPage + 1 }, (_, nr) => `1 0 0 1 ${(nr % 6) * 100} ${nr % 780} Tm (a) Tj`).join(' ')} ET`,
    );
    await assert.rejects(reader.read(pdfWith(many), null), isFault('TOO_LARGE'));
    // 48 MB of spaces in 48 KB; a part may grow to 32 MB.
    const bomb = deflateSync(Buffer.alloc(48 * 2 ** 20, 0x20));
    await assert.rejects(
      reader.read(pdfWith(bomb, { filter: '/Filter /FlateDecode' }), null),
      isFault('TOO_LARGE'),
    );
    // The thread goes on.
    assert.equal((await reader.read(await page(), null)).length, 1);
  });

  it('ends a PDF that takes too long, and reads the next one', async () => {
    const hasty = createPdfReader({
      threadLimits: { ...PDF_THREAD_LIMITS, deadlineMs: 1 },
    });
    const [slow] = await Promise.allSettled([hasty.read(await page(), null)]);
    await hasty.close();
    assert.ok(slow.status === 'rejected' && isFault('TOO_SLOW')(slow.reason));
    assert.equal((await reader.read(await page(), null)).length, 1);
  });

  it('reads one after the other, each with its own pages', async () => {
    const files = await Promise.all([1, 2, 3, 4].map(async (pages) => await page({}, pages)));
    const read = await Promise.all(files.map(async (file) => await reader.read(file, null)));
    assert.deepEqual(
      read.map(({ length }) => length),
      [1, 2, 3, 4],
    );
  });

  it('what waits fails when it is closed, and a later PDF starts the thread again', async () => {
    const file = await page();
    const waiting = Promise.allSettled([reader.read(file, null), reader.read(file, null)]);
    await reader.close();
    for (const one of await waiting) assert.ok(one.status === 'rejected' && isFault('CLOSED')(one.reason));
    assert.equal((await reader.read(file, null)).length, 1);
  });
});

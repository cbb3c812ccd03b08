import assert from 'node:assert/strict';
import { inflateSync } from 'node:zlib';
import type { PrintedPage } from '../../../../core/reports/export/page.ts';
import { createPrinter } from '../../../../core/reports/export/printer.ts';
import { Problem } from '../../../../core/platform/index.ts';

const page = (given: Partial<PrintedPage> = {}): PrintedPage => ({
  title: 'Income',
  portfolio: 'Networth',
  period: '1 Apr 2025 to 31 Mar 2026',
  figures: [{ label: 'Paid', text: '₹1,23,456.78', note: '' }],
  rows_title: 'Rows',
  columns: [
    { label: 'Symbol', width: 2, right: false, cuttable: true },
    { label: 'Paid', width: 1, right: true, cuttable: false },
  ],
  rows: [['TCS', '−₹45.00']],
  more: '',
  notes: ['A note.'],
  footer: ['Calculated for 10 Mar 2026 by Munim', '/definitions'],
  ...given,
});

/** Everything in a PDF that can be read as text, its packed streams included. */
function unpacked(pdf: Buffer): string {
  const raw = pdf.toString('latin1');
  const streams = [...raw.matchAll(/stream\r?\n/g)].flatMap(({ index, 0: word }) => {
    try {
      return [inflateSync(pdf.subarray(index + word.length), { finishFlush: 2 }).toString('latin1')];
    } catch {
      return [];
    }
  });
  return [raw, ...streams].join('\n');
}

describe('reports/export: the printer', function () {
  // each test may start a thread, beside whatever else is tested meanwhile
  this.timeout(600_000);
  const limits = { heapMb: 512, deadlineMs: 300_000, idleMs: 60_000 };
  const printer = createPrinter({ limits });

  it('portfolio/Reports: prints one page of A4 with the fonts that it needs in it', async () => {
    const pdf = await printer.print(page());
    const text = unpacked(pdf);
    assert.ok(text.startsWith('%PDF-1.'));
    assert.equal(text.match(/\/Type\s*\/Page\b/g)?.length, 1);
    assert.match(text, /\/MediaBox\s*\[0 0 595 842\]/);
    assert.match(text, /Inter/);
    assert.match(text, /FontFile/);
    // the map from letters to text has ₹ (20B9) and the minus (2212), so both can be copied and searched
    assert.match(text, /20B9/i);
    assert.match(text, /2212/);
  });

  it('the same page gives the same bytes, also from another thread, and no time of making', async () => {
    const first = await printer.print(page());
    await printer.print(page({ title: 'Another' }));
    assert.ok(first.equals(await printer.print(page())));
    assert.ok(first.equals(await createPrinter({ limits }).print(page())));
    assert.doesNotMatch(unpacked(first), /CreationDate|ModDate/);
  });

  it('keeps to one page whatever is on it: long names, Devanagari, marks of direction, many rows and notes', async () => {
    const long = 'महिंद्रा एंड महिंद्रा लिमिटेड \u202e\u0007 名前 🙂 '.repeat(20);
    const pdf = await printer.print(
      page({
        title: long,
        portfolio: long,
        period: long,
        figures: Array.from({ length: 12 }, () => ({ label: long, text: long, note: long })),
        rows: Array.from({ length: 18 }, () => [long, long]),
        more: long,
        notes: Array.from({ length: 40 }, () => long),
        footer: [long, long],
      }),
    );
    const text = unpacked(pdf);
    assert.equal(text.match(/\/Type\s*\/Page\b/g)?.length, 1);
    assert.match(text, /NotoSansDevanagari/);
  });

  it('a page that cannot be printed is refused alone, and the next one is printed', async () => {
    const broken = { ...page(), figures: null } as unknown as PrintedPage;
    await assert.rejects(
      printer.print(broken),
      (error: unknown) => error instanceof Problem && error.status === 503 && error.code === 'UNAVAILABLE',
    );
    assert.ok((await printer.print(page())).length > 1000);
  });

  it('refuses more than it can hold in line', async () => {
    const asked = Array.from({ length: 40 }, async () => await printer.print(page()));
    const ended = await Promise.allSettled(asked);
    // one is being printed and 32 wait
    assert.equal(ended.filter(({ status }) => status === 'fulfilled').length, 33);
  });
});

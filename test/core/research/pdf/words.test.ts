import assert from 'node:assert/strict';
import {
  countInWords,
  coverageInWords,
  dollarsInWords,
  durationInWords,
  percentInWords,
  periodInWords,
  plain,
} from '../../../../core/research/pdf/words.ts';
import { openFaces } from '../../../../core/research/pdf/type/faces.ts';
import { readFonts } from '../../../../core/research/pdf/type/font-files.ts';
import { printable } from '../../../../core/research/pdf/type/printable.ts';
import { wrap } from '../../../../core/research/pdf/type/wrap.ts';
import { filenameOf } from '../../../../core/research/pdf/pdf-reads.ts';

describe('research/pdf: words', () => {
  const faces = openFaces(readFonts());
  const clean = (text: string): string => printable(text, faces.has);

  it('periods, counts, money and coverage read as people say them', () => {
    for (const [key, words] of [
      ['FY2026', 'FY2026'],
      ['FY2027Q1', 'Q1 FY2027'],
      ['FY2026H1', 'First half of FY2026'],
      ['FY2026M9', 'Nine months of FY2026'],
      ['TTM', '12 months to 30 Jun 2026'],
      ['LATEST', 'Latest, 30 Jun 2026'],
      ['2026-06-30', '30 Jun 2026'],
      ['FY2022-FY2026', 'FY2022 to FY2026'],
      ['2025-04-02/2025-09-30', '2 Apr 2025 to 30 Sep 2025'],
    ] as const)
      assert.equal(periodInWords({ key, start: null, end: '2026-06-30' }), words, key);
    assert.deepEqual([0, 999, 1000, 1234567].map(countInWords), ['0', '999', '1,000', '1,234,567']);
    assert.deepEqual([0, 0.0012, 0.01, 12.345].map(dollarsInWords), [
      '$0.00',
      '$0.0012',
      '$0.0100',
      '$12.35',
    ]);
    assert.deepEqual([0, 66.66, 99.94, 99.96, 100].map(percentInWords), [
      '0%',
      '66.7%',
      '99.9%',
      '99.9%',
      '100%',
    ]);
    assert.deepEqual([41.4, 999, 1000, 60_500].map(durationInWords), ['41 ms', '999 ms', '1.0 s', '60.5 s']);
    assert.equal(coverageInWords(null), 'Coverage unknown');
    assert.equal(plain('REVIEW_REQUIRED'), 'Review required');
  });

  it('text is cleaned of what cannot be seen or printed, always in the same way', () => {
    for (const [text, printed] of [
      ['Revenue grew by ₹12 crore.', 'Revenue grew by ₹12 crore.'],
      ['a\u0000b\u202ec\u200bd\ufeff', 'abcd'],
      ['line\r\nline\u2028line', 'line\nline\nline'],
      ['a\u00a0b\u3000c\td', 'a b c d'],
      ['non\u2011breaking\u00adhyphen', 'non-breakinghyphen'],
      ['e\u0301', '\u00e9'],
      ['漢字 and 🙂👨‍👩‍👧', '[?] and [?]'],
      ['\ud83d half', ' half'],
      ['क\u200dष', 'क\u200dष'],
      ['a\u200db', 'ab'],
      ['<b>bold</b> & more', '<b>bold</b> & more'],
    ] as const)
      assert.equal(clean(text), printed, JSON.stringify(text));
  });

  it('lines break at spaces, long words within, and nothing of the text is lost', () => {
    const lines = (text: string, width: number): string[] =>
      wrap(clean(text), faces, { weight: 'regular', size: 10, width }).map(({ pieces, width: wide }) => {
        assert.ok(wide <= width + 0.001, `${wide} in ${width}`);
        return pieces.map((one) => one.text).join('');
      });
    assert.deepEqual(lines('', 100), []);
    assert.deepEqual(lines('one two\nthree', 100), ['one two', 'three']);
    const address = `https://example.com/${'part/'.repeat(30)}end`;
    const broken = lines(`See ${address} for more.`, 120);
    assert.equal(broken[0], 'See');
    assert.ok(
      broken.slice(1, -2).every((line) => line.endsWith('/')),
      broken.join('\n'),
    );
    assert.equal(broken.join('').replaceAll(' ', ''), `See${address}formore.`);
    const devanagari = 'महिंद्रा'.repeat(50);
    assert.equal(lines(devanagari, 90).join(''), devanagari);
  });

  it('a file name is safe whatever the symbol is', () => {
    assert.equal(filenameOf('TCS', 'ai-12'), 'TCS-ai-12.pdf');
    assert.equal(filenameOf('M&M.NS', 'ai-1'), 'M-M.NS-ai-1.pdf');
    assert.equal(filenameOf('../"a\r\nb', 'ai-1'), 'a-b-ai-1.pdf');
    assert.equal(filenameOf('महिंद्रा', 'ai-1'), 'report-ai-1.pdf');
  });
});

import assert from 'node:assert/strict';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { addressOn } from '../../../../../core/research/evidence/issuer/page-address.ts';
import { type Candidate, rankPages } from '../../../../../core/research/evidence/issuer/rank-pages.ts';
import { readSitePage } from '../../../../../core/research/evidence/issuer/site-page.ts';
import { readSitemap, SITEMAP_LIMITS } from '../../../../../core/research/evidence/issuer/sitemap.ts';
import { whosePage } from '../../../../../core/research/evidence/issuer/whose-page.ts';
import { MalformedDocument } from '../../../../../core/research/index.ts';
import { researchSubject } from '../../../../support/research-subject.ts';
import { sampled } from '../../../../support/soak.ts';

const HOST = 'www.palarpumps.example';
const at = (path: string): string => `https://${HOST}${path}`;
const candidate = (path: string, more: Partial<Candidate> = {}): Candidate => ({
  url: at(path),
  words: '',
  changed: null,
  depth: 1,
  ...more,
});
const ranked = (candidates: readonly Candidate[]): string[] =>
  rankPages(candidates, 2026).map(({ url }) => url.slice(at('').length));

describe('addresses of a company’s site', () => {
  it('are of its host, in https, without what follows the hash; PDF documents are told apart', () => {
    const cases: readonly [string, string | null][] = [
      ['/investors#results', `PAGE ${at('/investors')}`],
      ['results.html?year=2026', `PAGE ${at('/ir/results.html?year=2026')}`],
      ['/a?utm_source=x&b=1', `PAGE ${at('/a?b=1')}`],
      ['/a.PDF', `PDF ${at('/a.PDF')}`],
      ['/logo.svg', null],
      ['/data.zip', null],
      [`http://${HOST}/a`, null],
      [`https://${HOST}:8443/a`, null],
      [`https://user:word@${HOST}/a`, null],
      ['https://elsewhere.example/a', null],
      [`https://${HOST}.elsewhere.example/a`, null],
      ['mailto:ir@palarpumps.example', null],
      ['javascript:void(0)', null],
      ['https://', null],
      [`/${'a'.repeat(400)}`, null],
      [`/a?b=${'c'.repeat(80)}`, null],
    ];
    for (const [address, expected] of cases) {
      const found = addressOn(HOST, address, at('/ir/'));
      assert.equal(found === null ? null : `${found.kind} ${found.url}`, expected, address);
    }
  });
});

describe('which pages of a site are worth a request', () => {
  it('guidance and results come before news, this year before the last ones, and what investors do not look for is none', () => {
    assert.deepEqual(
      ranked([
        candidate('/news/fair'),
        candidate('/investors/results-2019'),
        candidate('/investors/results-2026'),
        candidate('/about', { words: 'Guidance for FY27' }),
        candidate('/careers/investor-relations-manager'),
        candidate('/products/valves'),
        candidate('/about/history'),
        candidate('/privacy'),
      ]),
      ['/about', '/investors/results-2026', '/investors/results-2019', '/news/fair'],
    );
  });

  it('of two alike, the one that was changed last comes first; a page with several queries counts once', () => {
    assert.deepEqual(
      ranked([
        candidate('/results?page=2'),
        candidate('/results?page=1'),
        candidate('/results/'),
        candidate('/press/b', { changed: '2026-01-05' }),
        candidate('/press/a', { changed: '2026-02-01' }),
      ]),
      ['/results/', '/press/a', '/press/b'],
    );
  });

  it('the order of what comes in makes no difference, no page comes twice and no folder more than four times', () => {
    const one = fc.record({
      url: fc
        .tuple(
          fc.constantFrom('/press', '/investors', '/a/results', ''),
          fc.constantFrom(
            '/results',
            '/outlook-2026',
            '/x',
            '/news-1',
            '/news-2',
            '/news-3',
            '/news-4',
            '/careers',
          ),
          fc.constantFrom('', '?p=1', '?p=2'),
        )
        .map((parts) => at(parts.join(''))),
      words: fc.constantFrom('', 'Investors', 'Annual report 2024'),
      changed: fc.constantFrom(null, '2026-01-01', '2020-01-01'),
      depth: fc.integer({ min: 1, max: 2 }),
    });
    const both = fc
      .array(one, { maxLength: 30 })
      .chain((all) =>
        fc.tuple(
          fc.constant(all),
          fc.shuffledSubarray(all, { minLength: all.length, maxLength: all.length }),
        ),
      );
    fc.assert(
      fc.property(both, ([all, shuffled]) => {
        const urls = ranked(all);
        assert.deepEqual(ranked(shuffled), urls);
        const paths = urls.map((url) => url.replace(/\?.*/, ''));
        assert.equal(new Set(paths).size, paths.length);
        for (const folder of new Set(paths.map((path) => path.replace(/[^/]*$/, ''))))
          assert.ok(paths.filter((path) => path.replace(/[^/]*$/, '') === folder).length <= 4);
      }),
      { numRuns: sampled(200, 20_000) },
    );
  });
});

describe('sitemaps', () => {
  const list = (...paths: readonly string[]): string =>
    `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1">${paths
      .map(
        (path) =>
          `<url><loc> ${at(path)} </loc><lastmod>2026-08-10T10:00:00+05:30</lastmod><image:image><image:loc>${at('/results.png')}</image:loc></image:image></url>`,
      )
      .join('')}</urlset>`;
  const read = (body: string | Buffer) => readSitemap(Buffer.from(body), { host: HOST, year: 2026 });

  it('give pages that investors look for, with the day of their last change, packed or not', () => {
    const expected = [candidate('/results', { changed: '2026-08-10' })];
    assert.deepEqual(read(list('/results', '/products')).pages, expected);
    assert.deepEqual(read(gzipSync(list('/results'))).pages, expected);
  });

  it('bad input: bombs, packed ones too, other documents and what is cut are refused', () => {
    const wide = `<urlset>${'<url/>'.repeat(SITEMAP_LIMITS.elements)}</urlset>`;
    const deep = `<urlset>${'<url>'.repeat(20)}${'</url>'.repeat(20)}</urlset>`;
    for (const body of [
      '<!DOCTYPE x [<!ENTITY a "b">]><urlset><url><loc>&a;</loc></url></urlset>',
      '<urlset><url><loc>&a;</loc></url></urlset>',
      gzipSync(Buffer.alloc(20_000_000, 0x20)),
      Buffer.alloc(SITEMAP_LIMITS.bytes + 1, 0x20),
      Buffer.from([0x1f, 0x8b, 1, 2, 3]),
      `<urlset><url><loc>${'a'.repeat(5_000)}</loc></url></urlset>`,
      '<rss><channel/></rss>',
      list('/results').slice(0, -3),
      deep,
      wide,
      '',
    ])
      assert.throws(() => read(body), MalformedDocument);
  });
});

describe('links of a page', () => {
  const links = (html: string): string[] =>
    readSitePage(Buffer.from(`<!doctype html>${html}`), {
      url: at('/en/'),
      subject: researchSubject(),
    }).links.map(({ url, kind, words }) => `${kind} ${url.slice(at('').length)} ${words}`);

  it('are those that a reader sees and that the site wants followed, from the page’s own base', () => {
    assert.deepEqual(
      links(
        '<base href="/ir/"><a href="results"><b>Results</b> 2026</a><a href="/a.pdf">Report</a><a href="results">again</a><a href="/x" hidden>x</a><a href="">y</a>',
      ),
      ['PAGE /ir/results Results 2026', 'PDF /a.pdf Report'],
    );
    assert.deepEqual(
      links('<meta name="robots" content="noindex, nofollow"><a href="/results">Results</a>'),
      [],
    );
  });

  it('bad input: what is no text or is nested without end is refused', () => {
    assert.throws(() => links('\u0000'), MalformedDocument);
    assert.throws(() => links('<div>'.repeat(1_000)), MalformedDocument);
  });
});

describe('of whom a page is', () => {
  const whose = (title: string, text = '', fields: Parameters<typeof researchSubject>[0] = {}): string => {
    const page = { title, blocks: [title, text], tables: [], hidden: 0, published: null };
    const found = whosePage(page, researchSubject(fields));
    return found.is === 'OTHER' ? `OTHER ${found.name}` : found.is;
  };

  it('its own where it names the company, its symbol or its ISIN', () => {
    assert.equal(whose('Results', 'Palar  Pumps Ltd. told its results.'), 'OWN');
    assert.equal(whose('Results', 'At Palar we make pumps.'), 'OWN');
    assert.equal(whose('Results', 'NSE: PALARPUMP'), 'OWN');
    assert.equal(whose('Results', 'ISIN INE0AB101029'), 'OWN');
    assert.equal(whose('Vaigai Mills Limited', 'A subsidiary of Palar Pumps Limited'), 'OWN');
  });

  it('another’s where its head names another alone, one of the same first word too', () => {
    assert.equal(whose('Vaigai Mills Limited: results'), 'OTHER Vaigai Mills Limited');
    assert.equal(whose('Palar Seeds Limited', 'Palar sells seeds.'), 'OTHER Palar Seeds Limited');
    assert.equal(whose('THE BANK OF VAIGAI LIMITED'), 'OTHER THE BANK OF VAIGAI LIMITED');
  });

  it('unsaid where it names nobody, only exchanges and registrars, or others far below; or where the company has no name here', () => {
    assert.equal(whose('Results', 'Revenue rose.'), 'UNSAID');
    assert.equal(whose('Letter', 'To BSE Limited and National Stock Exchange of India Limited'), 'UNSAID');
    const page = {
      title: 'Results',
      blocks: ['a', 'b', 'c', 'd', 'e', 'f', 'Vaigai Mills Limited'],
      tables: [],
      hidden: 0,
      published: null,
    };
    assert.equal(whosePage(page, researchSubject()).is, 'UNSAID');
    assert.equal(whose('Vaigai Mills Limited', '', { name: null }), 'UNSAID');
    assert.equal(
      whose('India Cements Limited', 'India', { name: 'India Pumps Limited' }),
      'OTHER India Cements Limited',
    );
  });
});

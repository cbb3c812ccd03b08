import assert from 'node:assert/strict';
import { documentKey, type DocumentSource } from '../../../../core/research/index.ts';
import { mergeOf } from '../../../../core/research/documents/merged-lists.ts';

/** Versions put together, in both orders: no import order makes a difference. */
function merged(source: DocumentSource, path: string, ...versions: string[]): string {
  const merge = mergeOf(source, documentKey(source, path).place);
  assert.ok(merge);
  const [one, other] = [merge(versions), merge(versions.toReversed())];
  assert.equal(one, other);
  return one ?? assert.fail('they were not put together');
}
const json = (source: DocumentSource, path: string, ...versions: unknown[]): unknown =>
  JSON.parse(merged(source, path, ...versions.map((one) => JSON.stringify(one))));

describe('decisions/Evidence: versions of a list are read together', () => {
  it('figures of SEC: an older file that was imported last hid the newer filings', () => {
    const facts = (...rows: object[]) => ({
      cik: 1,
      entityName: 'LARKSPUR',
      facts: { 'us-gaap': { Revenues: { label: 'Revenues', units: { USD: rows } } } },
    });
    const [old, shared, young] = [2024, 2025, 2026].map((fy) => ({
      end: `${fy}-01-31`,
      val: fy,
      accn: `a-${fy}`,
    }));
    assert.ok(old && shared && young);
    assert.deepEqual(
      json('sec_data', '/api/xbrl/companyfacts/CIK0000000001.json', facts(old, shared), facts(shared, young)),
      facts(old, shared, young),
    );
  });

  it('filings of SEC lie in columns, and each is there once, the newest first', () => {
    const list = (name: string, ...filings: [accession: string, at: string][]) => ({
      cik: '1',
      name,
      filings: {
        recent: {
          accessionNumber: filings.map(([accession]) => accession),
          acceptanceDateTime: filings.map(([, at]) => at),
        },
        files: [],
      },
    });
    const path = '/submissions/CIK0000000001.json';
    assert.deepEqual(
      json(
        'sec_data',
        path,
        list('Larkspur Old', ['b', '2025-02-01'], ['a', '2024-02-01']),
        list('Larkspur', ['c', '2026-02-01'], ['b', '2025-02-01']),
      ),
      list('Larkspur', ['c', '2026-02-01'], ['b', '2025-02-01'], ['a', '2024-02-01']),
    );
  });

  it('the exchange counts what is there and what was lacking', () => {
    const page = (totalCount: number, ...data: object[]) => ({ data, totalCount });
    // The first version has one of three rows: two are lacking still.
    assert.deepEqual(
      json('nse_site', '/api/integrated-filing-results?index=equities', page(3, { a: 1 }), page(1, { b: 1 })),
      page(4, { a: 1 }, { b: 1 }),
    );
    const told = (ROWCNT: number, ...Table: object[]) => ({ Table, Table1: [{ ROWCNT }] });
    assert.deepEqual(
      json(
        'bse',
        '/BseIndiaAPI/api/AnnSubCategoryGetData/w?pageno=1',
        told(1, { a: 1 }),
        told(2, { a: 1 }, { b: 1 }),
      ),
      told(2, { a: 1 }, { b: 1 }),
    );
  });

  it('a day file of some shares hid another of the same day; of two rows of one share the fuller file has the better', () => {
    const path = '/products/content/sec_bhavdata_full_31082026.csv';
    const heading = 'SYMBOL, SERIES, CLOSE_PRICE';
    const whole = `${heading}\nA, EQ, 10\nB, EQ, 20\n`;
    assert.equal(merged('nse_archive', path, whole, `${heading}\nA, EQ, 11\n`), whole);
    assert.equal(
      merged('nse_archive', path, whole, `${heading}\nC, EQ, 30\n`),
      `${heading}\nA, EQ, 10\nB, EQ, 20\nC, EQ, 30\n`,
    );
    // A row that is cut short, and rows of another day, say nothing of this one, however long the file is.
    const dated = 'SYMBOL, SERIES, DATE1, CLOSE_PRICE';
    const own = `${dated}\nA, EQ, 31-Aug-2026, 10\n`;
    assert.equal(merged('nse_archive', path, own, `${dated}\nA, EQ, 31-Aug-2026, 10\nBB, E`), own);
    assert.equal(
      merged('nse_archive', path, own, `${dated}\nA, EQ, 28-Aug-2026, 9\nB, EQ, 28-Aug-2026, 8\n`),
      own,
    );
    // Another layout of columns is another file.
    const merge = mergeOf('nse_archive', path);
    assert.equal(merge?.([whole, 'TradDt,TckrSymb\n2026-08-31,A\n']), null);
  });

  it('items of a feed are there once', () => {
    const feed = (...titles: string[]) =>
      `<rss><channel><title>News</title>${titles.map((one) => `<item><title>${one}</title></item>`).join('')}</channel></rss>`;
    const both = merged('news', '/rss/search?q=larkspur', feed('a', 'b'), feed('b', 'c'));
    assert.deepEqual(both.match(/<title>\w<\/title>/g), [
      '<title>a</title>',
      '<title>b</title>',
      '<title>c</title>',
    ]);
    assert.match(both, /^<rss><channel><title>News<\/title>/);
  });

  it('of a page one version stands for the others', () => {
    assert.equal(mergeOf('issuer', 'https://a.example/investors'), null);
    assert.equal(mergeOf('nse_archive', 'xbrl:INDAS_1.xml'), null);
  });
});

import assert from 'node:assert/strict';
import { acquire, edgarOf, factsOf, type MadeCompany, padded, stated, submissionsOf } from './edgar.ts';
import { K24, K24A, K25, LARKSPUR } from './larkspur.ts';

const { [`sec_data /submissions/CIK${padded(LARKSPUR.cik)}.json`]: _, ...RESPONSES_WITHOUT_LIST } =
  edgarOf(LARKSPUR);

describe('core/research/evidence/sec: a company whose list of filings is not there', () => {
  it('decisions/Evidence providers: filings count by the end of their filing dates, and the missing list is told', async () => {
    const got = await acquire('LKSP', RESPONSES_WITHOUT_LIST);
    assert.deepEqual(
      got.failures.map(({ kind, message }) => [kind, /submissions/.test(message)]),
      [['NOT_KEPT', true]],
    );
    const packet = got.packets.find(({ source_id }) => source_id === `sec:${K25.accession}`);
    // 27 March in New York ends at 4 in the morning, UTC.
    assert.deepEqual(
      [packet?.authority, packet?.published_at, packet?.published_precision, packet?.document_hashes.length],
      ['FILING', '2026-03-28T03:59:59.999Z', 'DAY', 1],
    );
    assert.equal(packet?.entity.name, LARKSPUR.name);
    assert.deepEqual(stated(got, 'revenue'), stated(await acquire('LKSP', edgarOf(LARKSPUR)), 'revenue'));
  });

  it('research/Research run: HISTORICAL knows none of them before that day has ended', async () => {
    const values = async (as_of: string) =>
      stated(
        await acquire('LKSP', RESPONSES_WITHOUT_LIST, { mode: 'HISTORICAL', as_of }),
        'net_income',
      ).filter((one) => one.startsWith('2024-02-04/2025-02-01'));
    const first = `2024-02-04/2025-02-01 92700000 ${K24.accession.slice(-9)}`;
    // With the list it is known from 20:41 on.
    assert.deepEqual(await values('2025-06-20T21:00:00.000Z'), [first]);
    assert.deepEqual(await values('2025-06-21T04:00:00.000Z'), [
      first,
      `2024-02-04/2025-02-01 91900000 ${K24A.accession.slice(-9)}`,
    ]);
  });

  it('research/Run creation rules 2: a fund is refused all the same, by the forms of its figures', async () => {
    const facts = JSON.stringify(factsOf(LARKSPUR)).replaceAll(/"form":"[^"]*"/g, '"form":"N-CSR"');
    const key = `sec_data /api/xbrl/companyfacts/CIK${padded(LARKSPUR.cik)}.json`;
    const got = await acquire('LKSP', { ...RESPONSES_WITHOUT_LIST, [key]: facts });
    assert.deepEqual([got.packets, got.refused.map(({ reason }) => reason)], [[], ['NOT_EQUITY']]);
  });
});

describe('core/research/evidence/sec: guidance for a year that no report has named yet', () => {
  const RELEASE = {
    accession: '0009990001-26-000009',
    form: '8-K',
    fy: 2026,
    accepted: '2026-03-12T20:05:27.000Z',
    filed: '2026-03-12',
    report: '2026-03-12',
    items: '2.02,9.01',
  };
  const folder = '/Archives/edgar/data/9990001/000999000126000009';
  const guided = async (company: MadeCompany, words: string) => {
    const listed = { ...company, filings: [RELEASE, ...company.filings] };
    const got = await acquire(
      'LKSP',
      edgarOf(listed, {
        [`sec_archive ${folder}/index.json`]: JSON.stringify({
          directory: { name: folder, item: [{ name: 'ex991.htm', type: 'text.gif' }] },
        }),
        [`sec_archive ${folder}/ex991.htm`]: `<html><body><p>${words}</p></body></html>`,
      }),
      { mode: 'HISTORICAL', as_of: '2026-03-20T00:00:00.000Z' },
    );
    return got.packets
      .flatMap(({ observations }) => observations)
      .filter(({ metric }) => metric.startsWith('guidance_'))
      .map(({ start, end, value }) => [start, end, value]);
  };

  it('decisions/Evidence providers: results come before the yearly report: the year after the one under way is known', async () => {
    assert.deepEqual(
      await guided(LARKSPUR, 'We expect fiscal 2026 net sales of $1.24 billion to $1.28 billion.'),
      [
        // The 52 weeks after those of fiscal 2025, whose report came two weeks later.
        ['2026-02-01', '2027-01-30', '1240000000'],
      ],
    );
    assert.deepEqual(await guided(LARKSPUR, 'We expect fiscal 2028 net sales of $1.5 billion.'), []);
  });

  it('decisions/Evidence providers: a year of weeks that begins on the first of a month by chance has no months', async () => {
    assert.deepEqual(
      await guided(LARKSPUR, 'For the third quarter of fiscal 2026 we expect net sales of $326 million.'),
      // 26 weeks after 1 February 2026, for 13.
      [['2026-08-02', '2026-10-31', '326000000']],
    );
  });

  it('decisions/Evidence providers: a year of months keeps them', async () => {
    const [start, end] = ['2024-01-01', '2024-12-31'];
    const report = { ...K24, report: end };
    const calendar: MadeCompany = {
      ...LARKSPUR,
      filings: [report],
      facts: { 'us-gaap:Revenues USD': [[start, end, 1_000_000, report]] },
    };
    assert.deepEqual(
      await guided(calendar, 'For the third quarter of fiscal 2026 we expect net sales of $3 million.'),
      [['2026-07-01', '2026-09-30', '3000000']],
    );
    assert.ok(submissionsOf(calendar));
  });
});

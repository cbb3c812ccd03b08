import assert from 'node:assert/strict';
import { bseMoment, nseDay, nseMoment } from '../../../../../core/research/evidence/nse/exchange-time.ts';
import { readIntegratedList, readOlderList } from '../../../../../core/research/evidence/nse/result-lists.ts';
import { integratedRow, olderRow } from '../../../../support/nse-lists.ts';

const ARCHIVE = 'https://nsearchives.nseindia.com/corporate/xbrl/';

describe('decisions/Evidence providers: times of the exchanges are Indian time', () => {
  it('NSE writes months in words, of revisions in capitals; 19:05:33 in India is 13:35:33 UTC', () => {
    assert.equal(nseMoment('10-Aug-2026 19:05:33'), '2026-08-10T13:35:33.000Z');
    assert.equal(nseMoment('31-MAY-2025 18:17:41'), '2025-05-31T12:47:41.000Z');
    assert.equal(nseMoment('01-Jan-2026 00:10:00'), '2025-12-31T18:40:00.000Z');
    for (const text of [
      null,
      '',
      '-',
      '10-Aug-2026',
      '2026-08-10 19:05:33',
      '31-Jun-2026 10:00:00',
      '01-Foo-2026 10:00:00',
      '10-Aug-2026 25:00:00',
    ])
      assert.equal(nseMoment(text), null, String(text));
  });

  it('days of its lists, and moments of BSE without a zone', () => {
    assert.deepEqual(['31-MAR-2025', '01-Oct-2024', '29-Feb-2025', null].map(nseDay), [
      '2025-03-31',
      '2024-10-01',
      null,
      null,
    ]);
    assert.equal(bseMoment('2026-08-21T12:16:02.13'), '2026-08-21T06:46:02.130Z');
    assert.equal(bseMoment('2026-08-10T19:06:44.7'), '2026-08-10T13:36:44.700Z');
    assert.deepEqual(['2026-08-10', '2026-13-10T19:06:44', null].map(bseMoment), [null, null, null]);
  });
});

describe('decisions/Evidence providers: the list of filings since 2025', () => {
  const list = (...rows: object[]) => readIntegratedList({ data: rows, page: 0, size: 20, totalCount: 3476 });

  it('a revision has no broadcast date: the date of the revision is its publication', () => {
    const page = list(
      integratedRow({
        seq_Id: '97511',
        symbol: 'SARVESHWAR',
        broadcast_Date: null,
        revised_Date: '31-MAY-2025 18:17:41',
        revision_Remark: 'Due to inadvertent error',
        type_Sub: 'Revision',
      }),
    );
    const [filing] = page?.filings ?? [];
    assert.deepEqual(
      [filing?.number, filing?.published_at, filing?.is_revision, filing?.remark, page?.total],
      ['INTEGRATED_97511', '2025-05-31T12:47:41.000Z', true, 'Due to inadvertent error', 3476],
    );
  });

  it('a filing in the wrong form and again, and one twice within 21 seconds, are filings of their own', () => {
    const page = list(
      integratedRow({
        seq_Id: '97487',
        symbol: 'AHLUCONT',
        broadcast_Date: null,
        revised_Date: '31-MAY-2025 16:29:28',
        type_Sub: 'Revision',
      }),
      integratedRow({
        seq_Id: '97485',
        symbol: 'AHLUCONT',
        broadcast_Date: '31-May-2025 16:28:04',
        xbrl: `${ARCHIVE}INTEGRATED_FILING_NONINDAS_1461661_31052025042804_WEB.xml`,
      }),
      integratedRow({
        seq_Id: '97505',
        symbol: 'LANCORHOL',
        broadcast_Date: null,
        revised_Date: '31-MAY-2025 17:47:50',
        type_Sub: 'Revision',
        revision_Remark: null,
      }),
      integratedRow({ seq_Id: '97504', symbol: 'LANCORHOL', broadcast_Date: '31-May-2025 17:47:29' }),
    );
    assert.deepEqual(
      page?.filings.map(({ number, published_at }) => [number, published_at]),
      [
        ['INTEGRATED_97487', '2025-05-31T10:59:28.000Z'],
        ['INTEGRATED_97485', '2025-05-31T10:58:04.000Z'],
        ['INTEGRATED_97505', '2025-05-31T12:17:50.000Z'],
        ['INTEGRATED_97504', '2025-05-31T12:17:29.000Z'],
      ],
    );
  });

  it('the document’s path is on the archive of NSE; other hosts, other files and ways out are refused', () => {
    const paths = (xbrl: unknown) =>
      list(integratedRow({ xbrl }))?.filings.map(({ path, reason }) => path ?? reason);
    assert.deepEqual(paths(`${ARCHIVE}INDAS_1_2_3.xml`), ['/corporate/xbrl/INDAS_1_2_3.xml']);
    for (const other of [
      'https://nsearchives.nseindia.com.example.com/corporate/xbrl/A.xml',
      'http://169.254.169.254/corporate/xbrl/A.xml',
      'https://user@evil.example/corporate/A.xml',
    ])
      assert.deepEqual(paths(other), ['its document is not in the archive of NSE'], other);
    for (const other of [
      `${ARCHIVE}../../A.xml`,
      `${ARCHIVE}A.pdf`,
      `${ARCHIVE}A.xml?x=1`,
      'https://nsearchives.nseindia.com/products/A.xml',
    ])
      assert.deepEqual(paths(other), ['its document is not an XBRL filing'], other);
    assert.deepEqual(paths(null), ['the list names no document for it']);
  });

  it('a row in another shape is counted and the rest is read; another body is no list', () => {
    const page = list(
      integratedRow({}),
      { seq_Id: 7 },
      null as unknown as object,
      integratedRow({ symbol: 9 }),
    );
    assert.deepEqual([page?.filings.length, page?.unread], [1, 3]);
    for (const body of [null, [], 'data', { data: 'none' }, {}]) assert.equal(readIntegratedList(body), null);
  });

  it('governance filings are no results', () => {
    assert.deepEqual(list(integratedRow({ type: 'Integrated Filing- Governance' }))?.filings, []);
  });
});

describe('decisions/Evidence providers: the older list of results', () => {
  it('"Non-Consolidated" is standalone, and the day of the period is read', () => {
    const [filing] =
      readOlderList([olderRow({ consolidated: 'Non-Consolidated', toDate: '31-Dec-2024' })])?.filings ?? [];
    assert.deepEqual([filing?.scope, filing?.period_end], ['standalone', '2024-12-31']);
  });

  it('one document for a quarter and a year is one filing, by the number of the quarter', () => {
    const xbrl = `${ARCHIVE}NONINDAS_48504_136148_14092019033403_WEB.xml`;
    const rows = [
      olderRow({ seqNumber: '1068473', period: 'Annual', broadCastDate: '22-Oct-2019 13:17:16', xbrl }),
      olderRow({ seqNumber: '1068472', period: 'Quarterly', broadCastDate: '22-Oct-2019 13:17:15', xbrl }),
    ];
    for (const order of [rows, rows.toReversed()])
      assert.deepEqual(
        readOlderList(order)?.filings.map(({ number, published_at }) => [number, published_at]),
        [['RESULTS_1068472', '2019-10-22T07:47:15.000Z']],
      );
  });

  it('an address that ends in "/-" means that there is no document', () => {
    const [filing] = readOlderList([olderRow({ xbrl: `${ARCHIVE}-` })])?.filings ?? [];
    assert.deepEqual([filing?.path, filing?.reason], [null, 'the list names no document for it']);
  });

  it('two rows without a mark are two filings, each with its own time', () => {
    const page = readOlderList([
      olderRow({
        seqNumber: '1197614',
        broadCastDate: '30-Jul-2026 17:15:56',
        xbrl: `${ARCHIVE}INDAS_121276_1_2.xml`,
      }),
      olderRow({
        seqNumber: '1194221',
        broadCastDate: '11-Feb-2025 12:03:04',
        xbrl: `${ARCHIVE}INDAS_119528_1_2.xml`,
      }),
    ]);
    assert.deepEqual(
      page?.filings.map(({ number, published_at }) => [number, published_at]),
      [
        ['RESULTS_1194221', '2025-02-11T06:33:04.000Z'],
        ['RESULTS_1197614', '2026-07-30T11:45:56.000Z'],
      ],
    );
    assert.equal(readOlderList({ data: [] }), null);
  });
});

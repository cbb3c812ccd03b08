import assert from 'node:assert/strict';
import fc from 'fast-check';
import { type Calendar, createCalendar } from '../../../../core/market/calendar/index.ts';
import {
  createDocuments,
  createEvidence,
  createParsing,
  type DocumentSource,
  type Parsing,
  type ResearchSubject,
} from '../../../../core/research/index.ts';
import { sharedCore } from '../../../support/core.ts';
import { zipOf } from '../../../support/nse-archive-server.ts';
import { filedResults, SEBI_2026 } from '../../../support/nse-filing.ts';
import { integratedRow, nseAnnouncement, olderRow } from '../../../support/nse-lists.ts';
import { rss } from '../../../support/news-server.ts';
import { sampled } from '../../../support/soak.ts';

const NOW = '2026-11-27T12:00:00.000Z';
/** Midnight in India after Monday 31 August 2026. */
const CUTOFF = '2026-08-31T18:30:00.000Z';

const company = (symbol: string, isin: string, name: string): ResearchSubject => ({
  instrument_id: symbol,
  symbol,
  exchange: 'NSE',
  isin,
  name,
  sector: null,
  industry: null,
  currency: 'INR',
  former_isins: [],
  former_symbols: [],
});
const KAVERI = company('KAVFLOW', 'INE0ZZ101029', 'Kaveri Flowtech Limited');
const DECCAN = company('DECPUMP', 'INE0YY101027', 'Deccan Pumps Limited');

interface File {
  source: DocumentSource;
  path: string;
  body: string | Buffer;
}
const nse = (path: string, rows: unknown): File => ({ source: 'nse_site', path, body: JSON.stringify(rows) });
const results = (...data: unknown[]) =>
  nse('/api/integrated-filing-results?index=equities', { data, totalCount: data.length });
const older = (...rows: unknown[]) => nse('/api/corporates-financial-results?index=equities', rows);
const announced = (...rows: unknown[]) => nse('/api/corporate-announcements?index=equities', rows);
const actions = (...rows: unknown[]) => nse('/api/corporates-corporateActions?index=equities', rows);
const action = (of: ResearchSubject, exDate: string, caBroadcastDate: string, subject: string) => ({
  symbol: of.symbol,
  isin: of.isin,
  series: 'EQ',
  exDate,
  subject,
  caBroadcastDate,
});
const feed = (name: string, ...titles: [title: string, pubDate: string][]): File => ({
  source: 'news',
  path: `/rss/search?ceid=IN%3Aen&q=${encodeURIComponent(name)}`,
  body: rss(
    titles.map(([title, pubDate], at) => ({ title, pubDate, link: `https://paper.example/${title}/${at}` })),
  ),
});
const prices = (day: string, printed: string, ...rows: [symbol: string, close: string][]): File => ({
  source: 'nse_archive',
  path: `/products/content/sec_bhavdata_full_${day}.csv`,
  body: `SYMBOL, SERIES, DATE1, PREV_CLOSE, CLOSE_PRICE\n${rows.map(([symbol, close]) => `${symbol}, EQ, ${printed}, 1, ${close}`).join('\n')}\n`,
});
const xbrl = (of: ResearchSubject, number: string, value: string): File => ({
  source: 'nse_archive',
  path: `/corporate/xbrl/INTEGRATED_FILING_INDAS_${number}_WEB.xml`,
  body: filedResults({
    symbol: of.symbol,
    scope: 'Consolidated',
    namespace: SEBI_2026,
    columns: [
      {
        id: 'OneD',
        printed: ['2026-04-01', '2026-06-30'],
        stated: ['2026-04-01', '2026-06-30'],
        figures: { ProfitLossForPeriod: value },
      },
    ],
  }).toString(),
});
const row = (of: ResearchSubject, seq_Id: string, more: Record<string, unknown>) =>
  integratedRow({ seq_Id, symbol: of.symbol, cmName: of.name, qe_Date: '30-JUN-2026', ...more });

const FIRST = row(KAVERI, '70001', { broadcast_Date: '10-Aug-2026 18:00:00' });
/** What was public of one company at the cut-off. */
const KNOWN: readonly File[] = [
  results(FIRST),
  xbrl(KAVERI, '70001', '1000'),
  older(olderRow({ seqNumber: '1100085', broadCastDate: '04-Feb-2026 17:09:55', xbrl: '-' })),
  announced(
    nseAnnouncement({ seq_id: '900001', an_dt: '21-May-2026 18:40:00', attchmntText: 'An order was won.' }),
  ),
  actions(action(KAVERI, '24-Jul-2026', '02-Jul-2026 18:00:00', 'Dividend - Rs 5 Per Share')),
  feed('kaveri flowtech', ['Kaveri Flowtech wins an order', 'Thu, 21 May 2026 13:30:00 GMT']),
  // Friday is not kept: the closes of Thursday and Monday stand.
  prices('27082026', '27-Aug-2026', ['KAVFLOW', '100']),
  prices('31082026', '31-Aug-2026', ['KAVFLOW', '104']),
];
/** Of another company, of later, and of both: nothing of it changes what was known. */
const LATER: readonly File[] = [
  results(row(DECCAN, '80001', { broadcast_Date: '11-Aug-2026 18:00:00' })),
  // The same filing, marked as revised in October, and a new one.
  results(
    { ...FIRST, revised_Date: '05-Oct-2026 16:00:00', type_Sub: 'Revision', revision_Remark: 'A slip.' },
    row(KAVERI, '70002', { broadcast_Date: '06-Nov-2026 18:00:00', qe_Date: '30-SEP-2026' }),
  ),
  older(olderRow({ seqNumber: '1100099', symbol: 'DECPUMP', companyName: DECCAN.name })),
  announced(nseAnnouncement({ seq_id: '900002', symbol: 'DECPUMP', an_dt: '20-May-2026 18:40:00' })),
  announced(
    nseAnnouncement({ seq_id: '900003', an_dt: '06-Nov-2026 18:40:00', attchmntText: 'Results are out.' }),
  ),
  actions(action(DECCAN, '24-Jul-2026', '02-Jul-2026 18:00:00', 'Dividend - Rs 9 Per Share')),
  actions(
    action(KAVERI, '24-Jul-2026', '03-Nov-2026 18:00:00', 'Dividend - Rs 5 Per Share'),
    action(KAVERI, '13-Nov-2026', '03-Nov-2026 18:00:00', 'Dividend - Rs 2 Per Share'),
  ),
  feed('kaveri flowtech', ['Kaveri Flowtech falls', 'Fri, 06 Nov 2026 13:30:00 GMT']),
  prices('27082026', '27-Aug-2026', ['DECPUMP', '70']),
  prices('31082026', '31-Aug-2026', ['DECPUMP', '71']),
  prices('26112026', '26-Nov-2026', ['KAVFLOW', '150']),
];

/** A year of files is looked for otherwise, session by session. */
const LAST_WEEK: Calendar = createCalendar();
const sessionsBetween = LAST_WEEK.sessionsBetween.bind(LAST_WEEK);
LAST_WEEK.sessionsBetween = (...span) => sessionsBetween(...span).slice(-5);

describe('decisions/Evidence: what was imported later changes no run of before', () => {
  const coreAnew = sharedCore({
    at: NOW,
    environment: Object.fromEntries(
      ['NSE', 'NSE_ARCHIVE', 'BSE', 'YAHOO', 'SEC_DATA', 'SEC_ARCHIVE', 'NEWS'].map((one) => [
        `${one}_BASE_URL`,
        'off',
      ]),
    ),
  });
  let parsing: Parsing;
  before(() => {
    parsing = createParsing();
  });
  after(() => parsing.close());

  async function evidence(files: readonly File[], mode: 'HISTORICAL' | 'OFFLINE' = 'HISTORICAL') {
    const world = await coreAnew();
    const service = createDocuments(world.core);
    for (const file of files) {
      await service.store.put({
        ...file,
        body: typeof file.body === 'string' ? Buffer.from(file.body) : file.body,
        mediaType: 'text/plain',
        origin: 'FILE',
        publishedAt: null,
      });
      world.clock.pass(1);
    }
    const documents = service.of({ mode, as_of: CUTOFF });
    const providers = createEvidence({
      parsing,
      calendar: LAST_WEEK,
      sitesOf: () => Promise.resolve({ hosts: [], pages: [] }),
    });
    const packets = [];
    for (const provider of providers)
      packets.push(
        ...(await provider.acquire({ subject: KAVERI, mode, as_of: CUTOFF, years: 5 }, documents)).packets,
      );
    return packets.map(({ source_id, evidence_hash, title }) => ({ source_id, evidence_hash, title }));
  }

  it('a past cut-off found the same in whatever order lists of two companies and of later days were imported', async () => {
    const expected = await evidence(KNOWN);
    assert.deepEqual(
      expected.map(({ source_id }) => source_id.replace(/^news:.*/, 'news')),
      [
        'nse_filings:INTEGRATED_70001',
        'nse_announcements:900001',
        'exchange_actions:NSE:KAVFLOW',
        'nse_archive:KAVFLOW:closes',
        'nse_archive:KAVFLOW:technicals',
        'news',
      ],
    );
    await fc.assert(
      fc.asyncProperty(
        fc.shuffledSubarray([...LATER]),
        fc.infiniteStream(fc.nat(1000)),
        fc.constantFrom('HISTORICAL' as const, 'OFFLINE' as const),
        async (later, places, mode) => {
          const order = [...KNOWN, ...later]
            .map((file) => ({ file, at: Number(places.next().value) }))
            .toSorted((one, other) => one.at - other.at)
            .map(({ file }) => file);
          assert.deepEqual(await evidence(order, mode), expected);
        },
      ),
      { numRuns: sampled(4, 500) },
    );
  });

  it('a file of another company in other columns, or beside a packed one, hid the close of a day', async () => {
    const newer = (symbol: string, close: string) =>
      `TradDt,ISIN,TckrSymb,SctySrs,ClsPric,PrvsClsgPric\n2026-08-31,,${symbol},EQ,${close},1\n`;
    const path = '/content/cm/BhavCopy_NSE_CM_0_0_0_20260831_F_0000.csv.zip';
    const packed: File = {
      source: 'nse_archive',
      path,
      body: zipOf('day.csv', newer('KAVFLOW', '104')),
    };
    const plain: File = { source: 'nse_archive', path, body: newer('DECPUMP', '71') };
    const without = KNOWN.filter(({ path: one }) => !one.includes('31082026'));
    const full = prices('31082026', '31-Aug-2026', ['DECPUMP', '71']);
    const expected = await evidence(KNOWN);
    assert.deepEqual(await evidence([...without, packed, plain, full]), expected);
    assert.deepEqual(await evidence([...without, full, plain, packed]), expected);
  });

  it('a page that changed after the cut-off hid what had been on it', async () => {
    const world = await coreAnew();
    const { store } = createDocuments(world.core);
    const path = 'https://www.kaveriflowtech.example/investors';
    const put = async (body: string, publishedAt: string | null) => {
      world.clock.pass(1);
      const page = { source: 'issuer', path, mediaType: 'text/html', origin: 'FILE' } as const;
      await store.put({ ...page, body: Buffer.from(body), publishedAt });
    };
    const at = async (publishedBy: string) => {
      const found = await store.find('issuer', path, { isLoose: true, publishedBy });
      return found === null ? null : String(await store.body(found.id));
    };
    await put('of October', '2026-10-05T10:00:00Z');
    await put('of May', '2026-05-05T10:00:00Z');
    await put('of no day', null);
    assert.equal(await at(CUTOFF), 'of May');
    assert.equal(await at('2026-11-01T00:00:00Z'), 'of October');
    // It was kept before this moment, and so it was there.
    assert.equal(await at('2026-12-31T00:00:00Z'), 'of no day');
    assert.equal(await at('2026-01-01T00:00:00Z'), 'of no day');
  });

  it('seven lists of other companies pushed the first one out', async () => {
    const others = Array.from({ length: 7 }, (_, at) =>
      announced(
        nseAnnouncement({ seq_id: `91000${at}`, symbol: `OTHER${at}`, an_dt: '20-May-2026 18:40:00' }),
      ),
    );
    assert.deepEqual(await evidence([...KNOWN, ...others]), await evidence(KNOWN));
  });
});

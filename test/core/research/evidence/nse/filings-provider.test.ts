import assert from 'node:assert/strict';
import {
  createNseFilings,
  createParsing,
  evidenceHash,
  type EvidencePacket,
  type EvidenceRequest,
  type Parsing,
  type ResearchSubject,
} from '../../../../../core/research/index.ts';
import { keptDocuments } from '../../../../support/kept-documents.ts';
import { BSE_FIN, type Filed, filedResults, SEBI_2026 } from '../../../../support/nse-filing.ts';
import { integratedRow, olderRow } from '../../../../support/nse-lists.ts';

const INTEGRATED = (page: number, symbol = 'KAVFLOW') =>
  `nse_site /api/integrated-filing-results?index=equities&symbol=${symbol}&type=Integrated%20Filing-%20Financials&page=${page}&size=20`;
const OLDER = (symbol = 'KAVFLOW') =>
  `nse_site /api/corporates-financial-results?index=equities&symbol=${symbol}&period=Quarterly`;
const SUBJECT: ResearchSubject = {
  instrument_id: '1',
  symbol: 'KAVFLOW',
  exchange: 'NSE',
  isin: 'INE0ZZ101029',
  name: 'Kaveri Flowtech Limited',
  sector: null,
  industry: null,
  currency: 'INR',
  former_isins: ['INE0ZZ101011'],
  former_symbols: [],
};
const HALF = ['2024-04-01', '2024-09-30'] as const;
const Q2_2024 = ['2024-07-01', '2024-09-30'] as const;
const YEAR_2025 = ['2024-04-01', '2025-03-31'] as const;
const Q4_2025 = ['2025-01-01', '2025-03-31'] as const;
const Q1_2027 = ['2026-04-01', '2026-06-30'] as const;
const Q1_2026 = ['2025-04-01', '2025-06-30'] as const;

interface Listed {
  row: Record<string, unknown>;
  filed: Filed | Buffer | string | null;
}

const integrated = (fields: Record<string, unknown>, filed: Listed['filed']): Listed => ({
  row: integratedRow(fields),
  filed,
});
const older = (fields: Record<string, unknown>, filed: Listed['filed']): Listed => ({
  row: olderRow(fields),
  filed,
});
const kaveri = (columns: Filed['columns'], more: Partial<Filed> = {}): Filed => ({
  symbol: 'KAVFLOW',
  scope: 'Consolidated',
  namespace: SEBI_2026,
  columns,
  ...more,
});

/** Documents of both lists, with the filing of every row. */
function world(integratedRows: readonly Listed[], olderRows: readonly Listed[] = [], symbol = 'KAVFLOW') {
  const filings = [...integratedRows, ...olderRows].flatMap(({ row, filed }) => {
    if (filed === null) return [];
    const path = String(row['xbrl']).replace('https://nsearchives.nseindia.com', '');
    const body = Buffer.isBuffer(filed) || typeof filed === 'string' ? filed : filedResults(filed);
    return [[`nse_archive ${path}`, body]];
  });
  const data = integratedRows.map(({ row }) => row);
  return keptDocuments({
    [INTEGRATED(1, symbol)]: JSON.stringify({ data, size: 20, page: 0, totalCount: data.length }),
    [OLDER(symbol)]: JSON.stringify(olderRows.map(({ row }) => row)),
    ...(Object.fromEntries(filings) as Record<string, string | Buffer>),
  });
}

/** Values of a metric over all packets: days, value or reason. */
function said(packets: readonly EvidencePacket[], metric: string): string[] {
  return packets.flatMap(({ observations }) =>
    observations
      .filter((one) => one.metric === metric)
      .map(({ start, end, scope, value }) => `${scope} ${start === null ? end : `${start}/${end}`} ${value}`),
  );
}

describe('decisions/Evidence providers: filings of NSE', () => {
  let parsing: Parsing;
  before(() => {
    parsing = createParsing();
  });
  after(() => parsing.close());

  const acquire = (documents: ReturnType<typeof keptDocuments>, asked: Partial<EvidenceRequest> = {}) =>
    createNseFilings({ parsing }).acquire(
      { subject: SUBJECT, mode: 'CURRENT', as_of: '2026-09-30T12:00:00.000Z', years: 5, ...asked },
      documents,
    );

  const original = integrated(
    { seq_Id: '60022', broadcast_Date: '23-May-2025 18:40:12', qe_Date: '31-MAR-2025' },
    kaveri([
      { id: 'OneD', printed: Q4_2025, stated: Q4_2025, figures: { ProfitLossForPeriod: '292700000' } },
      { id: 'FourD', printed: YEAR_2025, stated: YEAR_2025, figures: { ProfitLossForPeriod: '1074000000' } },
    ]),
  );
  const revision = integrated(
    {
      seq_Id: '60033',
      broadcast_Date: null,
      revised_Date: '11-JUN-2025 16:05:44',
      revision_Remark: 'Exceptional item of Rs 480 lakhs was inadvertently omitted',
      type_Sub: 'Revision',
      qe_Date: '31-MAR-2025',
    },
    kaveri([
      { id: 'OneD', printed: Q4_2025, stated: Q4_2025, figures: { ProfitLossForPeriod: '256700000' } },
      { id: 'FourD', printed: YEAR_2025, stated: YEAR_2025, figures: { ProfitLossForPeriod: '1038000000' } },
    ]),
  );

  it('a packet is a filing: its publisher, moment, entity, fiscal year, and a hash that holds', async () => {
    const { packets, refused, failures } = await acquire(world([original]));
    const [packet] = packets;
    assert.deepEqual([packets.length, refused, failures], [1, [], []]);
    assert.ok(packet);
    assert.deepEqual(
      {
        source_id: packet.source_id,
        publisher: packet.publisher,
        authority: packet.authority,
        source_class: packet.source_class,
        published_at: packet.published_at,
        precision: packet.published_precision,
        symbol: packet.entity.symbol,
        fiscal_years: packet.fiscal_years,
        hashes: packet.document_hashes.length,
        url: packet.url,
      },
      {
        source_id: 'nse_filings:INTEGRATED_60022',
        publisher: 'NSE',
        authority: 'FILING',
        source_class: 'VERIFIED_FETCHED',
        published_at: '2025-05-23T13:10:12.000Z',
        precision: 'INSTANT',
        symbol: 'KAVFLOW',
        fiscal_years: [{ year: 2025, start: '2024-04-01', end: '2025-03-31' }],
        hashes: 1,
        url: 'https://nsearchives.nseindia.com/corporate/xbrl/INTEGRATED_FILING_INDAS_60022_WEB.xml',
      },
    );
    assert.equal(packet.evidence_hash, evidenceHash(packet));
  });

  it('original and revision both stay, each with its own time; between the two only the original is known', async () => {
    const documents = world([revision, original]);
    const profits = async (as_of: string) => {
      const { packets, refused } = await acquire(documents, { mode: 'HISTORICAL', as_of });
      return [said(packets, 'net_income'), refused.map(({ source_id, reason }) => `${source_id} ${reason}`)];
    };
    assert.deepEqual(await profits('2025-06-01T12:00:00+05:30'), [
      ['consolidated 2025-01-01/2025-03-31 292700000', 'consolidated 2024-04-01/2025-03-31 1074000000'],
      ['nse_filings:INTEGRATED_60033 AFTER_CUTOFF'],
    ]);
    assert.deepEqual(await profits('2025-06-12T12:00:00+05:30'), [
      [
        'consolidated 2025-01-01/2025-03-31 256700000',
        'consolidated 2024-04-01/2025-03-31 1038000000',
        'consolidated 2025-01-01/2025-03-31 292700000',
        'consolidated 2024-04-01/2025-03-31 1074000000',
      ],
      [],
    ]);
    const { packets } = await acquire(documents);
    assert.match(
      packets[0]?.notes.join() ?? '',
      /revision\. The company says: Exceptional item of Rs 480 lakhs/,
    );
  });

  it('the cut-off is the moment of the broadcast in Indian time, in every mode; what is later is not even asked for', async () => {
    const documents = world([
      integrated(
        { seq_Id: '60143', broadcast_Date: '10-Aug-2026 19:05:33', qe_Date: '30-JUN-2026' },
        kaveri([
          { id: 'OneD', printed: Q1_2027, stated: Q1_2027, figures: { RevenueFromOperations: '3080000000' } },
        ]),
      ),
    ]);
    for (const mode of ['HISTORICAL', 'CURRENT', 'OFFLINE'] as const) {
      documents.asked.length = 0;
      const early = await acquire(documents, { mode, as_of: '2026-08-10T19:00:00+05:30' });
      assert.deepEqual([early.packets, early.refused.map(({ reason }) => reason)], [[], ['AFTER_CUTOFF']]);
      assert.ok(!documents.asked.some((one) => one.startsWith('nse_archive')));
      const late = await acquire(documents, { mode, as_of: '2026-08-10T19:06:00+05:30' });
      assert.deepEqual(said(late.packets, 'revenue'), ['consolidated 2026-04-01/2026-06-30 3080000000']);
    }
  });

  it('a filing ten times too large is what a cut-off before its correction sees', async () => {
    const Q3 = ['2024-10-01', '2024-12-31'] as const;
    const row = (seqNumber: string, broadCastDate: string, revenue: string) =>
      older(
        { seqNumber, broadCastDate, symbol: 'VSTTILLERS', consolidated: 'Non-Consolidated' },
        {
          symbol: 'VSTTILLERS',
          scope: 'Standalone',
          columns: [{ id: 'OneD', printed: Q3, stated: Q3, figures: { RevenueFromOperations: revenue } }],
        },
      );
    const documents = world(
      [],
      [
        row('1194221', '11-Feb-2025 12:03:04', '21910000000.00'),
        row('1197614', '30-Jul-2026 17:15:56', '2191000000.00'),
      ],
      'VSTTILLERS',
    );
    const subject = { ...SUBJECT, symbol: 'VSTTILLERS', isin: 'INE764D01017' };
    const seen = async (as_of: string) =>
      said((await acquire(documents, { subject, mode: 'HISTORICAL', as_of })).packets, 'revenue');
    assert.deepEqual(await seen('2026-07-30T17:15:55+05:30'), [
      'standalone 2024-10-01/2024-12-31 21910000000',
    ]);
    assert.deepEqual(await seen('2026-07-30T17:15:56+05:30'), [
      'standalone 2024-10-01/2024-12-31 2191000000',
      'standalone 2024-10-01/2024-12-31 21910000000',
    ]);
  });

  it('a half-year column of 456 crore and quarters of 454 both stay, as does the standalone beside the consolidated', async () => {
    const filing = (number: string, scope: Filed['scope'], quarter: string, half: string) =>
      older(
        {
          seqNumber: number,
          consolidated: scope === 'Standalone' ? 'Non-Consolidated' : scope,
          toDate: '30-Sep-2024',
        },
        kaveri(
          [
            { id: 'OneD', printed: Q2_2024, stated: Q2_2024, figures: { RevenueFromOperations: quarter } },
            { id: 'FourD', printed: Q2_2024, stated: HALF, figures: { RevenueFromOperations: half } },
          ],
          { scope, namespace: BSE_FIN },
        ),
      );
    const { packets } = await acquire(
      world(
        [],
        [
          filing('1100071', 'Consolidated', '2330000000.00', '4560000000.00'),
          filing('1100064', 'Standalone', '1910600000.00', '3739200000.00'),
        ],
      ),
    );
    assert.deepEqual(said(packets, 'revenue').toSorted(), [
      'consolidated 2024-04-01/2024-09-30 4560000000',
      'consolidated 2024-07-01/2024-09-30 2330000000',
      'standalone 2024-04-01/2024-09-30 3739200000',
      'standalone 2024-07-01/2024-09-30 1910600000',
    ]);
  });

  it('EPS before the split of 2025-09-12 stands on 10,000,000 shares, after it on 100,000,000', async () => {
    const quarter = (
      seq_Id: string,
      broadcast_Date: string,
      days: readonly [string, string],
      eps: string,
      face: string,
      paid: string,
    ) =>
      integrated(
        { seq_Id, broadcast_Date, qe_Date: '30-JUN-2025' },
        kaveri([
          {
            id: 'OneD',
            printed: days,
            stated: days,
            figures: {
              BasicEarningsLossPerShareFromContinuingAndDiscontinuedOperations: eps,
              FaceValueOfEquityShareCapital: face,
              PaidUpValueOfEquityShareCapital: paid,
            },
          },
        ]),
      );
    const { packets } = await acquire(
      world([
        quarter('60143', '10-Aug-2026 19:05:33', Q1_2027, '3.59', '2', '200000000'),
        quarter('60055', '05-Aug-2025 17:15:02', Q1_2026, '29.34', '10', '100000000'),
      ]),
    );
    assert.deepEqual(said(packets, 'eps_basic'), [
      'consolidated 2026-04-01/2026-06-30 3.59',
      'consolidated 2025-04-01/2025-06-30 29.34',
    ]);
    assert.deepEqual(said(packets, 'shares_outstanding'), [
      'consolidated 2026-06-30 100000000',
      'consolidated 2025-06-30 10000000',
    ]);
  });

  it('the symbol decides whose filing it is: another symbol is refused, another ISIN is a note', async () => {
    const column = { id: 'OneD', printed: Q1_2027, stated: Q1_2027, figures: { RevenueFromOperations: '1' } };
    const row = (seq_Id: string, more: Partial<Filed>) =>
      integrated(
        { seq_Id, broadcast_Date: `10-Aug-2026 19:05:${seq_Id.slice(-2)}`, qe_Date: '30-JUN-2026' },
        kaveri([column], more),
      );
    const { packets, refused } = await acquire(
      world([
        row('10', { symbol: 'DECPUMP' }),
        row('11', { head: { ISIN: 'INE0ZZ101011' } }),
        row('12', { entity: ['http://www.sebi.gov.in/in-capmkt/ScripCode', '599901'] }),
        // No symbol: the ISIN tells, a former one too.
        row('13', {
          symbol: 'NOTLISTED',
          entity: ['http://x/ScripCode', '599901'],
          head: { ISIN: 'INE0ZZ101011' },
        }),
        row('14', {
          symbol: 'NOTLISTED',
          entity: ['http://x/ScripCode', '599901'],
          head: { ISIN: 'INE999Z01011' },
        }),
        row('15', { head: { ClassOfSecurity: 'Debt' } }),
        integrated({ seq_Id: '16', symbol: 'SAHYHYD' }, kaveri([column], { symbol: 'SAHYHYD' })),
      ]),
    );
    assert.deepEqual(
      packets.map(({ source_id }) => source_id).toSorted(),
      ['11', '12', '13'].map((nr) => `nse_filings:INTEGRATED_${nr}`),
    );
    assert.deepEqual(refused.map(({ source_id, reason }) => `${source_id} ${reason}`).toSorted(), [
      'nse_filings:INTEGRATED_10 OTHER_COMPANY',
      'nse_filings:INTEGRATED_14 OTHER_COMPANY',
      'nse_filings:INTEGRATED_15 NOT_EQUITY',
      'nse_filings:list OTHER_COMPANY',
    ]);
    const noted = packets.find(({ source_id }) => source_id.endsWith('_11'));
    assert.match(noted?.notes.join() ?? '', /ISIN is INE0ZZ101011, not INE0ZZ101029/);
  });

  it('what cannot be read is refused with its reason, and the rest is there all the same', async () => {
    const { packets, refused, failures } = await acquire(
      world([
        original,
        integrated(
          { seq_Id: '1', broadcast_Date: '20-May-2025 10:00:00' },
          '<!DOCTYPE x [<!ENTITY a "b">]><x>&a;</x>',
        ),
        integrated(
          { seq_Id: '2', broadcast_Date: '20-May-2025 10:00:01', xbrl: 'https://evil.example/A.xml' },
          null,
        ),
        integrated({ seq_Id: '3', broadcast_Date: '20-May-2025 10:00:02' }, null),
      ]),
    );
    assert.deepEqual(packets.length, 1);
    assert.deepEqual(
      refused.map(({ source_id, reason, detail }) => [source_id, reason, detail]),
      [
        ['nse_filings:INTEGRATED_2', 'MALFORMED', 'its document is not in the archive of NSE'],
        ['nse_filings:INTEGRATED_1', 'MALFORMED', 'it declares its own document type, which is not allowed'],
      ],
    );
    assert.deepEqual(
      failures.map(({ kind }) => kind),
      ['NOT_KEPT'],
    );
  });

  it('a filing without a time of publication is DISCOVERED where a cut-off holds', async () => {
    const documents = world([
      integrated(
        { seq_Id: '60022', broadcast_Date: null },
        kaveri([{ id: 'OneD', printed: Q4_2025, stated: Q4_2025 }]),
      ),
    ]);
    const ask = async (mode: EvidenceRequest['mode']) => {
      const [packet] = (await acquire(documents, { mode })).packets;
      return [packet?.source_class, packet?.published_at, packet?.published_precision, packet?.authority];
    };
    assert.deepEqual(await ask('HISTORICAL'), ['DISCOVERED', null, 'UNKNOWN', 'FILING']);
    assert.deepEqual(await ask('CURRENT'), ['VERIFIED_FETCHED', null, 'UNKNOWN', 'FILING']);
  });

  it('the list is read page by page to its end; a page that comes again ends it', async () => {
    const rows = (from: number, count: number) =>
      Array.from({ length: count }, (_, nr) => integratedRow({ seq_Id: String(from + nr), xbrl: null }));
    const page = (data: object[]) => JSON.stringify({ data, size: 20, page: 0, totalCount: 45 });
    const paged = keptDocuments({
      [INTEGRATED(1)]: page(rows(1, 20)),
      [INTEGRATED(2)]: page(rows(21, 20)),
      [INTEGRATED(3)]: page(rows(41, 5)),
      [OLDER()]: '[]',
    });
    const all = await acquire(paged);
    assert.deepEqual([all.refused.length, all.failures], [45, []]);
    assert.deepEqual(paged.asked, [INTEGRATED(1), INTEGRATED(2), INTEGRATED(3), OLDER()]);
    const same = keptDocuments({
      [INTEGRATED(1)]: page(rows(1, 20)),
      [INTEGRATED(2)]: page(rows(1, 20)),
      [OLDER()]: '[]',
    });
    assert.equal((await acquire(same)).refused.length, 20);
    // A list that does not count its rows ends with a short page.
    const open = (data: object[]) => JSON.stringify({ data, size: 20, page: 0 });
    const uncounted = keptDocuments({
      [INTEGRATED(1)]: open(rows(1, 20)),
      [INTEGRATED(2)]: open(rows(21, 19)),
      [OLDER()]: '[]',
    });
    const counted = await acquire(uncounted);
    assert.deepEqual([counted.refused.length, counted.failures], [39, []]);
    // A list without an end is left after twelve pages.
    const endless = keptDocuments({
      ...Object.fromEntries(
        Array.from({ length: 20 }, (_, at) => [INTEGRATED(at + 1), open(rows(1 + 20 * at, 20))]),
      ),
      [OLDER()]: '[]',
    });
    const most = await acquire(endless);
    assert.deepEqual([most.refused.length, most.failures.map(({ kind }) => kind)], [240, ['too_large']]);
    // A page that does not come is a failure, and what came before it counts.
    const cut = keptDocuments({ [INTEGRATED(1)]: page(rows(1, 20)), [OLDER()]: '[]' });
    const partly = await acquire(cut);
    assert.deepEqual([partly.refused.length, partly.failures.map(({ kind }) => kind)], [20, ['NOT_KEPT']]);
  });

  it('filings older than the years that are asked for are not asked for', async () => {
    const documents = world([original]);
    const { packets } = await acquire(documents, { years: 1, as_of: '2028-01-01T00:00:00.000Z' });
    assert.deepEqual([packets, documents.asked.length], [[], 2]);
  });

  it('another body is no list; a share of another country is not asked for, one of an unknown exchange is', async () => {
    const { failures } = await acquire(
      keptDocuments({ [INTEGRATED(1)]: '<html></html>', [OLDER()]: '{"data":[]}' }),
    );
    assert.deepEqual(
      failures.map(({ kind }) => kind),
      ['malformed', 'malformed'],
    );
    const covers = (more: Partial<ResearchSubject>) =>
      createNseFilings({ parsing }).covers({ ...SUBJECT, ...more });
    assert.deepEqual(
      [
        covers({}),
        covers({ exchange: null, isin: null, currency: null }),
        covers({ exchange: null }),
        covers({ exchange: 'NASDAQ' }),
        covers({ exchange: null, isin: 'US0378331005', currency: null }),
      ],
      [true, true, true, false, false],
    );
  });
});

import assert from 'node:assert/strict';
import { OutsideError } from '../../../../../core/platform/index.ts';
import { createCalendar } from '../../../../../core/market/calendar/index.ts';
import { createNseArchiveEvidence } from '../../../../../core/research/evidence/exchange/index.ts';
import { keptDocuments } from '../../../../support/kept-documents.ts';
import { evidenceRequest, researchSubject } from '../../../../support/research-subject.ts';

const calendar = createCalendar();
const HEADING =
  'SYMBOL, SERIES, DATE1, PREV_CLOSE, OPEN_PRICE, HIGH_PRICE, LOW_PRICE, LAST_PRICE, CLOSE_PRICE, AVG_PRICE, TTL_TRD_QNTY, TURNOVER_LACS, NO_OF_TRADES, DELIV_QTY, DELIV_PER';
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const SUBJECT = researchSubject({ former_isins: ['INE0AB101011'] });
const PEER = researchSubject({ symbol: 'VAIGAIVALV', isin: null });

interface Row {
  symbol?: string;
  series?: string;
  close: string;
}

function dayFile(day: string, rows: readonly Row[]): [string, string] {
  const [year = '', month = '', date = ''] = day.split('-');
  const printed = `${date}-${MONTHS[Number(month) - 1]}-${year}`;
  const lines = rows.map(
    ({ symbol = 'PALARPUMP', series = 'EQ', close }) =>
      `${symbol}, ${series}, ${printed}, 1.00, 1.00, 1.00, 1.00, 999.00, ${close}, 1.00, 10, 1.0, 5, -, -`,
  );
  const path = `nse_archive /products/content/sec_bhavdata_full_${date}${month}${year}.csv`;
  return [path, `${[HEADING, ...lines].join('\n')}\n`];
}

function indexFile(day: string, rows: readonly string[]): [string, string] {
  const [year = '', month = '', date = ''] = day.split('-');
  const lines = rows.map((row) => row.replace('DAY', `${date}-${month}-${year}`));
  const heading = 'Index Name,Index Date,Open Index Value,Closing Index Value,Points Change,Change(%)';
  return [
    `nse_archive /content/indices/ind_close_all_${date}${month}${year}.csv`,
    `${[heading, ...lines].join('\n')}\n`,
  ];
}

const SPLIT: [string, string] = [
  'nse_site /api/corporates-corporateActions?index=equities&symbol=PALARPUMP',
  JSON.stringify([
    {
      symbol: 'PALARPUMP',
      isin: 'INE0AB101011',
      series: 'EQ',
      exDate: '16-Mar-2026',
      subject: 'Face Value Split (Sub-Division) - From Rs 10/- Per Share To Rs 2/- Per Share',
      caBroadcastDate: '02-Mar-2026 18:00:00',
    },
  ]),
];

const sessions = calendar.sessionsBetween('NSE', '2025-09-15', '2026-09-30');

/** A rupee more each session; five times as much before the split. */
function files(change: (day: string, at: number) => readonly Row[] | null = () => null) {
  return sessions.map((day, at) => {
    const close = (100 + at) * (day < '2026-03-16' ? 5 : 1);
    return dayFile(
      day,
      change(day, at) ?? [{ close: close.toFixed(2) }, { symbol: 'VAIGAIVALV', close: '50.00' }],
    );
  });
}

async function acquire(
  bodies: readonly [string, string][],
  fields: Parameters<typeof evidenceRequest>[0] = {},
) {
  const documents = keptDocuments(Object.fromEntries(bodies));
  const found = await createNseArchiveEvidence({ calendar }).acquire(
    evidenceRequest({ subject: SUBJECT, peers: [PEER], ...fields }),
    documents,
  );
  const all = found.packets.flatMap(({ observations }) => observations);
  const value = (metric: string, detail: string | null = null) =>
    all.find((one) => one.metric === metric && one.scope_detail === detail && one.end >= '2026-09')?.value;
  const reason = (metric: string) => all.find((one) => one.metric === metric)?.reason;
  return { ...found, documents, value, reason };
}

describe('the exchange’s daily files as evidence', () => {
  const last = 100 + sessions.length - 1;
  const before = 100 + sessions.findLastIndex((day) => day <= '2025-09-30');

  it('research/Evidence-family policy matrix: closes of the exchange are OFFICIAL, and technicals are on the shares of today', async () => {
    const { packets, value } = await acquire([...files(), SPLIT]);
    assert.deepEqual(
      packets.map(({ source_id, authority }) => [source_id, authority]),
      [
        ['nse_archive:PALARPUMP:closes', 'OFFICIAL'],
        ['nse_archive:PALARPUMP:technicals', 'OFFICIAL'],
        ['nse_archive:VAIGAIVALV:closes', 'OFFICIAL'],
        ['nse_archive:VAIGAIVALV:technicals', 'OFFICIAL'],
      ],
    );
    // A rupee more each session: the average of the last n closes is the last less (n - 1) / 2.
    assert.equal(value('sma_50'), (last - 24.5).toFixed(1));
    assert.equal(value('sma_200'), (last - 99.5).toFixed(1));
    assert.equal(value('high_52w_close'), String(last));
    assert.equal(value('low_52w_close'), String(before + 1));
    const pct = (last / before - 1) * 100;
    assert.ok(Math.abs(Number(value('price_return_1y_pct')) - pct) < 1e-9);
    // The peer closes at 50 rupees every day.
    const peer = packets.at(-1)?.observations.map((one) => [one.metric, one.value]);
    assert.deepEqual(
      peer?.find(([metric]) => metric === 'price_return_1y_pct'),
      ['price_return_1y_pct', '0'],
    );
    assert.equal(packets.at(-1)?.entity.symbol, 'VAIGAIVALV');
  });

  it('the close is the closing price as it was traded, of the ordinary series, and not the last one', async () => {
    const { value } = await acquire([
      ...files((day) =>
        day === '2026-09-30'
          ? [
              { series: 'GB', close: '9000.00' },
              { series: 'BE', close: '7.00' },
              { series: 'EQ', close: '246.95' },
            ]
          : null,
      ),
      SPLIT,
    ]);
    assert.equal(value('close'), '246.95');
  });

  it('without a list of splits a price that moved like one leaves the figures unknown', async () => {
    const { value, reason } = await acquire(files());
    assert.equal(value('price_return_1y_pct'), null);
    assert.match(reason('price_return_1y_pct') ?? '', /like a split on 16 Mar 2026/);
    // The last fifty closes are all of after it.
    assert.equal(value('sma_50'), (last - 24.5).toFixed(1));
  });

  it('figures for which price files are missing are unknown, not worked out from what is left', async () => {
    const lost = files().filter((_, at) => at < sessions.length - 60 || at % 3 !== 0);
    const { value, reason, packets } = await acquire([...lost, SPLIT]);
    assert.equal(value('sma_50'), null);
    assert.match(reason('sma_50') ?? '', /price files of \d+ sessions are missing/);
    assert.match(packets[0]?.notes.join(' ') ?? '', /are missing/);
  });

  for (const mode of ['HISTORICAL', 'CURRENT'] as const)
    it(`decisions/Evidence: ${mode}: one file that could not be fetched dropped the closes of all days before`, async () => {
      const [lost] = dayFile('2026-08-14', []);
      const bodies = Object.fromEntries([...files(), SPLIT].filter(([path]) => path !== lost));
      const kept = keptDocuments(bodies);
      let asked = 0;
      const found = await createNseArchiveEvidence({ calendar }).acquire(
        evidenceRequest({ subject: SUBJECT, mode }),
        {
          async get(request) {
            if (bodies[`${request.source} ${request.path}`] !== undefined || request.isKeptOnly === true)
              return await kept.get(request);
            if (request.source !== 'nse_archive' || !request.path.includes('bhavdata'))
              return await kept.get(request);
            asked += 1;
            throw new OutsideError('NSE', 'network', 'cannot be reached');
          },
        },
      );
      assert.equal(asked, 1);
      const closes = found.packets.find(({ source_id }) => source_id === 'nse_archive:PALARPUMP:closes');
      // A close of the end of each month from September to September, both included, and the first one.
      assert.equal(new Set(closes?.observations.map(({ end }) => end.slice(0, 7))).size, 13);
      assert.match(closes?.notes.join(' ') ?? '', /The price file of 14 Aug 2026 is missing/);
      const technicals = found.packets.find(({ source_id }) => source_id.endsWith(':technicals'));
      assert.ok(technicals?.observations.every(({ value }) => value !== null));
      // To look back it is a missing day; today it is an outage as well.
      assert.deepEqual(
        found.failures.map(({ kind }) => kind).filter((kind) => kind === 'network'),
        mode === 'CURRENT' ? ['network'] : [],
      );
    });

  it('files that cannot be read left nothing of the days before them', async () => {
    const broken = sessions.slice(-40, -35);
    const cut = files().map(([path, body]): [string, string] =>
      broken.some((day) => path === dayFile(day, [])[0]) ? [path, '<html>Sorry</html>'] : [path, body],
    );
    const { packets } = await acquire([...cut, SPLIT]);
    const closes = packets.find(({ source_id }) => source_id === 'nse_archive:PALARPUMP:closes');
    assert.equal(new Set(closes?.observations.map(({ end }) => end.slice(0, 7))).size, 13);
  });

  it('research/Historical mode rules 1: no file of after the cut-off is even asked for', async () => {
    const { documents, packets } = await acquire([...files(), SPLIT], {
      mode: 'HISTORICAL',
      // Noon in India on the 1st of June: that day’s file is not out yet.
      as_of: '2026-06-01T06:30:00.000Z',
    });
    const asked = documents.asked.filter((path) => path.includes('sec_bhavdata'));
    assert.ok(!asked.some((path) => /_(0[1-9]|[12]\d|3[01])(06|07|08|09)2026\.csv$/.test(path)));
    assert.equal(packets[0]?.observations.at(-1)?.end, '2026-05-29');
  });

  it('yesterday’s file in the place of today’s is not taken for it', async () => {
    const all = files();
    const stale = all.map(([path, body], at): [string, string] =>
      at === all.length - 1 ? [path, all[at - 1]?.[1] ?? ''] : [path, body],
    );
    const { value, failures } = await acquire([...stale, SPLIT]);
    assert.equal(value('close'), (last - 1).toFixed(2));
    assert.deepEqual(
      failures.map(({ kind, message }) => [kind, message]),
      [['malformed', 'The price file of 30 Sep 2026 cannot be read.']],
    );
  });

  it('index closes are read with their missing noughts, and indexes without a close are left out', async () => {
    const { value } = await acquire([
      ...files(),
      SPLIT,
      indexFile('2025-09-30', ['Nifty 50,DAY,1,20000.00,1,.23', 'Nifty 500,DAY,1,-,-,-']),
      indexFile('2026-09-30', ['Nifty 50,DAY,1,25000,1,.23', 'Nifty 500,DAY,1,.5,-,-']),
    ]);
    assert.equal(value('index_close', 'NIFTY 50'), '25000');
    // 25,000 after 20,000 is a quarter more.
    assert.equal(value('index_return_1y_pct', 'NIFTY 50'), '25');
    assert.equal(value('index_close', 'NIFTY 500'), '0.5');
    assert.equal(value('index_return_1y_pct', 'NIFTY 500'), undefined);
  });

  it('a source without any file is a failure, and nothing is made up', async () => {
    const { packets, failures } = await acquire([]);
    assert.deepEqual(packets, []);
    assert.deepEqual(
      failures.map(({ kind }) => kind),
      ['NOT_KEPT'],
    );
  });
});

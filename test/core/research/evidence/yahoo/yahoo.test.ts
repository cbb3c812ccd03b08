import assert from 'node:assert/strict';
import {
  type Acquired,
  createYahooEvidence,
  DocumentNotKept,
  type Documents,
  type EvidenceDocument,
  type EvidencePacket,
  type EvidenceRequest,
  evidenceHash,
  normaliseStatement,
  type Observation,
  type ResearchSubject,
  verifyEquity,
  yahooNames,
} from '../../../../../core/research/index.ts';
import { OutsideError } from '../../../../../core/platform/index.ts';
import { keptDocuments } from '../../../../support/kept-documents.ts';

const subject = (given: Partial<ResearchSubject>): ResearchSubject => ({
  instrument_id: '1',
  symbol: 'KAVFLOW',
  exchange: 'NSE',
  isin: null,
  name: 'Kaveri Flowtech Limited',
  sector: null,
  industry: null,
  currency: null,
  former_isins: [],
  former_symbols: [],
  ...given,
});
const run = (given: Partial<ResearchSubject>, terms: Partial<EvidenceRequest> = {}): EvidenceRequest => ({
  subject: subject(given),
  mode: 'OFFLINE',
  as_of: '2026-09-30T18:00:00Z',
  years: 5,
  ...terms,
});

/** Serves by the path alone, as a recorded file does. */
function recorded(bodies: Readonly<Record<string, unknown>>): Documents & { asked: string[] } {
  const asked: string[] = [];
  const kept = keptDocuments(
    Object.fromEntries(Object.entries(bodies).map(([path, body]) => [`yahoo ${path}`, JSON.stringify(body)])),
  );
  return {
    asked,
    get: async (request): Promise<EvidenceDocument> => {
      asked.push(request.path);
      return await kept.get({ ...request, path: request.path.split('?', 1)[0] ?? '' });
    },
  };
}

interface Bars {
  symbol: string;
  currency?: string;
  type?: string;
  name?: string;
  zone?: string;
  closes?: Record<string, number | null>;
  dividends?: Record<string, number>;
  splits?: Record<string, [number, number]>;
}

/** 09:15 in Mumbai, and 09:30 in New York's summer. */
const opening = (day: string, zone: string): number =>
  Date.parse(`${day}T${zone === 'Asia/Kolkata' ? '03:45' : '13:30'}:00Z`) / 1000;

function chart(bars: Bars): unknown {
  const { symbol, currency = 'INR', type = 'EQUITY', zone = 'Asia/Kolkata', closes = {} } = bars;
  const at = (day: string): number => opening(day, zone);
  const events = {
    dividends: Object.fromEntries(
      Object.entries(bars.dividends ?? {}).map(([day, amount]) => [at(day), { amount, date: at(day) }]),
    ),
    splits: Object.fromEntries(
      Object.entries(bars.splits ?? {}).map(([day, [numerator, denominator]]) => [
        at(day),
        { date: at(day), numerator, denominator, splitRatio: `${numerator}:${denominator}` },
      ]),
    ),
  };
  const meta = {
    symbol,
    currency,
    instrumentType: type,
    gmtoffset: zone === 'Asia/Kolkata' ? 19_800 : -14_400,
    exchangeTimezoneName: zone,
    longName: bars.name ?? 'Kaveri Flowtech Limited',
  };
  const quote = [{ close: Object.values(closes), volume: Object.values(closes).map(() => 1) }];
  const result = { meta, timestamp: Object.keys(closes).map(at), events, indicators: { quote } };
  return { chart: { result: [result], error: null } };
}

const row = (asOfDate: string, raw: unknown, periodType = '12M', currencyCode = 'INR'): unknown => ({
  dataId: 20_100,
  asOfDate,
  periodType,
  currencyCode,
  reportedValue: { raw, fmt: 'x' },
});
const series = (
  symbol: string,
  types: Readonly<Record<string, readonly unknown[]>>,
  days: readonly string[] = [],
): unknown => ({
  timeseries: {
    result: [
      ...Object.entries(types).map(([type, rows]) => ({
        meta: { symbol: [symbol], type: [type] },
        ...(days.length > 0 ? { timestamp: days.map((day) => Date.parse(`${day}T03:45:00Z`) / 1000) } : {}),
        [type]: rows,
      })),
      { meta: { symbol: [symbol], type: ['annualResearchAndDevelopment'] } },
    ],
    error: null,
  },
});
const STATEMENTS = '/ws/fundamentals-timeseries/v1/finance/timeseries/';
const PROFILE = '/v10/finance/quoteSummary/';
const CHART = '/v8/finance/chart/';

const yahoo = createYahooEvidence();
const packet = (acquired: Acquired, kind: string): EvidencePacket => {
  const found = acquired.packets.find(({ source_id }) => source_id.startsWith(`yahoo:${kind}:`));
  assert.ok(found, `${kind} of ${JSON.stringify(acquired)}`);
  assert.equal(found.evidence_hash, evidenceHash(found));
  return found;
};
const of = ({ observations }: EvidencePacket, metric: string): Observation[] =>
  observations.filter((one) => one.metric === metric);
const values = (found: readonly Observation[]): [string, string | null][] =>
  found.map(({ end, value }) => [end, value]);

const INDIA: Bars = {
  symbol: 'KAVFLOW.NS',
  // Ten new shares for one on 2025-09-12: 1,895.20 was printed on 2025-09-01.
  closes: { '2025-09-01': 189.52, '2025-09-12': 196.65, '2026-09-29': 246.1, '2026-09-30': 246.95 },
  dividends: { '2026-02-13': 0.75 },
  splits: { '2025-09-12': [10, 1] },
};

describe('Right reading: Yahoo', () => {
  it('ABBV: quarters by their day; NetIncome is the owners’, and NetIncomeCommonStockholders is not it', async () => {
    const quarter = (day: string, raw: number): unknown => row(day, raw, '3M', 'USD');
    const documents = recorded({
      [`${CHART}ABBV`]: chart({
        symbol: 'ABBV',
        currency: 'USD',
        zone: 'America/New_York',
        name: 'AbbVie Inc.',
      }),
      [`${STATEMENTS}ABBV`]: series('ABBV', {
        quarterlyTotalRevenue: [
          quarter('2023-06-30', 13_865_000_000),
          quarter('2023-09-30', 13_927_000_000),
          quarter('2023-12-31', 14_301_000_000),
        ],
        quarterlyNetIncome: [quarter('2023-06-30', 2_024_000_000)],
        quarterlyNetIncomeCommonStockholders: [quarter('2023-06-30', 2_013_000_000)],
        quarterlyBasicEPS: [quarter('2023-06-30', 1.14), quarter('2023-12-31', 0.465474)],
        quarterlyDilutedEPS: [quarter('2023-06-30', 1.14), quarter('2023-12-31', 0.46)],
        quarterlyDilutedAverageShares: [quarter('2023-12-31', 1_765_940_733)],
        // Skips September.
        quarterlyOperatingIncome: [
          quarter('2023-06-30', 4_793_000_000),
          quarter('2023-12-31', 3_195_000_000),
        ],
      }),
    });
    const acquired = await yahoo.acquire(
      run({ symbol: 'ABBV', exchange: 'NYSE', name: 'AbbVie Inc.' }),
      documents,
    );
    const statements = packet(acquired, 'statements');
    assert.equal(statements.authority, 'AGGREGATOR');
    assert.deepEqual(values(of(statements, 'revenue')), [
      ['2023-06-30', '13865000000'],
      ['2023-09-30', '13927000000'],
      ['2023-12-31', '14301000000'],
    ]);
    const [june] = of(statements, 'revenue');
    assert.deepEqual([june?.start, june?.unit], ['2023-04-01', 'USD']);
    assert.deepEqual(values(of(statements, 'net_income_owners')), [['2023-06-30', '2024000000']]);
    assert.deepEqual(of(statements, 'net_income'), []);
    assert.deepEqual(values(of(statements, 'operating_income')), [
      ['2023-06-30', '4793000000'],
      ['2023-12-31', '3195000000'],
    ]);
    // December's 0.465474 and 1,765,940,733 are Yahoo's arithmetic, so that nothing per share of December is reported.
    assert.deepEqual(values(of(statements, 'eps_basic')), [
      ['2023-06-30', '1.14'],
      ['2023-12-31', null],
    ]);
    assert.deepEqual(values(of(statements, 'eps_diluted')), [
      ['2023-06-30', '1.14'],
      ['2023-12-31', null],
    ]);
    assert.deepEqual(values(of(statements, 'shares_diluted')), [['2023-12-31', null]]);
    assert.match(of(statements, 'eps_basic')[1]?.reason ?? '', /Yahoo calculated it/);
  });

  it('EPAC: a close blown up from 32 bits is the one that was meant', async () => {
    const bars: Bars = {
      symbol: 'EPAC',
      currency: 'USD',
      zone: 'America/New_York',
      closes: { '2026-01-02': 26.15999984741211 },
    };
    const acquired = await yahoo.acquire(
      run({ symbol: 'EPAC', exchange: 'NYSE' }),
      recorded({ [`${CHART}EPAC`]: chart(bars) }),
    );
    assert.deepEqual(values(of(packet(acquired, 'chart'), 'close')), [['2026-01-02', '26.16']]);
  });

  it('EPAC: a search mixes indices and private firms, which have no symbol, with the equity', async () => {
    const quotes = [
      {
        symbol: 'EPAC',
        quoteType: 'EQUITY',
        longname: 'Enerpac Tool Group Corp.',
        exchange: 'NYQ',
        sector: 'Industrials',
        industry: 'Specialty Industrial Machinery',
      },
      { symbol: '^SPBEKLUT', quoteType: 'INDEX', shortname: 'S&P EPAC Ex-Korea', exchange: 'NYS' },
      { name: 'ePac Flexible Packaging', isYahooFinance: false },
    ];
    const documents = recorded({ '/v1/finance/search': { count: 3, quotes, news: [] } });
    assert.deepEqual(await verifyEquity('epac', documents), {
      equity: {
        symbol: 'EPAC',
        name: 'Enerpac Tool Group Corp.',
        exchange: 'NYQ',
        sector: 'Industrials',
        industry: 'Specialty Industrial Machinery',
      },
      reason: null,
    });
    assert.match((await verifyEquity('^SPBEKLUT', documents)).reason ?? '', /not a symbol/);
    assert.match(
      (await verifyEquity('ePac', recorded({ '/v1/finance/search': { quotes: [] } }))).reason ?? '',
      /No listed share has the symbol EPAC/,
    );
  });
});

describe('The made-up companies: Yahoo', () => {
  const kaveri = (more: Record<string, unknown> = {}) =>
    recorded({ [`${CHART}KAVFLOW.NS`]: chart(INDIA), ...more });

  it('closes and dividends are on the shares of today, and say so; the split with the bonus is 10 for 1', async () => {
    const prices = packet(await yahoo.acquire(run({}), kaveri()), 'chart');
    assert.deepEqual(values(of(prices, 'close')), [
      ['2025-09-01', '189.52'],
      ['2025-09-12', '196.65'],
      ['2026-09-29', '246.1'],
      ['2026-09-30', '246.95'],
    ]);
    assert.ok(
      of(prices, 'close').every(
        ({ share_basis, unit }) => share_basis === '2025-09-12' && unit === 'INR/share',
      ),
    );
    assert.deepEqual(values(of(prices, 'split_ratio')), [['2025-09-12', '10']]);
    assert.deepEqual(values(of(prices, 'dividend_per_share')), [['2026-02-13', '0.75']]);
    assert.equal(prices.authority, 'AGGREGATOR');
    assert.match(prices.notes.join(' '), /adjusted for splits and bonuses up to today/);
    // 15:30 in Mumbai is 10:00 UTC.
    assert.equal(prices.published_at, '2026-09-30T10:00:00.000Z');
  });

  it('a run of the past sees no later close, and the shares of its day', async () => {
    const terms = { mode: 'HISTORICAL', as_of: '2025-09-01T12:00:00Z' } as const;
    const prices = packet(await yahoo.acquire(run({}, terms), kaveri()), 'chart');
    // 189.52 on ten times the shares is 1,895.20.
    assert.deepEqual(values(of(prices, 'close')), [['2025-09-01', '1895.2']]);
    assert.deepEqual(of(prices, 'split_ratio'), []);
    assert.equal(of(prices, 'close')[0]?.share_basis, null);
    const before = { ...terms, as_of: '2025-09-12T09:59:59Z' };
    const atNoon = packet(await yahoo.acquire(run({}, before), kaveri()), 'chart');
    assert.equal(of(atNoon, 'close').length, 1, 'half an hour before the session of the 12th ends');
  });

  it('a null close is a gap and not 0', async () => {
    const bars: Bars = {
      symbol: 'LKSP',
      currency: 'USD',
      zone: 'America/New_York',
      name: 'Larkspur Instruments, Inc.',
      closes: { '2025-10-22': 22.4, '2025-10-23': null, '2025-10-24': 22.6 },
      splits: { '2025-06-16': [3, 1] },
    };
    const documents = recorded({ [`${CHART}LKSP`]: chart(bars) });
    const larkspur = { symbol: 'LKSP', exchange: 'NASDAQ', name: 'Larkspur Instruments, Inc.' } as const;
    const prices = packet(await yahoo.acquire(run(larkspur), documents), 'chart');
    assert.deepEqual(values(of(prices, 'close')), [
      ['2025-10-22', '22.4'],
      ['2025-10-23', null],
      ['2025-10-24', '22.6'],
    ]);
    assert.match(of(prices, 'close')[1]?.reason ?? '', /no close/);
    assert.match(prices.notes.join(' '), /23 Oct 2025/);
    // Yahoo has applied the split: the closes stand as they are.
    assert.equal(of(prices, 'close')[0]?.share_basis, '2025-06-16');
  });

  it('a missing year is unavailable, a type without data has nothing but its name, and later periods are refused', async () => {
    const days = ['2022-03-31', '2023-03-31', '2026-03-31', '2026-12-31'];
    const documents = kaveri({
      [`${STATEMENTS}KAVFLOW.NS`]: series(
        'KAVFLOW.NS',
        {
          annualTotalRevenue: [
            row('2022-03-31', 6_160_000_000),
            null,
            row('2026-03-31', 11_342_000_000),
            row('2026-12-31', 1),
          ],
        },
        days,
      ),
    });
    const acquired = await yahoo.acquire(run({}), documents);
    const statements = packet(acquired, 'statements');
    assert.deepEqual(values(of(statements, 'revenue')), [
      ['2022-03-31', '6160000000'],
      ['2023-03-31', null],
      ['2026-03-31', '11342000000'],
    ]);
    assert.equal(of(statements, 'revenue')[0]?.start, '2021-04-01');
    assert.ok(acquired.refused.some(({ reason }) => reason === 'AFTER_CUTOFF'));
    const past = await yahoo.acquire(run({}, { mode: 'HISTORICAL' }), documents);
    assert.deepEqual(
      [packet(past, 'statements').authority, packet(past, 'statements').source_class],
      ['DISCOVERED', 'DISCOVERED'],
    );
  });

  it('"Infinity" as P/E and a market value of null are unavailable; sector and industry are told', async () => {
    const profile = {
      summaryProfile: {
        sector: 'Industrials',
        industry: 'Specialty Industrial Machinery',
        website: 'https://www.kaveriflowtech.example',
        country: 'N/A',
      },
      summaryDetail: { trailingPE: 'Infinity', marketCap: null },
      price: { longName: 'Kaveri Flowtech Limited', quoteType: 'EQUITY', currency: 'INR' },
    };
    const body = { quoteSummary: { result: [profile], error: null } };
    const documents = kaveri({ [`${PROFILE}KAVFLOW.NS`]: body });
    const found = packet(await yahoo.acquire(run({}), documents), 'profile');
    assert.deepEqual(
      found.observations.map(({ metric, value }) => [metric, value]),
      [
        ['pe_ttm', null],
        ['market_cap', null],
      ],
    );
    assert.match(found.observations[0]?.reason ?? '', /“Infinity”/);
    assert.deepEqual(
      found.passages.map(({ id, text }) => [id, text]),
      [
        ['long_name', 'Kaveri Flowtech Limited'],
        ['sector', 'Industrials'],
        ['industry', 'Specialty Industrial Machinery'],
        ['website', 'https://www.kaveriflowtech.example'],
      ],
    );
    const past = packet(await yahoo.acquire(run({}, { mode: 'HISTORICAL' }), documents), 'profile');
    assert.deepEqual(past.observations, [], 'today’s figures are none of a day in the past');
  });

  it('KAVETF.NS and LKSX are ETFs: refused in words, and as a chart', async () => {
    const quotes = [
      { symbol: 'KAVFLOW.NS', quoteType: 'EQUITY', longname: 'Kaveri Flowtech Limited', exchange: 'NSI' },
      { symbol: 'KAVFLOW.BO', quoteType: 'EQUITY', longname: 'Kaveri Flowtech Limited', exchange: 'BSE' },
      { symbol: 'KAVETF.NS', quoteType: 'ETF', shortname: 'KAVERI FLOW NIFTY ETF', exchange: 'NSI' },
      { symbol: 'LKSX', quoteType: 'ETF', exchange: 'PCX' },
    ];
    const documents = recorded({ '/v1/finance/search': { quotes } });
    assert.equal((await verifyEquity('KAVFLOW', documents)).equity?.symbol, 'KAVFLOW.NS');
    for (const fund of ['KAVETF.NS', 'KAVETF', 'LKSX'])
      assert.match((await verifyEquity(fund, documents)).reason ?? '', new RegExp(`^${fund} is an ETF\\.`));
    const listed = recorded({ [`${CHART}KAVETF.NS`]: chart({ symbol: 'KAVETF.NS', type: 'ETF' }) });
    const acquired = await yahoo.acquire(run({ symbol: 'KAVETF' }), listed);
    assert.deepEqual([acquired.packets.length, acquired.refused[0]?.reason], [0, 'NOT_EQUITY']);
  });
});

describe('research/Evidence acquisition rules', () => {
  const names = (symbol: string, exchange: ResearchSubject['exchange'], isin: string | null): string[] =>
    yahooNames({ symbol, exchange, isin }).map((one) => one.symbol);

  it('research/Evidence acquisition rules 1: an unknown exchange comes from the suffix, then the ISIN, then by probing', () => {
    assert.deepEqual(names('KAVFLOW.BO', null, 'US0000000000'), ['KAVFLOW.BO']);
    assert.deepEqual(names('KAVFLOW', null, 'INE0ZZ101029'), ['KAVFLOW.NS', 'KAVFLOW.BO']);
    assert.deepEqual(names('BRK.B', null, 'US0846707026'), ['BRK-B']);
    assert.deepEqual(names('KAVFLOW', null, null), ['KAVFLOW.NS', 'KAVFLOW.BO', 'KAVFLOW']);
    assert.deepEqual(names('M&M', 'NSE', null), ['M&M.NS', 'M&M.BO']);
    assert.deepEqual(names('500325', 'BSE', null), ['500325.BO', '500325.NS']);
    assert.deepEqual(names('LKSP', 'NASDAQ', null), ['LKSP']);
  });

  it('research/Evidence acquisition rules 1: the fetch decides, and a namesake of another country is refused', async () => {
    const bare = { symbol: 'LKSP', currency: 'USD', zone: 'America/New_York' };
    const larkspur = { symbol: 'LKSP', exchange: null, name: 'Larkspur Instruments, Inc.' } as const;
    const bars = { closes: { '2026-09-29': 24.18 } };
    const right = recorded({
      [`${CHART}LKSP`]: chart({ ...bare, ...bars, name: 'Larkspur Instruments, Inc.' }),
    });
    const found = await yahoo.acquire(run(larkspur), right);
    assert.deepEqual(
      right.asked.filter((path) => path.startsWith(CHART)).map((path) => path.split('?', 1)[0]),
      ['LKSP.NS', 'LKSP.BO', 'LKSP'].map((name) => CHART + name),
    );
    assert.equal(packet(found, 'chart').entity.symbol, 'LKSP');
    const other = recorded({ [`${CHART}LKSP`]: chart({ ...bare, ...bars, name: 'Lakes Pipeline Corp' }) });
    const refused = await yahoo.acquire(run(larkspur), other);
    assert.deepEqual([refused.packets.length, refused.refused[0]?.reason], [0, 'OTHER_COMPANY']);
    const inRupees = await yahoo.acquire(run({ ...larkspur, currency: 'INR' }), right);
    assert.equal(inRupees.refused[0]?.reason, 'OTHER_COMPANY');
  });

  it('research/Evidence acquisition rules 3: rows of statements have the extractors’ keys; what is no number is unavailable', () => {
    const found = normaliseStatement({
      revenue: 11_342_000_000,
      net_income: { raw: -265_900_000, fmt: 'x' },
      equity: 'N/A',
      capital_expenditure: null,
      shares: Number.POSITIVE_INFINITY,
      margin: '',
    });
    assert.deepEqual(
      Object.entries(found).map(([key, { value }]) => [key, value]),
      [
        ['revenue_ttm', '11342000000'],
        ['net_income_ttm', '-265900000'],
        ['total_equity', null],
        ['capex', null],
        ['shares', null],
        ['margin', null],
      ],
    );
    assert.match(found.total_equity?.reason ?? '', /“N\/A”, which is not a number/);
  });

  it('what fails is told, and the rest is there all the same', async () => {
    const documents: Documents = {
      get: async (request) => {
        if (request.path.startsWith(CHART))
          return await recorded({ [`${CHART}KAVFLOW.NS`]: chart(INDIA) }).get(request);
        if (request.path.startsWith(PROFILE))
          throw new DocumentNotKept('yahoo', request.path, 'YAHOO_BASE_URL is off');
        throw new OutsideError('Yahoo', 'timeout', 'did not answer in time.');
      },
    };
    const acquired = await yahoo.acquire(run({}), documents);
    assert.equal(acquired.packets.length, 1);
    assert.deepEqual(
      acquired.failures.map(({ kind }) => kind),
      ['timeout', 'SWITCHED_OFF'],
    );
    const garbage = await yahoo.acquire(run({}), recorded({ [`${CHART}KAVFLOW.NS`]: { finance: 1 } }));
    assert.equal(garbage.refused[0]?.reason, 'MALFORMED');
    const nothing = await yahoo.acquire(run({}), recorded({}));
    assert.deepEqual([nothing.packets.length, nothing.failures[0]?.kind], [0, 'NOT_KEPT']);
    assert.equal((await verifyEquity('KAVFLOW', recorded({}))).reason?.includes('could not be asked'), true);
  });
});

/*
 * What a made-up company of the United States filed with the SEC: tables of figures, and the files that EDGAR makes of
 * them. Its years end on the Saturday next to the last of January. Money is in millions of dollars here and whole dollars
 * in the files.
 */

interface MadeFiling {
  accession: string;
  form: string;
  /** The filing's own fiscal year and period. */
  fy: number;
  fp: string;
  accepted: string;
  filed: string;
  report: string;
  items: string;
}

const CIK = '0009990001';
const NAME = 'LARKSPUR INSTRUMENTS, INC.';

const filing = (
  number: string,
  form: string,
  named: string,
  accepted: string,
  report: string,
  more: Partial<MadeFiling> = {},
): MadeFiling => ({
  accession: `${CIK}-${number}`,
  form,
  fy: Number(named.slice(0, 4)),
  fp: named.slice(4),
  accepted,
  filed: accepted.slice(0, 10),
  report,
  items: '',
  ...more,
});

const FILINGS: readonly MadeFiling[] = [
  filing('26-000034', '10-Q', '2026Q2', '2026-09-04T20:06:09.000Z', '2026-08-01'),
  filing('26-000030', '8-K', '2026', '2026-08-27T20:05:33.000Z', '2026-08-27', { items: '2.02,7.01,9.01' }),
  filing('26-000022', '10-Q', '2026Q1', '2026-06-05T20:05:30.000Z', '2026-05-02'),
  filing('26-000020', '8-K', '2026', '2026-06-02T12:01:00.000Z', '2026-05-29', { items: '5.02' }),
  // At 17:42 in New York, after the counter closes: its filing date is the next day.
  filing('26-000014', '10-K', '2025FY', '2026-03-26T21:42:10.000Z', '2026-01-31', { filed: '2026-03-27' }),
  filing('26-000009', '8-K', '2026', '2026-03-12T20:05:27.000Z', '2026-03-12', { items: '2.02,9.01' }),
  filing('25-000044', '10-Q', '2025Q3', '2025-12-05T21:05:03.000Z', '2025-11-01'),
  filing('25-000033', '10-Q', '2025Q2', '2025-09-05T20:05:48.000Z', '2025-08-02'),
  filing('25-000019', '10-K/A', '2024FY', '2025-06-20T20:41:03.000Z', '2025-02-01'),
  filing('25-000018', '10-Q', '2025Q1', '2025-06-05T20:05:19.000Z', '2025-05-03'),
  filing('25-000016', '8-K', '2025', '2025-05-20T20:30:10.000Z', '2025-05-19', { items: '5.03,8.01' }),
  filing('25-000013', '10-K', '2024FY', '2025-03-28T20:20:45.000Z', '2025-02-01'),
  filing('24-000043', '10-Q', '2024Q3', '2024-12-06T21:05:22.000Z', '2024-11-02'),
  filing('24-000032', '10-Q', '2024Q2', '2024-09-06T20:05:41.000Z', '2024-08-03'),
  filing('24-000021', '10-Q', '2024Q1', '2024-06-07T20:05:00.000Z', '2024-05-04'),
  filing('24-000012', '10-K', '2023FY', '2024-03-29T20:15:30.000Z', '2024-02-03'),
  filing('23-000042', '10-Q', '2023Q3', '2023-12-01T21:06:51.000Z', '2023-10-28'),
  filing('23-000031', '10-Q', '2023Q2', '2023-09-01T20:06:00.000Z', '2023-07-29'),
  filing('23-000020', '10-Q', '2023Q1', '2023-06-02T20:05:12.000Z', '2023-04-29'),
  filing('23-000011', '10-K', '2022FY', '2023-03-24T20:11:40.000Z', '2023-01-28'),
  filing('22-000010', '10-K', '2021FY', '2022-03-25T20:10:02.000Z', '2022-01-29'),
];

/** Three new shares for one old share: figures a share of filings before are on the old ones. */
const SPLIT_DAY = '2025-06-16';
/** From then on revenue stands under another tag. */
const NEW_TAG_FROM = '2024-04-01';

interface Figures {
  revenue: number;
  net: number;
  operating?: number;
  /** From the start of the year; none of 2023. */
  cash?: number;
  capex?: number;
  /** EPS on the old shares, and on the new ones. */
  eps: readonly [number | null, number | null];
}

/** Years by their first and last day. That of 2023 has 53 weeks. */
const YEARS: Readonly<Record<number, readonly [string, string, Figures]>> = {
  2021: [
    '2021-01-31',
    '2022-01-29',
    { revenue: 812.4, net: -18.2, operating: -9.5, cash: 20.1, capex: 31, eps: [-0.61, null] },
  ],
  2022: [
    '2022-01-30',
    '2023-01-28',
    { revenue: 913.5, net: 55.3, operating: 79.8, cash: 88, capex: 35.2, eps: [1.84, null] },
  ],
  2023: [
    '2023-01-29',
    '2024-02-03',
    { revenue: 1024, net: 83.9, operating: 112.7, cash: 121.3, capex: 38.8, eps: [2.8, 0.93] },
  ],
  2024: [
    '2024-02-04',
    '2025-02-01',
    { revenue: 1078.6, net: 91.9, operating: 124.6, cash: 139.7, capex: 40.1, eps: [3.09, 1.02] },
  ],
  2025: [
    '2025-02-02',
    '2026-01-31',
    { revenue: 1181.1, net: 111.6, operating: 149.3, cash: 158.9, capex: 44.8, eps: [null, 1.24] },
  ],
  2026: ['2026-02-01', '2027-01-30', { revenue: 0, net: 0, eps: [null, null] }],
};

/** The first three quarters of a year, each by its last day. No filing has a row of the fourth. */
const QUARTERS: Readonly<Record<number, readonly (readonly [string, Figures])[]>> = {
  2023: [
    ['2023-04-29', { revenue: 238.1, net: 18.7, eps: [0.62, null] }],
    ['2023-07-29', { revenue: 246.4, net: 19.6, eps: [0.65, null] }],
    ['2023-10-28', { revenue: 251.9, net: 20.3, eps: [0.68, null] }],
  ],
  2024: [
    ['2024-05-04', { revenue: 255.2, net: 20.9, cash: 28, capex: 8.5, eps: [0.7, null] }],
    ['2024-08-03', { revenue: 263.7, net: 22.4, cash: 60, capex: 18, eps: [0.75, 0.25] }],
    ['2024-11-02', { revenue: 270.3, net: 23.1, cash: 95, capex: 28.5, eps: [0.77, 0.26] }],
  ],
  2025: [
    ['2025-05-03', { revenue: 276.9, net: 25.3, cash: 31, capex: 9, eps: [0.84, 0.28] }],
    ['2025-08-02', { revenue: 287.3, net: 27.1, cash: 68, capex: 19.5, eps: [null, 0.3] }],
    ['2025-11-01', { revenue: 296.8, net: 28.4, cash: 104.5, capex: 31, eps: [null, 0.32] }],
  ],
  2026: [
    ['2026-05-02', { revenue: 309.4, net: 30.2, cash: 35.2, capex: 10.1, eps: [null, 0.34] }],
    ['2026-08-01', { revenue: 324.6, net: 32.5, cash: 77.1, capex: 21.9, eps: [null, 0.36] }],
  ],
};

/** Assets, liabilities, equity, cash and long-term debt at the end of a day. */
const BALANCES: Readonly<Record<string, readonly [number, number, number, number, number]>> = {
  '2022-01-29': [1180.5, 560.2, 620.3, 61, 300],
  '2023-01-28': [1287.9, 574.3, 713.6, 98.2, 280],
  '2024-02-03': [1402.3, 598.9, 803.4, 140.7, 250],
  '2025-02-01': [1489.2, 612.4, 876.8, 182.4, 230],
  '2026-01-31': [1602.5, 640.9, 961.6, 214, 210],
  '2026-05-02': [1633, 650.1, 982.9, 221.8, 210],
  '2026-08-01': [1671.8, 662.7, 1009.1, 236.5, 200],
};
const BALANCE_TAGS = [
  'Assets',
  'Liabilities',
  'StockholdersEquity',
  'CashAndCashEquivalentsAtCarryingValue',
  'LongTermDebtNoncurrent',
];

/** Shares on the cover, by the filing and their day, in millions. */
const COVERS: Readonly<Record<string, readonly [string, number]>> = {
  '25-000013': ['2025-03-21', 29.9],
  '25-000018': ['2025-05-30', 29.85],
  '25-000033': ['2025-08-29', 89.6],
  '26-000014': ['2026-03-20', 89.1],
  '26-000034': ['2026-08-28', 88.9],
};

/** What a filing says otherwise than the later ones: by filing, tag and last day. */
const SAID_FIRST: Readonly<Record<string, number>> = {
  // Corrected by the 10-K/A.
  '25-000013 NetIncomeLoss 2025-02-01': 92.7,
  // Restated a year later: freight moved.
  '24-000012 OperatingIncomeLoss 2024-02-03': 116.2,
  // Rounded a year later: no other figure.
  '24-000012 Assets 2024-02-03': 1402.311,
  '24-000012 Liabilities 2024-02-03': 598.911,
};

type Row = Record<string, string | number>;

const nextDay = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
const sum = (values: readonly number[]): number => values.reduce((total, one) => total + one, 0);

/** `/api/xbrl/companyfacts/CIK….json` */
export function companyFacts(): object {
  const facts: Record<string, Record<string, { label: string; units: Record<string, Row[]> }>> = {};
  const say = (
    filed: MadeFiling,
    tag: string,
    unit: string,
    days: readonly [string | null, string],
    amount: number,
  ) => {
    const [start, end] = days;
    const [taxonomy, name] = tag.startsWith('dei:') ? ['dei', tag.slice(4)] : ['us-gaap', tag];
    const said = SAID_FIRST[`${filed.accession.slice(11)} ${name} ${end}`] ?? amount;
    const concept = ((facts[taxonomy] ??= {})[name] ??= { label: name, units: {} });
    (concept.units[unit] ??= []).push({
      ...(start === null ? {} : { start }),
      end,
      val: unit === 'USD/shares' ? said : Math.round(said * 1e6),
      accn: filed.accession,
      fy: filed.fy,
      fp: filed.fp,
      form: filed.form,
      filed: filed.filed,
    });
  };
  const flows = (filed: MadeFiling, days: readonly [string, string], of: Partial<Figures>) => {
    const isNew = filed.accepted >= NEW_TAG_FROM;
    const revenue = isNew ? 'RevenueFromContractWithCustomerExcludingAssessedTax' : 'Revenues';
    const eps = of.eps?.[filed.accepted >= SPLIT_DAY ? 1 : 0] ?? undefined;
    const rows: readonly (readonly [string, string, number | undefined])[] = [
      [revenue, 'USD', of.revenue],
      ['NetIncomeLoss', 'USD', of.net],
      ['OperatingIncomeLoss', 'USD', of.operating],
      ['NetCashProvidedByUsedInOperatingActivities', 'USD', of.cash],
      ['PaymentsToAcquirePropertyPlantAndEquipment', 'USD', of.capex],
      ['EarningsPerShareDiluted', 'USD/shares', eps],
    ];
    for (const [tag, unit, amount] of rows) if (amount !== undefined) say(filed, tag, unit, days, amount);
  };
  const balance = (filed: MadeFiling, day: string) => {
    for (const [at, amount] of (BALANCES[day] ?? []).entries())
      say(filed, BALANCE_TAGS[at] ?? '', 'USD', [null, day], amount);
  };

  for (const filed of FILINGS.toReversed()) {
    const { form, fy, fp, accepted } = filed;
    if (form.startsWith('10-K')) {
      for (const year of form === '10-K' ? [fy - 2, fy - 1, fy] : [fy]) {
        const [start, end, figures] = YEARS[year] ?? [];
        if (start === undefined || end === undefined || figures === undefined) continue;
        flows(filed, [start, end], figures);
        const shares = accepted >= SPLIT_DAY ? 90 : 30;
        say(filed, 'WeightedAverageNumberOfDilutedSharesOutstanding', 'shares', [start, end], shares);
        if (form === '10-K' && year > fy - 2) balance(filed, end);
      }
    }
    // The quarter, the year to date, and both a year before. Cash flow is told of the year to date alone.
    const nr = form === '10-Q' ? Number(fp.slice(1)) : 0;
    for (const year of nr === 0 ? [] : [fy - 1, fy]) {
      const quarters = (QUARTERS[year] ?? []).slice(0, nr);
      const [end, { cash, capex, ...quarter }] = quarters.at(-1) ?? ['', { eps: [null, null] }];
      const first = YEARS[year]?.[0] ?? '';
      if (end === '') continue;
      const start = nr === 1 ? first : nextDay(quarters.at(-2)?.[0] ?? '');
      flows(filed, [start, end], quarter);
      const inYear = { cash, capex } as Partial<Figures>;
      if (nr > 1) {
        inYear.revenue = sum(quarters.map(([, one]) => one.revenue));
        inYear.net = sum(quarters.map(([, one]) => one.net));
      }
      flows(filed, [first, end], inYear);
      if (year === fy) balance(filed, end);
    }
    const [day, shares] = COVERS[filed.accession.slice(11)] ?? [];
    if (day !== undefined && shares !== undefined)
      say(filed, 'dei:EntityCommonStockSharesOutstanding', 'shares', [null, day], shares);
  }
  return { cik: Number(CIK), entityName: NAME, facts };
}

/** `/submissions/CIK….json`, in parallel columns. */
export function submissions(): object {
  const column = (of: (one: MadeFiling) => string | number) => FILINGS.map(of);
  return {
    cik: CIK,
    entityType: 'operating',
    sicDescription: 'Industrial Instruments For Measurement, Display, and Control',
    name: NAME,
    tickers: ['LKSP'],
    exchanges: ['Nasdaq'],
    fiscalYearEnd: '0131',
    formerNames: [
      { name: 'LARKSPUR SENSORS INC', from: '2009-05-01T04:00:00.000Z', to: '2019-02-01T05:00:00.000Z' },
    ],
    filings: {
      recent: {
        accessionNumber: column((one) => one.accession),
        filingDate: column((one) => one.filed),
        reportDate: column((one) => one.report),
        acceptanceDateTime: column((one) => one.accepted),
        form: column((one) => one.form),
        items: column((one) => one.items),
        primaryDocument: column((one) => `lksp-${one.report.replaceAll('-', '')}.htm`),
        isXBRL: column((one) => (one.form === '8-K' ? 0 : 1)),
      },
      files: [],
    },
  };
}

/** Companies that it is compared with: their one year, in dollars. Thistle makes a loss. */
const PEERS = [
  { cik: 9990002, ticker: 'ARBM', title: 'ARBOR METRICS CORP', revenue: 640e6, net: 51.2e6, eps: 1.28 },
  {
    cik: 9990003,
    ticker: 'CDRN',
    title: 'CEDAR RANGE INSTRUMENTS INC',
    revenue: 1510e6,
    net: 105.7e6,
    eps: 1.51,
  },
  { cik: 9990004, ticker: 'JUNP', title: 'JUNIPER GAUGE CO', revenue: 820e6, net: 73.8e6, eps: 1.23 },
  { cik: 9990005, ticker: 'THSL', title: 'THISTLE SENSORS INC', revenue: 205e6, net: -14.35e6, eps: -0.35 },
] as const;
export const PEER_SYMBOLS = PEERS.map(({ ticker, title }) => ({ symbol: ticker, name: title }));

/** Answers of the SEC by their path: the list of tickers, and the facts of the peers, whose lists of filings are not there. */
export function secBodies(): Record<string, object> {
  const listed = [{ cik: Number(CIK), ticker: 'LKSP', title: NAME }, ...PEERS];
  const rowsOf = (cik: number, val: number) => [
    {
      start: '2025-01-01',
      end: '2025-12-31',
      val,
      accn: `000${cik}-26-000001`,
      fy: 2025,
      fp: 'FY',
      form: '10-K',
      filed: '2026-02-20',
    },
  ];
  return {
    '/files/company_tickers.json': Object.fromEntries(
      listed.map(({ cik, ticker, title }, at) => [at, { cik_str: cik, ticker, title }]),
    ),
    ...Object.fromEntries(
      PEERS.map(({ cik, title, revenue, net, eps }) => [
        `/api/xbrl/companyfacts/CIK000${cik}.json`,
        {
          cik,
          entityName: title,
          facts: {
            'us-gaap': {
              RevenueFromContractWithCustomerExcludingAssessedTax: { units: { USD: rowsOf(cik, revenue) } },
              NetIncomeLoss: { units: { USD: rowsOf(cik, net) } },
              EarningsPerShareDiluted: { units: { 'USD/shares': rowsOf(cik, eps) } },
            },
          },
        },
      ]),
    ),
  };
}

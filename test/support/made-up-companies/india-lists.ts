import { bseAnnouncement, integratedRow, nseAnnouncement, olderRow } from '../nse-lists.ts';
import { COMPANY, daysOf, fileNameOf } from './india-filings.ts';
import { type IndianFiling, INTEGRATED, OLDER } from './india-figures.ts';
import { PEERS } from './india-peers.ts';

type Row = Readonly<Record<string, unknown>>;

const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');
const ARCHIVE = 'https://nsearchives.nseindia.com/corporate/xbrl/';

/** `2026-06-30` as lists write it: `30-Jun-2026`. */
export function listDay(day: string): string {
  const [year = '', month = '', date = ''] = day.split('-');
  return `${date}-${MONTHS[Number(month) - 1]}-${year}`;
}

const BSE_CODE = COMPANY.bseCode;
const QUARTERS: Readonly<Record<string, string>> = {
  '06': 'First',
  '09': 'Second',
  '12': 'Third',
  '03': 'Fourth',
};

/** One document of a year is two rows: the year and its last quarter. */
function olderRows(one: IndianFiling): Row[] {
  const { quarter, year, yearEnd } = daysOf(one.end);
  const base = {
    audited: one.end.includes('-03-') ? 'Audited' : 'Un-Audited',
    broadCastDate: one.at,
    exchdisstime: one.at,
    filingDate: one.at.slice(0, -3),
    consolidated: one.scope === 'consolidated' ? 'Consolidated' : 'Non-Consolidated',
    financialYear: `${listDay(year)} To ${listDay(yearEnd)}`,
    toDate: listDay(one.end),
    seqNumber: one.number,
    xbrl: `${ARCHIVE}${fileNameOf(one, true)}`,
  };
  const ofQuarter = olderRow({
    ...base,
    fromDate: listDay(quarter),
    relatingTo: `${QUARTERS[one.end.slice(5, 7)]} Quarter`,
  });
  if (!one.end.endsWith('-03-31')) return [ofQuarter];
  const ofYear = {
    fromDate: listDay(year),
    relatingTo: 'Annual',
    period: 'Annual',
    cumulative: 'Cumulative',
  };
  return [olderRow({ ...base, ...ofYear }), ofQuarter];
}

/** A revision has no time of broadcast, and its month is in capitals. */
function newerRow(
  one: Pick<IndianFiling, 'number' | 'at' | 'scope' | 'end' | 'remark'>,
  more: Row = {},
): Row {
  const file = fileNameOf(one, false);
  const isRevision = one.remark !== undefined;
  return integratedRow({
    audited: one.end.includes('-03-') ? 'Audited' : 'Un-Audited',
    broadcast_Date: isRevision ? null : one.at,
    revised_Date: isRevision ? one.at : null,
    revision_Remark: one.remark ?? null,
    type_Sub: isRevision ? 'Revision' : 'Original',
    creation_Date: one.at,
    consolidated: one.scope === 'consolidated' ? 'Consolidated' : 'Standalone',
    qe_Date: listDay(one.end).toUpperCase(),
    seq_Id: one.number,
    xbrl: `${ARCHIVE}${file}`,
    ixbrl: `${ARCHIVE}${file}`.replace('/xbrl/', '/ixbrl/').replace('_WEB.xml', '_iXBRL_WEB.html'),
    ...more,
  });
}

function actionRow(exDate: string, subject: string, caBroadcastDate: string | null, more: Row = {}): Row {
  const isBefore = exDate < COMPANY.changed;
  return {
    symbol: COMPANY.symbol,
    series: 'EQ',
    ind: '-',
    faceVal: isBefore ? '10' : '2',
    subject,
    exDate: listDay(exDate),
    recDate: listDay(exDate),
    bcStartDate: '-',
    bcEndDate: '-',
    ndStartDate: '-',
    ndEndDate: '-',
    comp: COMPANY.name,
    isin: exDate <= COMPANY.changed ? COMPANY.formerIsin : COMPANY.isin,
    caBroadcastDate,
    ...more,
  };
}

const SPLIT = '2025-09-12';
/** Two dividends in one subject, a subject that is cut, a split and a bonus on one day, and a bond. */
const NSE_ACTIONS: readonly Row[] = [
  actionRow('2026-08-21', 'Dividend - Re 0.80 Per Sh', null),
  actionRow(
    '2026-02-13',
    'Interim Dividend - Re 0.50 Per Share/Special Dividend - Re 0.25 Per Share',
    '04-Feb-2026 18:20:31',
  ),
  actionRow(
    SPLIT,
    'Face Value Split (Sub-Division) - From Rs 10/- Per Share To Rs 2/- Per Share',
    '25-Aug-2025 19:30:02',
    {
      faceVal: '2',
    },
  ),
  actionRow(SPLIT, 'Bonus 1:1', '25-Aug-2025 19:31:17', { faceVal: '2' }),
  actionRow('2025-08-22', 'Annual General Meeting/Dividend - Rs 6 Per Share', '26-May-2025 10:14:09'),
  actionRow('2024-08-16', 'Dividend - Rs 3 Per Share', '24-May-2024 18:02:55'),
  actionRow('2026-09-18', 'Interest Payment', null, {
    symbol: '710GS2039',
    series: 'GS',
    comp: 'GOI LOAN 7.10% 2039',
    isin: 'IN0020259999',
    faceVal: '100',
  }),
];

function bseAction(day: string, Purpose: string): Row {
  const [date = '', month = '', year = ''] = listDay(day).split('-');
  const printed = `${date} ${month} ${year}`;
  return {
    scrip_code: BSE_CODE,
    short_name: COMPANY.symbol,
    long_name: COMPANY.name,
    Ex_date: printed,
    exdate: day.replaceAll('-', ''),
    RD_Date: printed,
    ND_START_DATE: printed,
    ND_END_DATE: printed,
    BCRD_FROM: '',
    BCRD_TO: '',
    payment_date: '',
    Purpose,
  };
}

/** What NSE's site answers, by the path that it is asked for. */
export function nseBodies(): Record<string, unknown> {
  const peers = PEERS.map(({ symbol, name, ...one }) =>
    newerRow({ ...one, scope: 'consolidated', end: '2026-03-31' }, { symbol, cmName: name, smName: name }),
  );
  const data = [...INTEGRATED.map((one) => newerRow(one)), ...peers].toReversed();
  const told = (seq_id: string, at: string, desc: string, attchmntText: string) => {
    const sort = new Date(`${at}Z`);
    const an_dt = `${listDay(at.slice(0, 10))} ${at.slice(11)}`;
    return nseAnnouncement({
      seq_id,
      an_dt,
      exchdisstime: an_dt,
      sort_date: sort.toISOString().slice(0, 19).replace('T', ' '),
      dt: `${at.slice(8, 10)}${at.slice(5, 7)}${at.slice(0, 4)}${at.slice(11).replaceAll(':', '')}`,
      desc,
      attchmntText,
      attchmntFile: `https://nsearchives.nseindia.com/corporate/KAVFLOW_${seq_id}.pdf`,
    });
  };
  return {
    '/api/integrated-filing-results?index=equities&type=Integrated%20Filing-%20Financials': {
      data,
      page: 1,
      size: 20,
      totalCount: data.length,
    },
    '/api/corporates-financial-results?index=equities&symbol=KAVFLOW': OLDER.toReversed().flatMap(olderRows),
    '/api/corporates-corporateActions?index=equities&symbol=KAVFLOW': NSE_ACTIONS,
    '/api/corporate-announcements?index=equities&symbol=KAVFLOW': [
      told(
        '310000015',
        '2026-10-05T18:41:20',
        'Updates',
        'A cyber incident at the Hosur plant is being looked into.',
      ),
      told(
        '310000014',
        '2026-08-21T12:20:05',
        'Press Release',
        'A water utility has placed an order of Rs 214 crore.',
      ),
      told(
        '310000013',
        '2026-08-10T19:20:11',
        'Investor Presentation',
        'The company has filed its presentation. Guidance of revenue growth for FY27 is raised to 14-16 per cent from 12-14 per cent.',
      ),
      told(
        '310000012',
        '2026-05-21T18:40:00',
        'Investor Presentation',
        'The company has filed its presentation. Guidance of revenue growth for FY27 is 12-14 per cent.',
      ),
    ],
  };
}

/** What BSE's site answers: actions in other words, two dividends of one day in two rows, and announcements. */
export function bseBodies(): Record<string, unknown> {
  const told = (nr: number, at: string, HEADLINE: string, CATEGORYNAME: string, SUBCATNAME: string) =>
    bseAnnouncement({
      NEWSID: `00000000-0000-4000-8000-00000000010${nr}`,
      XML_NAME: `ANN_${BSE_CODE}_10${nr}`,
      NEWSSUB: `${COMPANY.name} - ${BSE_CODE} - ${SUBCATNAME}`,
      DT_TM: at,
      NEWS_DT: at,
      News_submission_dt: at,
      DissemDT: at,
      HEADLINE,
      CATEGORYNAME,
      SUBCATNAME,
    });
  const Table = [
    told(
      1,
      '2026-08-21T12:20:31.4',
      'A water utility has placed an order of Rs 214 crore',
      'Company Update',
      'Award of Order',
    ),
    told(2, '2026-08-10T19:07:02.1', 'Results of the quarter to June 2026', 'Result', 'Financial Results'),
  ];
  return {
    [`/BseIndiaAPI/api/DefaultData/w?scripcode=${BSE_CODE}`]: [
      bseAction('2025-08-22', 'Final Dividend - Rs. - 6.0000'),
      bseAction(SPLIT, 'Stock  Split From Rs.10/- to Rs.2/-'),
      bseAction(SPLIT, 'Bonus issue 1:1'),
      bseAction('2026-02-13', 'Interim Dividend - Rs. - 0.5000'),
      bseAction('2026-02-13', 'Special Dividend - Rs. - 0.2500'),
      bseAction('2026-08-21', 'Final Dividend - Rs. - 0.8000'),
    ],
    [`/BseIndiaAPI/api/AnnSubCategoryGetData/w?strScrip=${BSE_CODE}`]: {
      Table,
      Table1: [{ ROWCNT: Table.length }],
    },
  };
}

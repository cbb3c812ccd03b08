import assert from 'node:assert/strict';
import { readSubmissions } from '../../../../../core/research/evidence/sec/submissions.ts';
import { resultsExhibits } from '../../../../../core/research/index.ts';
import { acquire, columnsOf, edgarOf, filing, type MadeCompany, submissionsOf } from './edgar.ts';

const wolf = (
  accession: string,
  form: string,
  accepted: string,
  filed: string,
  report: string,
  items = '',
) => ({
  ...filing(accession, form, 2026, accepted, report),
  filed,
  items,
  document: `${form.toLowerCase().replaceAll(/\W/g, '')}.htm`,
});
const EVENING = wolf(
  '0001193125-25-199310',
  '8-K',
  '2025-09-09T22:01:33.000Z',
  '2025-09-10',
  '2025-09-08',
  '1.03,7.01,9.01',
);
const WOLF: MadeCompany = {
  cik: 895419,
  ticker: 'WOLF',
  name: 'WOLFSPEED, INC.',
  filings: [
    wolf('9999999995-25-003734', 'EFFECT', '2025-12-16T05:15:24.000Z', '2025-12-15', '', ',,'),
    wolf('0001193125-25-272800', 'S-8 POS', '2025-11-08T00:59:20.000Z', '2025-11-10', ''),
    wolf('0000895419-25-000124', '8-K', '2025-10-29T20:24:41.000Z', '2025-10-29', '2025-10-29', '2.02,9.01'),
    wolf('0000895419-25-000088', '8-K', '2025-05-28T20:05:30.000Z', '2025-05-28', '2025-05-23', '5.02,9.01'),
    EVENING,
  ],
  facts: {},
};

describe('core/research/evidence/sec: the right reading of a list of filings', () => {
  const submissions = readSubmissions(Buffer.from(JSON.stringify(submissionsOf(WOLF))));

  it('decisions/Evidence providers: acceptance is UTC and is the moment of publication, whatever the filing date', () => {
    const by = (moment: string) =>
      resultsExhibits(submissions, moment).map(({ accession }) => accession.slice(-6));
    // Taken at 18:01 in New York; its filing date is the next day.
    assert.deepEqual(by('2025-09-09T22:01:32.000Z'), []);
    assert.deepEqual(by('2025-09-09T22:01:33.000Z'), ['199310']);
    assert.deepEqual(by('2026-01-01T00:00:00.000Z'), ['000124', '199310']);
    assert.equal(submissions.filings[1]?.accepted_at, '2025-11-08T00:59:20.000Z');
    assert.equal(submissions.filings[0]?.report_date, null);
    assert.deepEqual(submissions.filings[0]?.items, []);
  });

  it('decisions/Evidence providers: years of 52 and 53 weeks, and figures from an older part of the list', async () => {
    const K24 = filing('0000895419-24-000062', '10-K', 2024, '2024-08-22T20:05:49.000Z', '2024-06-30');
    const K25 = filing('0000895419-25-000110', '10-K', 2025, '2025-08-26T20:15:24.000Z', '2025-06-29');
    const company: MadeCompany = {
      ...WOLF,
      filings: [K25],
      facts: {
        'us-gaap:Revenues USD': [
          ['2023-06-26', '2024-06-30', 807_200_000, K24],
          ['2024-07-01', '2025-06-29', 757_600_000, K25],
        ],
      },
    };
    const files = [
      { name: 'CIK0000895419-submissions-001.json', filingFrom: '2012-01-01', filingTo: '2024-12-31' },
      { name: 'CIK0000895419-submissions-002.json', filingFrom: '1996-01-26', filingTo: '2011-08-09' },
    ];
    const bodies = {
      ...edgarOf(company),
      'sec_data /submissions/CIK0000895419.json': JSON.stringify(submissionsOf(company, files)),
      'sec_data /submissions/CIK0000895419-submissions-001.json': JSON.stringify(columnsOf([K24])),
    };
    const got = await acquire('WOLF', bodies);
    // 371 days, then 364.
    assert.deepEqual(
      got.packets.flatMap(({ fiscal_years }) => fiscal_years),
      [
        { year: 2025, start: '2024-07-01', end: '2025-06-29' },
        { year: 2024, start: '2023-06-26', end: '2024-06-30' },
      ],
    );
    assert.deepEqual(
      got.packets.map(({ published_at }) => published_at),
      ['2025-08-26T20:15:24.000Z', '2024-08-22T20:05:49.000Z'],
    );
    // What no figure comes from is not asked for.
    assert.ok(!got.asked.some((one) => one.includes('submissions-002')));

    const { 'sec_data /submissions/CIK0000895419-submissions-001.json': _, ...without } = bodies;
    const less = await acquire('WOLF', without);
    assert.deepEqual(
      less.failures.map(({ kind }) => kind),
      ['NOT_KEPT'],
    );
    // The filing date ends at 04:00 UTC in summer.
    assert.deepEqual(
      less.packets.map(({ published_at, published_precision }) => [published_at, published_precision]),
      [
        ['2025-08-26T20:15:24.000Z', 'INSTANT'],
        ['2024-08-23T03:59:59.999Z', 'DAY'],
      ],
    );
  });

  it('decisions/Evidence providers: older parts are those of the company alone, each once, the latest twelve', async () => {
    const part = (nr: number, cik = '0000895419') =>
      `CIK${cik}-submissions-${String(nr).padStart(3, '0')}.json`;
    // A 10-K of each June from 2001 to 2025, each in a part of its own, and one in the list itself.
    const reports = Array.from({ length: 25 }, (_, at) =>
      filing(
        `0000895419-${String(at + 1).padStart(2, '0')}-000001`,
        '10-K',
        2001 + at,
        `${2001 + at}-08-20T20:00:00.000Z`,
        `${2001 + at}-06-30`,
      ),
    );
    const company: MadeCompany = {
      ...WOLF,
      filings: [],
      facts: {
        'us-gaap:Revenues USD': reports.map((one, at) => [`${2000 + at}-07-01`, one.report, 1000 + at, one]),
      },
    };
    const files = reports.map((_, at) => ({
      name: part(at + 1),
      filingFrom: `${2001 + at}-01-01`,
      filingTo: `${2001 + at}-12-31`,
    }));
    const bodies = {
      ...edgarOf(company),
      'sec_data /submissions/CIK0000895419.json': JSON.stringify(
        submissionsOf(company, [
          ...files,
          ...files,
          { name: part(1, '0000320193'), filingFrom: '2000-01-01', filingTo: '2026-12-31' },
        ]),
      ),
      ...Object.fromEntries(
        reports.map((one, at) => [`sec_data /submissions/${part(at + 1)}`, JSON.stringify(columnsOf([one]))]),
      ),
    };
    const got = await acquire('WOLF', bodies, { years: 22 });
    const asked = got.asked.filter((one) => one.includes('-submissions-'));
    assert.deepEqual(
      asked,
      Array.from({ length: 12 }, (_, at) => `sec_data /submissions/${part(25 - at)}`),
    );
    assert.deepEqual(
      got.failures.map(({ kind }) => kind),
      ['too_large'],
    );
  });
});

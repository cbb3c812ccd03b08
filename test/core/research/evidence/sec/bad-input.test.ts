import assert from 'node:assert/strict';
import {
  createParsing,
  createSecEvidence,
  exhibitPaths,
  MalformedDocument,
  type ResultsRelease,
} from '../../../../../core/research/index.ts';
import { OutsideError } from '../../../../../core/platform/index.ts';
import { keptDocuments } from '../../../../support/kept-documents.ts';
import { acquire, edgarOf, factsOf, stated, subjectOf, submissionsOf, tickersOf } from './edgar.ts';
import { K23, LARKSPUR } from './larkspur.ts';

const SUBMISSIONS = 'sec_data /submissions/CIK0009990001.json';
const FACTS = 'sec_data /api/xbrl/companyfacts/CIK0009990001.json';
const TICKERS = 'sec_archive /files/company_tickers.json';
const bodies = edgarOf(LARKSPUR);
const reasons = ({ refused }: { refused: readonly { reason: string; detail: string }[] }) =>
  refused.map(({ reason, detail }) => `${reason}: ${detail}`);

describe('core/research/evidence/sec: bad input', () => {
  it('research/Evidence acquisition rules: files of another company are refused as OTHER_COMPANY', async () => {
    const other = { ...LARKSPUR, cik: 9990002, name: 'ARBOR METRICS CORP' };
    const wrongFacts = await acquire('LKSP', { ...bodies, [FACTS]: JSON.stringify(factsOf(other)) });
    assert.deepEqual(wrongFacts.packets, []);
    assert.deepEqual(reasons(wrongFacts), [
      'OTHER_COMPANY: The document belongs to ARBOR METRICS CORP (CIK 0009990002).',
    ]);
    const wrongList = await acquire('LKSP', {
      ...bodies,
      [SUBMISSIONS]: JSON.stringify(submissionsOf(other)),
    });
    assert.deepEqual([wrongList.packets.length, reasons(wrongList).length], [0, 1]);
  });

  it('research/Evidence acquisition rules: a ticker of several companies is the one that bears the name, or nobody', async () => {
    const namesake = { cik: 42, ticker: 'LKSP', name: 'LARKSPUR BANCORP' };
    const several = { ...bodies, [TICKERS]: tickersOf(namesake, LARKSPUR) };
    const unknown = await acquire('LKSP', several);
    assert.deepEqual(unknown.packets, []);
    assert.match(
      reasons(unknown).join(),
      /^OTHER_COMPANY: LKSP stands for several companies at the SEC: LARKSPUR BANCORP/,
    );
    const named = await acquire('LKSP', several, {
      subject: subjectOf('LKSP', { name: 'Larkspur Instruments Inc' }),
    });
    assert.ok(named.packets.length > 0);
    // One company with two tickers is one company.
    const classes = {
      ...bodies,
      [TICKERS]: tickersOf(LARKSPUR, { ...LARKSPUR, ticker: 'LKSP-B' }, LARKSPUR),
    };
    assert.ok((await acquire('LKSP', classes)).packets.length > 0);
  });

  it('research/Evidence acquisition rules 1: an unknown exchange is asked, and must bear the name; an Indian one is not', async () => {
    const sec = createSecEvidence({ parsing: createParsing() });
    const covered = (more: Parameters<typeof subjectOf>[1], symbol = 'ABB') =>
      sec.covers(subjectOf(symbol, more));
    assert.ok(covered({ exchange: null }) && covered({ exchange: 'NASDAQ' }));
    assert.ok(!covered({ exchange: 'NSE' }) && !covered({ exchange: null, isin: 'INE117A01022' }));
    assert.ok(!covered({ exchange: null }, 'ABB.NS'));
    const named = async (name: string | null) =>
      await acquire('LKSP', bodies, { subject: subjectOf('LKSP', { exchange: null, name }) });
    assert.ok((await named('Larkspur Instruments')).packets.length > 0);
    assert.ok((await named(null)).packets.length > 0);
    assert.match(reasons(await named('Lakshmi Spinners Ltd')).join(), /^OTHER_COMPANY: LKSP is LARKSPUR/);
  });

  it('a former symbol counts where nobody bears the new one, and the name is the same', async () => {
    const renamed = (name: string | null) =>
      acquire('LKSN', bodies, { subject: subjectOf('LKSN', { name, former_symbols: ['LKSP'] }) });
    assert.ok((await renamed('Larkspur Instruments, Inc.')).packets.length > 0);
    assert.deepEqual((await renamed('Lake Snow Corp')).packets, []);
    const dotted = await acquire('BRK.B', edgarOf({ ...LARKSPUR, ticker: 'BRK-B' }));
    assert.equal(dotted.packets[0]?.entity.symbol, 'BRK.B');
  });

  it('a ticker that is a fund is refused as NOT_EQUITY, and its figures are not asked for', async () => {
    const fund = { ...LARKSPUR, filings: LARKSPUR.filings.map((one) => ({ ...one, form: 'N-CSR' })) };
    const got = await acquire('LKSP', edgarOf(fund));
    assert.match(reasons(got).join(), /^NOT_EQUITY: LARKSPUR INSTRUMENTS, INC. files reports as a fund/);
    assert.ok(!got.asked.includes(FACTS));
  });

  it('HTML with 200, a file that was cut off and one of another shape are MALFORMED', async () => {
    const whole = JSON.stringify(factsOf(LARKSPUR));
    const columns = submissionsOf(LARKSPUR) as { filings: { recent: Record<string, unknown[]> } };
    columns.filings.recent.acceptanceDateTime?.pop();
    const cases: [string, string, RegExp][] = [
      [FACTS, '<html><body>Request Rate Threshold Exceeded</body></html>', /sent a web page instead of JSON/],
      [FACTS, whole.slice(0, whole.length / 2), /is cut off/],
      [FACTS, '{"cik":"x","entityName":"A","facts":{}}', /no file of facts of the SEC/],
      [SUBMISSIONS, JSON.stringify(columns), /columns differ in length/],
      [TICKERS, '[]', /no list of tickers/],
    ];
    for (const [key, body, words] of cases) {
      const got = await acquire('LKSP', { ...bodies, [key]: body });
      assert.deepEqual(got.packets, [], key);
      assert.match(reasons(got).join(), words);
      assert.match(reasons(got).join(), /^MALFORMED/);
    }
  });

  it('research/What the service does 9: what is no number is unavailable with its reason, and never 0', async () => {
    const facts = JSON.stringify(
      factsOf({
        ...LARKSPUR,
        facts: {
          'us-gaap:Revenues USD': [['2023-01-29', '2024-02-03', 'N/A', K23]],
          'us-gaap:NetIncomeLoss USD': [['2023-01-29', '2024-02-03', 'HUGE', K23]],
          'us-gaap:ProfitLoss USD': [['2023-01-29', '2024-02-03', null, K23]],
          'us-gaap:OperatingIncomeLoss USD': [['2023-01-29', '2024-02-03', '116200000', K23]],
          'us-gaap:EarningsPerShareDiluted USD/shares': [['2023-01-29', '2024-02-03', 'LONG', K23]],
          'us-gaap:CostsAndExpenses USD': [
            ['2023-01-29', null, 5, K23],
            ['2023-01-29', '2023-02-30', 6, K23],
            ['2024-02-03', '2023-01-29', 7, K23],
            ['2023-01-29', '2024-02-03', 8, K23],
          ],
          // A balance with a first day, and a flow without one, are something else.
          'us-gaap:Assets USD': [['2023-01-29', '2024-02-03', 1, K23]],
          'us-gaap:IncomeTaxExpenseBenefit USD': [[null, '2024-02-03', 1, K23]],
        },
      }),
    )
      .replace('"HUGE"', '1e400')
      .replace('"LONG"', '0.12345678901234567');
    const got = await acquire('LKSP', { ...bodies, [FACTS]: facts });
    const observations = got.packets.flatMap((packet) => packet.observations);
    const reason = (metric: string) => {
      const [one] = observations.filter((each) => each.metric === metric);
      assert.equal(one?.value, null, metric);
      return one?.reason;
    };
    assert.equal(reason('revenue'), 'The filing says "N/A" instead of a number.');
    assert.match(reason('net_income_owners') ?? '', /too large\.$/);
    assert.match(reason('net_income') ?? '', /says nothing instead of a number|too large/);
    assert.match(reason('operating_income') ?? '', /says "116200000" instead of a number/);
    assert.match(reason('eps_diluted') ?? '', /more digits than Munim can read exactly/);
    assert.deepEqual(stated(got, 'total_expenses'), ['2023-01-29/2024-02-03 8 24-000012']);
    assert.deepEqual([...stated(got, 'total_assets'), ...stated(got, 'tax_expense')], []);
    assert.match(got.packets[0]?.notes.join() ?? '', /3 rows of us-gaap:CostsAndExpenses excluded/);
  });

  it('a figure takes the place of what another filing has without one', async () => {
    const later = {
      ...K23,
      accession: '0009990001-24-000021',
      accepted: '2024-06-07T20:05:00.000Z',
      filed: '2024-06-07',
    };
    const rows = (...values: [unknown, typeof K23][]) =>
      ({
        'us-gaap:Revenues USD': values.map(([val, filing]) => ['2023-01-29', '2024-02-03', val, filing]),
      }) as never;
    const read = async (...values: [unknown, typeof K23][]) =>
      stated(
        await acquire('LKSP', edgarOf({ ...LARKSPUR, filings: [later, K23], facts: rows(...values) })),
        'revenue',
      );
    assert.deepEqual(await read([5, K23], ['N/A', later]), ['2023-01-29/2024-02-03 5 24-000012']);
    // A value that comes back is a new statement: the last revision must not be the one in between.
    assert.equal(
      (
        await read(
          [5, K23],
          [6, { ...later, accession: '0009990001-24-000015', filed: '2024-05-01' }],
          [5, later],
        )
      ).length,
      3,
    );
  });

  it('a source that fails is told, and nothing is thrown', async () => {
    const nobody = await acquire('LKSP', {});
    assert.deepEqual(
      nobody.failures.map(({ kind }) => kind),
      ['NOT_KEPT'],
    );
    const { [FACTS]: _, ...without } = bodies;
    assert.deepEqual(
      (await acquire('LKSP', without)).failures.map(({ kind }) => kind),
      ['NOT_KEPT'],
    );
    const parsing = createParsing();
    const blocked = await createSecEvidence({ parsing }).acquire(
      { subject: subjectOf('LKSP'), mode: 'CURRENT', as_of: '2026-09-30T00:00:00.000Z', years: 5 },
      {
        get: async () =>
          await Promise.reject(new OutsideError('SEC', 'rate_limited', 'asks to wait', { status: 403 })),
      },
    );
    assert.deepEqual(blocked.failures, [
      { provider: 'sec', kind: 'rate_limited', message: 'SEC asks to wait' },
    ]);
    assert.deepEqual((await acquire('NOBODY', bodies)).refused, []);
  });

  it('research/Safety: a hidden text of an exhibit is not read here: figures come from files of facts alone', async () => {
    const got = await acquire('LKSP', bodies);
    assert.ok(got.packets.every(({ passages }) => passages.length === 0));
    assert.ok(!got.asked.some((one) => one.includes('/Archives/')));
  });

  it('the thread reads the same as this process', async () => {
    const parsing = createParsing();
    try {
      const request = {
        subject: subjectOf('LKSP'),
        mode: 'CURRENT',
        as_of: '2026-09-30T23:59:59.000Z',
        years: 5,
      } as const;
      const threaded = await createSecEvidence({ parsing }).acquire(request, keptDocuments(bodies));
      const { asked: _, ...here } = await acquire('LKSP', bodies);
      assert.deepEqual(threaded, here);
    } finally {
      await parsing.close();
    }
  });
});

describe('core/research/evidence/sec: exhibits of a filing', () => {
  const folder = '/Archives/edgar/data/9990001/000999000126000030';
  const filing: ResultsRelease = {
    source_id: 'sec:0009990001-26-000030',
    accession: '0009990001-26-000030',
    form: '8-K',
    accepted_at: '2026-08-27T20:05:33.000Z',
    report_date: '2026-08-27',
    items: ['2.02'],
    primary_path: `${folder}/lksp-20260827.htm`,
    index_path: `${folder}/index.json`,
  };
  const index = (names: string[], name = folder) =>
    Buffer.from(
      JSON.stringify({ directory: { name, item: names.map((one) => ({ name: one, type: 'text.gif' })) } }),
    );

  it('decisions/Evidence providers: the exhibits are found in the list of documents, and nothing outside of the folder', () => {
    const names = [
      'lksp-20260827.htm',
      'lksp-20260827-ex991.htm',
      'a2026q2exhibit99_2.htm',
      'R1.htm',
      '0009990001-26-000030-index.html',
      '0009990001-26-000030.txt',
      'logo.jpg',
      '../../320193/ex991.htm',
    ];
    assert.deepEqual(exhibitPaths(index(names), filing), [
      `${folder}/lksp-20260827-ex991.htm`,
      `${folder}/a2026q2exhibit99_2.htm`,
    ]);
    assert.deepEqual(exhibitPaths(index(['lksp-20260827.htm', 'release.htm']), filing), [
      `${folder}/release.htm`,
    ]);
  });

  it('the list of another filing is refused', () => {
    const other = index(['ex991.htm'], '/Archives/edgar/data/1/000000000126000030');
    assert.throws(() => exhibitPaths(other, filing), MalformedDocument);
    assert.throws(() => exhibitPaths(Buffer.from('<html>'), filing), /sent a web page/);
  });
});

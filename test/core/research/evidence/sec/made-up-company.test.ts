import assert from 'node:assert/strict';
import type { Acquired } from '../../../../../core/research/index.ts';
import { acquire, edgarOf, stated } from './edgar.ts';
import { K24, K24A, K25, LARKSPUR, Q125 } from './larkspur.ts';

const at = async (as_of: string, years = 5) =>
  await acquire('LKSP', edgarOf(LARKSPUR), { mode: 'HISTORICAL', as_of, years });
const packetOf = ({ packets }: Acquired, accession: string) =>
  packets.find(({ source_id }) => source_id === `sec:${accession}`);

describe('core/research/evidence/sec: a company with every trap', () => {
  let all: Acquired;
  before(async () => {
    all = await acquire('LKSP', edgarOf(LARKSPUR));
  });

  it("decisions/Evidence providers: a filing's fiscal year names its own year alone, also one of 53 weeks", () => {
    // 2023-01-29 to 2024-02-03 is 371 days; each 10-K carries the two years before under its own number.
    assert.deepEqual(
      all.packets.flatMap(({ fiscal_years }) => fiscal_years),
      [
        { year: 2025, start: '2025-02-02', end: '2026-01-31' },
        { year: 2024, start: '2024-02-04', end: '2025-02-01' },
        { year: 2023, start: '2023-01-29', end: '2024-02-03' },
      ],
    );
    assert.deepEqual(packetOf(all, K24.accession)?.fiscal_years, [
      { year: 2024, start: '2024-02-04', end: '2025-02-01' },
    ]);
  });

  it('decisions/Evidence providers: the revenue tag changes between years, and each figure stands once by its first filing', () => {
    assert.deepEqual(stated(all, 'revenue'), [
      '2023-01-29/2023-10-28 736400000 23-000042',
      '2023-01-29/2024-02-03 1024000000 24-000012',
      '2024-02-04/2024-11-02 789200000 24-000043',
      '2024-02-04/2025-02-01 1078600000 25-000013',
      '2025-02-02/2026-01-31 1181100000 26-000014',
    ]);
    // No row says the fourth quarter of 14 weeks; it stays to be worked out of year and nine months.
    assert.ok(!stated(all, 'revenue').some((one) => one.startsWith('2023-10-29')));
  });

  it('decisions/Evidence providers: a true conflict between two filings for one period keeps both', () => {
    assert.deepEqual(stated(all, 'operating_income'), [
      '2023-01-29/2024-02-03 116200000 24-000012',
      '2023-01-29/2024-02-03 112700000 25-000013',
    ]);
    assert.deepEqual(stated(all, 'net_income').slice(1, 3), [
      '2024-02-04/2025-02-01 92700000 25-000013',
      '2024-02-04/2025-02-01 91900000 25-000019',
    ]);
    assert.deepEqual(stated(all, 'net_income'), stated(all, 'net_income_owners'));
  });

  it('decisions/Evidence providers: a rounded balance is stated by both filings, for the ledger to see that it is one', () => {
    assert.deepEqual(stated(all, 'total_assets'), [
      '2024-02-03 1402311000 24-000012',
      '2024-02-03 1402300000 25-000013',
      '2025-02-01 1489200000 25-000013',
    ]);
  });

  it('decisions/Evidence providers: cash flow of a 10-Q is year to date and stays as it is stated', () => {
    assert.deepEqual(stated(all, 'operating_cash_flow'), [
      '2025-02-02/2025-05-03 19800000 25-000018',
      '2025-02-02/2025-08-02 56100000 25-000033',
    ]);
  });

  it('research/Evidence acquisition rules: figures per share say on which shares they stand, once filings show a split', () => {
    const bases = all.packets
      .flatMap(({ observations }) => observations)
      .filter(({ metric }) => metric === 'eps_diluted')
      .map(({ value, share_basis }) => `${value} ${share_basis}`);
    // 30 million shares became 90 million for the year to 2025-02-01, and 3.09 became 1.02: in the filing of 2025-06-20.
    assert.deepEqual(bases.toSorted(), [
      '0.3 2025-06-20',
      '0.84 null',
      '0.93 2025-06-20',
      '1.02 2025-06-20',
      '1.24 2025-06-20',
      '2.8 null',
      '3.09 null',
    ]);
    assert.match(
      packetOf(all, K24A.accession)?.notes.join() ?? '',
      /3 shares for one.*The date of the split is unknown/,
    );
    assert.deepEqual(packetOf(all, K25.accession)?.notes, []);
    assert.deepEqual(stated(all, 'split_ratio'), []);
  });

  it('research/Evidence acquisition rules: a split that filings show and date is told as one, whichever way round they write it', async () => {
    for (const ratio of [3, 0.333]) {
      const facts = {
        ...LARKSPUR.facts,
        'us-gaap:StockholdersEquityNoteStockSplitConversionRatio1 pure': [
          ['2025-06-16', '2025-06-16', ratio, K24A],
          // Of a whole year: no day.
          ['2025-02-02', '2026-01-31', ratio, K25],
        ],
      } as typeof LARKSPUR.facts;
      const got = await acquire('LKSP', edgarOf({ ...LARKSPUR, facts }));
      assert.deepEqual(stated(got, 'split_ratio'), ['2025-06-16 3 25-000019']);
      const eps = got.packets
        .flatMap(({ observations }) => observations)
        .find(({ value }) => value === '1.24');
      assert.equal(eps?.share_basis, '2025-06-16');
    }
  });

  it('decisions/Evidence providers: the cut-off is by acceptance: a 10-K taken in the evening before its filing date counts', async () => {
    const [before, after] = [await at('2026-03-26T21:00:00.000Z'), await at('2026-03-26T22:00:00.000Z')];
    assert.equal(packetOf(before, K25.accession), undefined);
    assert.deepEqual(
      before.refused.map(({ source_id, reason }) => [source_id, reason]),
      [[`sec:${K25.accession}`, 'AFTER_CUTOFF']],
    );
    assert.equal(packetOf(after, K25.accession)?.published_at, '2026-03-26T21:42:10.000Z');
    assert.deepEqual(after.refused, []);
  });

  it('research/Research run: HISTORICAL sees a 10-K/A from its acceptance on, and not before', async () => {
    const values = async (as_of: string) =>
      stated(await at(as_of), 'net_income').filter((one) => one.startsWith('2024-02-04/2025-02-01'));
    assert.deepEqual(await values('2025-06-20T20:00:00.000Z'), ['2024-02-04/2025-02-01 92700000 25-000013']);
    assert.equal((await values('2025-06-20T20:41:03.000Z')).length, 2);
  });

  it('research/Research run: a future-dated filing is in no packet of any mode', async () => {
    for (const mode of ['CURRENT', 'OFFLINE', 'HISTORICAL'] as const) {
      const got = await acquire('LKSP', edgarOf(LARKSPUR), { mode, as_of: '2025-06-10T00:00:00.000Z' });
      const moments = got.packets.flatMap(({ published_at, observations }) => [
        published_at,
        ...observations.map((one) => one.published_at),
      ]);
      assert.ok(moments.length > 0);
      for (const moment of moments) assert.ok(moment !== null && moment <= Q125.accepted, `${moment}`);
      assert.equal(got.refused.length, 3);
    }
  });

  it('research/Evidence, claims and facts 1: a filing is by the SEC at FILING, with its address, and its hash is that of its content', () => {
    const packet = packetOf(all, K24.accession);
    assert.deepEqual(
      [packet?.authority, packet?.publisher, packet?.source_class, packet?.published_precision],
      ['FILING', 'SEC', 'VERIFIED_FETCHED', 'INSTANT'],
    );
    assert.equal(
      packet?.url,
      'https://www.sec.gov/Archives/edgar/data/9990001/000999000125000013/report.htm',
    );
    assert.equal(packet?.entity.id, 'CIK0009990001');
    assert.equal(packet?.document_hashes.length, 2);
    assert.equal(new Set(all.packets.map(({ evidence_hash }) => evidence_hash)).size, all.packets.length);
  });

  it('only the years asked for are read, with the balance at their start', async () => {
    const got = await acquire('LKSP', edgarOf(LARKSPUR), { years: 2 });
    assert.ok(stated(got, 'revenue').every((one) => one.startsWith('202') && one >= '2024-02-04'));
    assert.deepEqual(stated(got, 'total_assets').slice(0, 1), ['2024-02-03 1402311000 24-000012']);
  });

  it('a report that is listed and has no figures yet is told', async () => {
    const late = {
      ...K25,
      accession: '0009990001-26-000022',
      form: '10-Q',
      accepted: '2026-06-05T20:05:30.000Z',
    };
    const got = await acquire('LKSP', edgarOf({ ...LARKSPUR, filings: [late, ...LARKSPUR.filings] }));
    assert.match(
      got.packets[0]?.notes.join() ?? '',
      /10-Q of 6 Jun 2026, 01:35 IST are not in the SEC's file/,
    );
  });
});

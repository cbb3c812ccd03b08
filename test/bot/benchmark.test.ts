import assert from 'node:assert/strict';
import { benchmarkText } from '../../bot/text/benchmark.ts';
import type { Coverage } from '../../core/portfolio/index.ts';
import type { ComparisonView, PerformanceView } from '../../core/reports/index.ts';
import { endLimits, fewReturns } from '../../core/reports/measures/index.ts';
import { heldClock, type HeldClock } from '../support/core.ts';
import type { ChatDriver } from '../support/chat-driver.ts';
import { chatFixture, type ChatFixture } from '../support/chat-fixture.ts';
import { NOBODY_OUTSIDE } from '../support/outside.ts';
import { YahooServer } from '../support/yahoo-server.ts';

const month: ComparisonView['periods'][number] = {
  period: '1M',
  from: '2026-02-02',
  to: '2026-03-02',
  start_value: 1000,
  end_value: 1600,
  net_flow: 500,
  net_joined: 0,
  dividends: 0,
  unexplained_days: 0,
  returns_count: 21,
  limits: [],
  return_pct: 8,
  benchmark_return_pct: -1.5,
  index_return_pct: -2.5,
  alpha_pct: 9.5,
  reasons: {},
};
const year: ComparisonView['periods'][number] = {
  ...month,
  period: '1Y',
  return_pct: null,
  benchmark_return_pct: null,
  index_return_pct: 4,
  alpha_pct: null,
  reasons: { return_pct: 'The first known value is of 2 Feb 2026; this period starts on 2 Mar 2025.' },
};
const view = (change: Partial<ComparisonView> = {}): ComparisonView => ({
  portfolio: 'Networth',
  currency: 'INR',
  benchmark: { code: 'NIFTY50', name: 'NIFTY 50', currency: 'INR' },
  alternates: [],
  periods: [month, year],
  total_return_pct: 12.5,
  total_return_reason: null,
  period: '1M',
  series: [],
  reason: null,
  warnings: [],
  ends_early: false,
  coverage: null,
  freshness: null,
  limits: [],
  ...change,
});

const part: Coverage = {
  state: 'PARTIAL',
  holdings_counted: 32,
  holdings_total: 33,
  value_share_pct: 94,
  missing_count: 1,
  missing: [
    {
      portfolio: 'P',
      symbol: 'GOLD',
      code: 'NO_TRANSACTIONS',
      reason: 'No transactions are recorded.',
      mend: 'Record the purchase.',
      price_day_label: null,
    },
  ],
};

describe('/benchmark of the part that is known', () => {
  const coverage = { ...part, least_share_pct: 62, least_share_on: '2025-04-07' };

  it('says how much the lines cover, when they covered least, and how to mend it', () => {
    const { text } = benchmarkText(view({ coverage }), 'detailed');
    assert.match(text, /^Networth against NIFTY 50\n1M[^\n]*:\nNetworth \+8\.00%\n/);
    assert.match(
      text,
      /^Covers 94\.0% of value \(62\.0% on 7 Apr 2025\); excluded: GOLD\.\nExcluded from Periods: GOLD\. No transactions are recorded\. Record the purchase\./m,
    );
    assert.match(benchmarkText(view({ coverage }), 'compact').text, /^Covers 94\.0% of value/m);
    // GOLD is in the line of now: only its closes of earlier days are missing, and so are those of 24 others.
    const earlier = { ...coverage, holdings_counted: coverage.holdings_total, missing_count: 25 };
    assert.match(
      benchmarkText(view({ coverage: { ...earlier, value_share_pct: 100 } }), 'compact').text,
      /^Covers 100\.0% of value \(62\.0% on 7 Apr 2025\); excluded on some days: GOLD and 24 more\.$/m,
    );
    const [gold] = part.missing;
    const both = {
      ...coverage,
      missing: gold === undefined ? [] : [gold, { ...gold, symbol: 'OLD' }],
      missing_count: 2,
    };
    assert.match(
      benchmarkText(view({ coverage: both }), 'compact').text,
      /; excluded: GOLD; excluded on some days: OLD\.$/m,
    );
  });
});

describe('/benchmark in words', () => {
  it('the period, the others as a table, and what is no part of the return', () => {
    const { text } = benchmarkText(view(), 'detailed');
    assert.match(
      text,
      /^Networth against NIFTY 50\n1M, 2 Feb 2026 to 2 Mar 2026:\nNetworth \+8\.00%\nThe same payments in NIFTY 50 −1\.50%\nDifference \+9\.50%\nNIFTY 50 alone −2\.50%\n/,
    );
    assert.match(text, /1M\s+\+8\.00%\s+−1\.50%\s+\+9\.50%\n1Y\s+–\s+–\s+–/);
    assert.match(text, /The return excludes ₹500\.00 put in during the period\./);
    assert.match(text, /Return on what you hold, dividends included: \+12\.50%/);
  });

  it('an unknown figure has its reason; compact leaves the rest out', () => {
    const { text } = benchmarkText(view({ period: '1Y' }), 'compact');
    assert.match(
      text,
      /Networth unknown \(the first known value is of 2 Feb 2026; this period starts on 2 Mar 2025\)/,
    );
    assert.match(text, /NIFTY 50 \+4\.00%$/);
    assert.doesNotMatch(text, /Difference|Period/);
  });

  it('where no money moved the index and the same payments in it are one figure', () => {
    const still = { ...month, benchmark_return_pct: -1.5, index_return_pct: -1.5, net_flow: 0 };
    const { text } = benchmarkText(view({ periods: [still] }), 'compact');
    assert.match(text, /Networth \+8\.00%\nNIFTY 50 −1\.50%\nDifference \+9\.50%$/);
  });

  it('tells what the ledger does not count in short as well', () => {
    const warnings = [{ code: 'UNMATCHED_SALES', message: 'More OLD was sold than bought.', count: 1 }];
    for (const format of ['compact', 'detailed'] as const)
      assert.match(benchmarkText(view({ warnings }), format).text, /More OLD was sold than bought\.$/);
  });

  it('says what the figures rest on where that is not whole', () => {
    const { text } = benchmarkText(
      view({
        periods: [{ ...month, unexplained_days: 2 }],
        benchmark: { code: 'SP500', name: 'S&P 500', currency: 'USD' },
      }),
      'detailed',
    );
    assert.match(text, /On 2 days, holdings changed without a transaction\. They count as zero return/);
    assert.match(text, /S&P 500 is in USD, and there are no exchange rates to compare it in INR/);
    const one = benchmarkText(view({ periods: [{ ...month, unexplained_days: 1 }] }), 'detailed');
    assert.match(one.text, /On 1 day, holdings .*\. It counts as zero return/);
  });
});

describe('/benchmark since the beginning', () => {
  const since = {
    currency: 'INR',
    from: '2014-01-06',
    to: '2023-07-21',
    current_value: 116_000,
    alpha_pct: -3.5,
    xirr_pct: 11.25,
    twr_pct: 210,
    twr_annual_pct: 9.8,
    benchmark: {
      name: 'NIFTY 50',
      from: '2014-01-06',
      to: '2026-03-02',
      return_pct: 16,
      reason: null,
      position_value: 119_500,
      index_return_pct: 300,
    },
    partial: {},
    periods: [{ ...month, adjusted_return_pct: 8, twr_pct: 7.25, return_pct: 60 }],
    limits: [],
    warnings: [
      { code: 'VALUES_FROM_LEDGER', message: 'Days before 2026-02-27 were not recorded.', count: 900 },
      { code: 'XIRR_SHORT', message: 'Your first transaction is a day old.', count: 1 },
      { code: 'FLOWS_IN_WINDOW', message: 'Not told here.', count: 1 },
    ],
  } as unknown as PerformanceView;

  it('tells what the same payments would be worth, the index as what it is, and until when each figure reaches', () => {
    const { text } = benchmarkText(view(), 'detailed', since);
    assert.match(
      text,
      /The same payments in NIFTY 50 would now be ₹1,19,500\.00; yours are ₹1,16,000\.00\. Alpha −3\.50%\./,
    );
    assert.match(text, /NIFTY 50 alone returned \+300\.00% from 6 Jan 2014 to 2 Mar 2026\./);
    assert.match(text, /Money-weighted \(XIRR\) \+11\.25% a year\./);
    assert.match(text, /Time-weighted \+210\.00% from 6 Jan 2014 to 21 Jul 2023, \+9\.80% a year\./);
    assert.match(text, /Days before 2026-02-27 were not recorded\./);
    assert.match(text, /Your first transaction is a day old\./);
    assert.doesNotMatch(text, /Not told here/);
  });

  it('portfolio/Report rules 4: adjusted and time-weighted come first, the unadjusted return last and by its name', () => {
    const { text } = benchmarkText(view(), 'detailed', since);
    assert.match(
      text,
      /Yours[^]*“In index” means the same payments in NIFTY 50\.\n1M time-weighted \+7\.25%, unadjusted \(deposits count as gain\) \+60\.00%\./,
    );
  });

  it('a dash is explained by the start of the records only if the period starts before them', () => {
    const begin = { ...month, period: 'Max' as const, from: '2026-01-01' };
    const before = { ...year, from: '2025-03-02', start_value: null };
    const told = (...periods: ComparisonView['periods']) =>
      /A dash marks[^\n]*/.exec(benchmarkText(view({ periods }), 'detailed').text)?.[0];
    assert.equal(told(before, begin), 'A dash marks a period that starts before your records.');
    // No price is known in the week up to its first day, in the midst of the records.
    const gap = { ...before, period: '3M' as const, from: '2026-01-20' };
    const unknown = 'A dash marks a period for which your return or the return of the index is unknown.';
    assert.equal(told(gap, before, begin), unknown);
    assert.equal(told({ ...gap, from: '2026-01-20', start_value: 900 }, begin), unknown);
    assert.equal(told(month, begin), undefined);
  });

  it('few daily returns, an early end and old prices are shown beside the figures that they limit', () => {
    const age = { age: '15 months old', age_message: 'Prices of 29 Aug 2025, 15 months old' };
    const limits = [...fewReturns(12), ...endLimits({ ends_early: true, freshness: age }, '2025-08-29')];
    const freshness = age as ComparisonView['freshness'];
    const limited = view({ periods: [{ ...month, limits }], ends_early: true, limits, freshness });
    const { text } = benchmarkText(limited, 'detailed', { ...since, limits });
    const beside = String.raw`\(12 daily returns, up to 29 Aug 2025\)`;
    assert.match(text, new RegExp(String.raw`^1M, 2 Feb 2026 to 2 Mar 2026 ${beside}:$`, 'm'));
    assert.match(text, new RegExp(String.raw`Alpha −3\.50% ${beside}\.`));
    assert.match(text, new RegExp(String.raw`9\.80% a year ${beside}\.`));
    assert.match(text, /^1M +\+8\.00%\* /m);
    assert.match(
      text,
      /^All periods end on 2 Mar 2026\. No later price is known\.\nPrices of 29 Aug 2025, 15 months old\.$/m,
    );
  });

  it('an unknown alpha has its reason', () => {
    const reason = 'The transactions of TCS do not add up to your holdings. Import the missing ones.';
    const lacking = { ...since, alpha_pct: null, reasons: { alpha_pct: reason } };
    assert.match(
      benchmarkText(view(), 'detailed', lacking).text,
      /Alpha unknown \(the transactions of TCS do not add up[^)]*\)\./,
    );
  });
});

describe('/benchmark', () => {
  let fixture: ChatFixture;
  let chat: ChatDriver;
  let yahoo: YahooServer;
  let clock: HeldClock;
  before(async () => {
    yahoo = await new YahooServer({
      '^NSEI': { currency: 'INR', series: { '2026-02-27': 25_000, '2026-03-27': 25_500 } },
      '^CRSLDX': { currency: 'INR', series: { '2026-02-27': 23_000, '2026-03-27': 22_770 } },
    }).start();
    clock = heldClock('2026-02-27T13:00:00.000Z');
    fixture = await chatFixture({ clock, environment: { ...NOBODY_OUTSIDE, YAHOO_BASE_URL: yahoo.url } });
    chat = await fixture.person('local');
  });
  after(async () => {
    await fixture.close();
    await yahoo.close();
  });

  it('with nothing recorded it tells what to do, and draws no picture', async () => {
    await chat.says('/benchmark');
    const answer = await chat.reply();
    assert.match(answer.text, /You have no records yet[^]*add_transaction/);
    assert.equal(answer.photo, null);
  });

  it('a wrong period is answered with the usage', async () => {
    await chat.says('/benchmark 2W');
    const { text } = await chat.reply();
    assert.match(
      text,
      /"2W" is neither a period \(1M, 3M, 6M, 1Y, 3Y, Max\), an index \(NIFTY 50, NIFTY 500, S&P 500\) nor/,
    );
    assert.match(text, /Usage: \/benchmark \[period\] \[index\] \[portfolio\]/);
  });

  it('shows the return beside the index with a picture, and another index at a press', async () => {
    const { portfolio, benchmarks } = fixture.core;
    const by = { actor: 'test' };
    const { id } = await portfolio.holdings.create(
      fixture.ownerId,
      {
        portfolio: 'P',
        symbol: 'TCS',
        asset_class: 'Indian Equity',
        currency: 'INR',
        quantity: 10,
        avg_buy_price: 80,
        current_price: 100,
      },
      by,
    );
    await portfolio.snapshots.take(fixture.ownerId);
    clock.pass(28 * 24 * 60);
    await portfolio.holdings.update(fixture.ownerId, id, { current_price: 110 }, by);
    await portfolio.snapshots.take(fixture.ownerId);
    await benchmarks.keepUp(new AbortController().signal);
    await chat.says('/benchmark');
    const answer = await chat.reply();
    // 1000 to 1100; 25,000 to 25,500.
    assert.match(
      answer.text,
      /2026 \(no daily returns\):\nNetworth \+10\.00%\nNIFTY 50 \+2\.00%\nDifference \+8\.00%/,
    );
    assert.match(answer.text, /^\* Few days: 1M \(no daily returns\), Max \(no daily returns\)\.$/m);
    assert.equal(answer.photo?.subarray(1, 4).toString('latin1'), 'PNG');
    await chat.presses('NIFTY 500');
    const other = await chat.edited();
    // 23,000 to 22,770.
    assert.match(other.text, /NIFTY 500 −1\.00%\nDifference \+11\.00%/);
    assert.notDeepEqual(other.photo, answer.photo);
  });

  it('of one portfolio, by its name', async () => {
    await chat.says('/benchmark 1M NIFTY50 P');
    assert.match((await chat.reply()).text, /^P against NIFTY 50/);
  });
});

import assert from 'node:assert/strict';
import { riskText } from '../../bot/text/risk.ts';
import { endLimits, fewReturns } from '../../core/reports/measures/index.ts';
import type { DiversificationView, RiskView } from '../../core/reports/index.ts';
import type { ChatDriver } from '../support/chat-driver.ts';
import { chatFixture, type ChatFixture } from '../support/chat-fixture.ts';
import { heldClock, type HeldClock } from '../support/core.ts';

const risk = (change: Partial<RiskView> = {}): RiskView => ({
  portfolio: 'Networth',
  currency: 'INR',
  from: '2025-01-01',
  to: '2026-01-01',
  max_drawdown_pct: 12.5,
  peak_date: '2025-03-03',
  trough_date: '2025-04-07',
  recovery_date: '2025-06-02',
  current_drawdown_pct: 1.25,
  volatility_pct: 15.5,
  sharpe: 0.4,
  cagr_pct: 12.2,
  risk_free_rate_pct: 6,
  trading_days_per_year: 252,
  returns_count: 250,
  best_day: { date: '2025-05-12', return_pct: 3.1 },
  worst_day: { date: '2025-04-07', return_pct: -4 },
  series: [],
  as_known: 'now',
  ends_early: false,
  spans: [],
  warnings: [],
  reasons: {},
  coverage: null,
  freshness: null,
  limits: [],
  explanations: null,
  ...change,
});

const spread: DiversificationView = {
  portfolio: 'Networth',
  currency: 'INR',
  total_value: 100,
  asset_class: [],
  sector: [{ label: 'IT', value: 60, share_pct: 60, holdings_count: 2 }],
  holdings: [],
  concentration: {
    largest: 'TCS',
    largest_pct: 40,
    top_5_pct: 100,
    top_10_pct: 100,
    effective_count: 2.5,
  },
  herfindahl: 0.4,
  is_estimated: false,
  fx_rates: [],
  warnings: [{ code: 'LARGE_SECTOR', message: 'IT 60.0 %: more than 40 % in one sector.', count: 1 }],
  reasons: {},
  explanations: null,
};

describe('/risk in words', () => {
  it('the fall with its days, the swings, and where the money lies', () => {
    const { text } = riskText(risk(), spread, 'detailed');
    assert.match(
      text,
      /^Risk of Networth\nMaximum drawdown 12\.50%: 3 Mar 2025 to 7 Apr 2025, recovered on 2 Jun 2025\n/,
    );
    assert.match(text, /1\.25% below its peak on 1 Jan 2026/);
    assert.match(
      text,
      /Volatility 15\.50% a year\nSharpe ratio 0\.40: \+12\.20% a year against a risk-free 6\.00%/,
    );
    assert.match(text, /Best day \+3\.10% \(12 May 2025\), worst −4\.00% \(7 Apr 2025\)/);
    assert.match(text, /Largest holding TCS 40\.0%, the five largest 100\.0%\nLargest sector IT 60\.0%/);
    assert.match(text, /Effective number of holdings 2\.5 \(Herfindahl 0\.40\)/);
    assert.match(text, /IT 60\.0 %: more than 40 % in one sector\.$/);
  });

  it('too few daily returns and an early end are shown beside the figures', () => {
    const early = 'No price is known after 29 Aug 2025: the series and its periods end there.';
    const warnings = [{ code: 'SERIES_ENDS_EARLY', message: early, count: 1 }];
    const limits = [...fewReturns(12), ...endLimits({ ends_early: true, freshness: null }, '2026-01-01')];
    const { text } = riskText(risk({ limits, warnings }), spread, 'compact');
    assert.match(text, /^Volatility 15\.50% a year \(12 daily returns, up to 1 Jan 2026\)$/m);
    assert.match(text, /^Maximum drawdown [^\n]* \(12 daily returns, up to 1 Jan 2026\)$/m);
    assert.match(text, /^Sharpe ratio [^\n]* \(12 daily returns, up to 1 Jan 2026\)$/m);
    assert.ok(text.endsWith(early));
  });

  it('a fall and swings of the covered part say what they exclude, and how to mend it', () => {
    const coverage = {
      state: 'PARTIAL' as const,
      holdings_counted: 2,
      holdings_total: 4,
      value_share_pct: null,
      least_share_pct: null,
      least_share_on: null,
      missing_count: 2,
      missing: ['GOLD', 'SGB'].map((symbol) => ({
        portfolio: 'P',
        symbol,
        code: 'NO_PRICE_HISTORY' as const,
        reason: 'Daily closes are missing since 3 Mar 2025.',
        mend: 'Import them.',
        price_day_label: null,
      })),
    };
    assert.match(
      riskText(risk({ coverage }), spread, 'compact').text,
      /^Covers 2 of 4 holdings; excluded: GOLD and SGB\.\nExcluded: GOLD and SGB\. Daily closes are missing since 3 Mar 2025\. Import them\./m,
    );
  });

  it('what is unknown has its reason, and what never fell says so', () => {
    const { text } = riskText(
      risk({
        max_drawdown_pct: 0,
        peak_date: null,
        trough_date: null,
        recovery_date: null,
        volatility_pct: null,
        sharpe: null,
        reasons: { volatility_pct: 'Volatility needs 2 daily returns.', sharpe: 'It needs the volatility.' },
      }),
      spread,
      'compact',
    );
    assert.match(text, /No drawdown from 1 Jan 2025 to 1 Jan 2026/);
    assert.match(text, /Volatility unknown \(volatility needs 2 daily returns\)/);
    assert.match(text, /Sharpe ratio unknown \(it needs the volatility\)/);
    assert.doesNotMatch(text, /Concentration/);
  });
});

describe('/risk of a series that ended', () => {
  it('says on which day it stood so, never today; what is not counted is told in short as well', () => {
    const warnings = [{ code: 'UNMATCHED_SALES', message: 'More OLD was sold than bought.', count: 1 }];
    const { text } = riskText(risk({ to: '2023-07-21', warnings }), spread, 'compact');
    assert.match(text, /1\.25% below its peak on 21 Jul 2023/);
    assert.doesNotMatch(text, /[Tt]oday/);
    assert.match(text, /More OLD was sold than bought\.$/);
  });
});

describe('/risk', () => {
  let fixture: ChatFixture;
  let chat: ChatDriver;
  let clock: HeldClock;
  before(async () => {
    clock = heldClock('2026-02-27T06:00:00.000Z');
    fixture = await chatFixture({ clock });
    chat = await fixture.person('local');
  });
  after(() => fixture.close());

  it('with empty books it tells what to do', async () => {
    await chat.says('/risk');
    assert.match((await chat.reply()).text, /You have no records yet/);
  });

  it('a portfolio that does not exist is told of', async () => {
    await chat.says('/risk Nowhere');
    assert.match((await chat.reply()).text, /Nowhere/);
  });

  it('portfolio/Chat-messaging commands "/risk": words and a picture of the falls', async () => {
    const { portfolio } = fixture.core;
    const by = { actor: 'test' };
    const trade = { portfolio: 'P', symbol: 'TCS', type: 'BUY', quantity: 10, price: 100, currency: 'INR' };
    await portfolio.transactions.create(fixture.ownerId, { ...trade, date: '2026-02-27' }, by);
    for (const [at, price] of [100, 120, 90].entries()) {
      if (at > 0) clock.pass(24 * 60);
      for (const { id } of await portfolio.holdings.all(fixture.ownerId))
        await portfolio.holdings.update(fixture.ownerId, id, { current_price: price }, by);
      await portfolio.snapshots.take(fixture.ownerId);
    }
    await chat.says('/risk P');
    const answer = await chat.reply();
    // 1,200 to 900.
    assert.match(
      answer.text,
      /Risk of P\nMaximum drawdown 25\.00%: 28 Feb 2026 to 1 Mar 2026, not recovered yet/,
    );
    assert.match(answer.text, /Largest holding TCS 100\.0%/);
    assert.equal(answer.photo?.subarray(1, 4).toString('latin1'), 'PNG');
  });
});

import assert from 'node:assert/strict';
import type { DashboardView, MissingHolding, Totals } from '../../../core/portfolio/index.ts';
import { freshness } from '../../../bot/text/freshness.ts';
import { because } from '../../../bot/text/numbers.ts';
import { completeStatus, liveStatus, portfolioStatus } from '../../../bot/text/status.ts';

const NOW = new Date('2026-01-30T10:00:00.000Z');

const totals = (change: Partial<Totals> = {}): Totals => ({
  state: 'AVAILABLE',
  currency: 'INR',
  is_estimated: false,
  current_value: 110,
  total_invested: 100,
  total_profit: 10,
  total_profit_pct: 10,
  day_change: -1,
  day_change_pct: -0.9,
  holdings_count: 2,
  valued_count: 2,
  reasons: {},
  day_change_date: '2026-01-30',
  day_change_label: 'Today',
  partial: {},
  ...change,
});

function view(total: Partial<Totals> = {}, change: Partial<DashboardView> = {}): DashboardView {
  return {
    calculated_at: NOW.toISOString(),
    base_currency: 'INR',
    total: totals(total),
    by_currency: [totals()],
    portfolios: [{ portfolio: 'Zerodha', ...totals(), provisional_reason: null }],
    provisional_reason: null,
    allocation: { basis: 'value', asset_class: [], sector: [], currency: [], portfolio: [] },
    movers: { day: { gainers: [], losers: [] }, total: { gainers: [], losers: [] } },
    fx_rates: [],
    freshness: {
      threshold_minutes: 30,
      valuation_timestamp: '2026-01-30T09:50:00.000Z',
      oldest_priced_at: null,
      outdated_holdings: 0,
      prices_of: null,
      age: null,
      age_message: null,
      stale_holdings: 0,
      unavailable_holdings: 0,
    },
    warnings: [],
    earnings: {
      made: 0,
      unrealised_gain: 0,
      made_reason: null,
      coverage: null,
      realised_gain: 0,
      dividends: 0,
      fees: 0,
      transactions_count: 3,
      first_date: '2024-01-05',
      unmatched_symbols: [],
      unknown_cost_symbols: [],
      reason: null,
    },
    recent_snapshots: [],
    goal_highlights: [],
    sync_health: [],
    ...change,
  };
}

describe('portfolio/States: dashboard totals in the chat', () => {
  it('AVAILABLE: figures with their direction, and nothing to explain', () => {
    const { text } = completeStatus(view(), 'compact', NOW);
    assert.equal(
      text,
      'Your portfolio\nValue ₹110.00\nToday −₹1.00 (−0.90%)\nGain +₹10.00 (+10.00%)\nPrices updated 10 min ago. As of 30 Jan 2026, 15:30 IST.',
    );
  });

  it('PARTIAL: one without a price left Gain unknown: it is told of the others, with what it leaves out', () => {
    const part = (figure: number, ...missing: MissingHolding[]) => ({
      figure,
      state: 'PARTIAL' as const,
      holdings_counted: 32,
      holdings_total: 33,
      value_share_pct: missing.some(({ code }) => code === 'NO_PRICE') ? null : 94.25,
      missing_count: missing.length,
      missing,
    });
    const old = {
      portfolio: 'P',
      symbol: 'OLD',
      code: 'NO_PRICE' as const,
      reason: 'No price is known.',
      mend: 'Enter one.',
      price_day_label: null,
    };
    const unknown = { total_profit: null, total_profit_pct: null, day_change: null, day_change_pct: null };
    const total: Partial<Totals> = {
      ...unknown,
      state: 'PARTIAL',
      reasons: { total_profit: 'No price for OLD.' },
      partial: {
        current_value: part(110, old),
        total_profit: part(20, old),
        total_profit_pct: part(22.2, old),
        day_change: part(3, {
          ...old,
          symbol: 'NEW',
          code: 'NO_PREVIOUS_CLOSE',
          reason: 'No previous close is known.',
        }),
      },
    };
    const { text } = completeStatus(
      view(total, {
        portfolios: ['A', 'B'].map((portfolio) => ({
          portfolio,
          ...totals(total),
          provisional_reason: null,
        })),
      }),
      'detailed',
      NOW,
    );
    assert.match(
      text,
      new RegExp(
        [
          'Value ₹110\\.00, covers 32 of 33 holdings; excluded: OLD',
          'Invested ₹100\\.00',
          'Gain \\+₹20\\.00 \\(\\+22\\.20%\\), covers 32 of 33 holdings; excluded: OLD',
          'Today \\+₹3\\.00, covers 94\\.3% of value; excluded: NEW',
          'Excluded from Value and Gain: OLD\\. No price is known\\. Enter one\\.',
          'Excluded from Today: NEW\\. No previous close is known\\. Enter one\\.',
        ].join('\n'),
      ),
    );
    assert.match(text, /A\s+₹110\s+\+22\.20%\*/);
    assert.match(text, /\* Partial: some holdings are excluded\./);
  });

  it('PARTIAL without a part: gains are unknown with their reason', () => {
    const reason = 'No price for TCS.';
    const { text } = completeStatus(
      view({
        state: 'PARTIAL',
        total_profit: null,
        total_profit_pct: null,
        day_change: null,
        day_change_pct: null,
        reasons: { total_profit: reason, day_change: 'No previous close for INFY.' },
      }),
      'detailed',
      NOW,
    );
    assert.match(
      text,
      /Value ₹110\.00\nInvested ₹100\.00\nGain unknown \(no price for TCS\)\nToday unknown \(no previous close for INFY\)/,
    );
  });

  it('UNAVAILABLE: unknown, never nought; the same reason is told once', () => {
    const reason = 'No price for TCS, INFY.';
    const nothing = {
      current_value: null,
      total_profit: null,
      total_profit_pct: null,
      day_change: null,
      day_change_pct: null,
    };
    const { text } = liveStatus(
      view({
        ...nothing,
        state: 'UNAVAILABLE',
        reasons: { current_value: reason, total_profit: reason, day_change: reason },
      }),
      'compact',
      NOW,
    );
    assert.match(text, /^Live\nValue unknown \(no price for TCS, INFY\)\nToday unknown\n/);
    assert.doesNotMatch(text, /₹0/);
  });

  it('ESTIMATED: says that currencies are converted at one rate', () => {
    const { text } = completeStatus(view({ state: 'ESTIMATED', is_estimated: true }), 'compact', NOW);
    assert.match(text, /Totals are estimates, converted at one rate/);
    const rate = {
      from: 'USD',
      to: 'INR',
      rate: 88.25,
      day: '2026-01-29',
      source: 'YAHOO',
      is_estimated: true,
    };
    const told = completeStatus(
      view({ state: 'ESTIMATED', is_estimated: true }, { fx_rates: [rate] }),
      'compact',
      NOW,
    );
    assert.match(
      told.text,
      /Totals are estimates, converted at one rate \(1 USD = 88\.25 INR of 29 Jan 2026\)/,
    );
  });

  it('stale prices are named with kind and age, not by the newest of all; none at all is said plainly', () => {
    const stale = view().freshness;
    const message = '2 shares: prices of 12:05 today; 1 fund: NAV of 20 Nov 2025, 71 days old.';
    const warnings = [{ code: 'VALUATION_STALE' as const, message, count: 3 }];
    assert.equal(
      freshness(view({}, { freshness: { ...stale, stale_holdings: 3 }, warnings }), NOW),
      `${message} As of 30 Jan 2026, 15:30 IST.`,
    );
    assert.match(
      freshness(view({ current_value: null }, { freshness: { ...stale, valuation_timestamp: null } }), NOW),
      /^No prices yet\./,
    );
    // Money alone, or nothing any more: no price is missing.
    assert.match(freshness(view({}, { freshness: { ...stale, valuation_timestamp: null } }), NOW), /^As of /);
  });

  it('prices of an earlier session say their day and their age, and never how many minutes ago they were read', () => {
    const age_message = 'Prices of 29 Aug 2025, 15 months old';
    const old = view({}, { freshness: { ...view().freshness, age: '15 months old', age_message } });
    assert.match(freshness(old, NOW), /^Prices of 29 Aug 2025, 15 months old\. As of /);
  });

  it('one portfolio is told by its own totals; an unknown one is not there', () => {
    assert.match(portfolioStatus(view(), 'Zerodha', 'detailed', NOW)?.text ?? '', /^Zerodha\nValue ₹110\.00/);
    assert.equal(portfolioStatus(view(), 'Nobody', 'detailed', NOW), null);
  });

  it('warnings that are not said beside a figure are added', () => {
    const warnings = [
      {
        code: 'SYNC_FAILED' as const,
        message: 'The last sync of Kite failed: holdings there may be old.',
        count: 1,
      },
    ];
    assert.match(
      completeStatus(view({}, { warnings }), 'detailed', NOW).text,
      /Note: The last sync of Kite failed/,
    );
  });

  it('a sentence stands inside brackets without its stop and capital, unless it begins with a name', () => {
    assert.equal(because('No price for TCS.'), 'no price for TCS');
    assert.equal(because('TCS has no price.'), 'TCS has no price');
    assert.equal(because(undefined), null);
  });
});

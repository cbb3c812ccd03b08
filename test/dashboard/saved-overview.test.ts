import assert from 'node:assert/strict';
import type { Dashboard, Holding, Plan } from '../../api/dashboard/src/api/types.ts';
import { missingForApp } from '../../api/dashboard/src/offline/missing.ts';
import {
  chooseToKeep,
  deleteOverviewsOfOthers,
  deleteSavedOverview,
  keepsOverview,
  readSavedOverview,
  saveOverview,
  type SavedOverview,
} from '../../api/dashboard/src/offline/saved.ts';
import { overviewToSave } from '../../api/dashboard/src/offline/saved-content.ts';
import { DAY_MS } from '../../core/platform/index.ts';

const NOW = Date.parse('2026-11-30T08:35:00.000Z');

function memory() {
  const kept = new Map<string, string>();
  return {
    kept,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
}

const OVERVIEW = {
  calculated_at: '2026-11-30T08:35:00.000Z',
  total: {
    currency: 'INR',
    current_value: 150_000,
    total_invested: 100_000,
    total_profit: 50_000,
    total_profit_pct: 50,
    day_change: null,
    day_change_pct: null,
    day_change_label: 'Today',
    valued_count: 2,
    holdings_count: 3,
    reasons: { day_change: 'No previous close.' },
    partial: {},
  },
  freshness: { age_message: null },
  warnings: [{ message: 'One holding has no price.' }],
} as unknown as Dashboard;

const holding = (change: object) =>
  ({
    symbol: 'TCS',
    name: 'Tata Consultancy',
    quantity: 10,
    portfolio: 'Main',
    currency: 'INR',
    market_value: 33_000,
    gain: -500,
    gain_pct: -1.5,
    day_change: 1000,
    day_change_pct: 3.13,
    day_change_label: 'Today',
    day_change_date: '2026-11-30',
    price_state: 'FRESH',
    provisional_reason: null,
    ...change,
  }) as unknown as Holding;

const plan = (change: object) =>
  ({
    plan_id: '7',
    policy_name: 'Momentum',
    state: 'PENDING_APPROVAL',
    kind: 'CYCLE',
    cycle_date: '2026-11-27',
    created_at: '2026-11-29T18:20:00.000Z',
    finished_at: null,
    new_money: null,
    replaces_plan_id: null,
    orders: [
      {
        side: 'BUY',
        quantity: 10,
        symbol: 'TCS',
        order_kind: 'LIMIT',
        limit_price: 102,
        state: 'PENDING_APPROVAL',
        held: null,
      },
    ],
    ...change,
  }) as unknown as Plan;

const saved = (change: Partial<SavedOverview> = {}): SavedOverview => ({
  ...overviewToSave(
    { id: 'u1', name: 'Ravi' },
    { overview: OVERVIEW, holdings: { items: [], page: 1, page_size: 200, total: 0 }, plans: [] },
    NOW,
  ),
  ...change,
});

describe('the overview on this device', () => {
  it('holds figures as they are shown, with their time, and a reason where one is unknown', () => {
    const { as_of, figures, notes } = saved();
    assert.equal(as_of, '30 Nov 2026, 14:05');
    assert.deepEqual(figures, [
      { label: 'Value', value: '₹1,50,000.00', note: '2 of 3 holdings priced.' },
      { label: 'Invested', value: '₹1,00,000.00', note: null },
      { label: 'Gain', value: '+₹50,000.00 (+50.00%)', note: null },
      { label: 'Today', value: '—', note: 'No previous close.' },
    ]);
    assert.deepEqual(notes, ['One holding has no price.']);
  });

  it('holds the largest holdings, and says how many are left out and which price is old', () => {
    const items = [
      holding({}),
      holding({
        symbol: 'GOLD',
        name: null,
        quantity: 1,
        price_state: 'STALE',
        day_change: null,
        day_change_date: '2026-11-20',
      }),
    ];
    const { holdings, more_holdings } = overviewToSave(
      { id: 'u1', name: 'Ravi' },
      { overview: OVERVIEW, holdings: { items, page: 1, page_size: 200, total: 205 }, plans: [] },
      NOW,
    );
    assert.deepEqual(holdings, [
      {
        name: 'Tata Consultancy',
        facts: 'TCS · 10 units · Main',
        value: '₹33,000.00',
        gain: '−₹500.00 (−1.50%)',
        day_change: 'Today +₹1,000.00 (+3.13%)',
        note: null,
      },
      {
        name: 'GOLD',
        facts: '1 unit · Main',
        value: '₹33,000.00',
        gain: '−₹500.00 (−1.50%)',
        day_change: '—',
        note: 'Price of 20 Nov 2026.',
      },
    ]);
    assert.equal(more_holdings, 203);
  });

  it('holds plans that are not over, and those of the day in India', () => {
    const plans = [
      plan({}),
      // 29 Nov, 23:59 in India
      plan({ plan_id: '6', created_at: '2026-11-29T18:29:00.000Z', finished_at: '2026-11-29T18:29:30.000Z' }),
      // 30 Nov, 00:01 in India
      plan({
        plan_id: '8',
        created_at: '2026-11-29T18:31:00.000Z',
        finished_at: '2026-11-30T05:00:00.000Z',
        state: 'EXPIRED',
      }),
    ];
    const { plans: kept } = overviewToSave(
      { id: 'u1', name: 'Ravi' },
      { overview: OVERVIEW, holdings: { items: [], page: 1, page_size: 200, total: 0 }, plans },
      NOW,
    );
    assert.deepEqual(
      kept.map(({ title, state, orders }) => [title, state, orders]),
      [
        ['Momentum: plan 7', 'Waits for your approval', ['Buy 10 TCS, limit ₹102.00']],
        ['Momentum: plan 8', 'Expired', ['Buy 10 TCS, limit ₹102.00']],
      ],
    );
  });

  it('is kept only for a person who chose so, and deleted with the choice', () => {
    const store = memory();
    saveOverview(store, saved());
    assert.equal(readSavedOverview(store, NOW), null);
    assert.equal(chooseToKeep(store, 'u1', true), true);
    saveOverview(store, saved());
    assert.deepEqual(readSavedOverview(store, NOW), saved());
    chooseToKeep(store, 'u1', false);
    assert.equal(store.kept.size, 0);
  });

  it('is deleted at a sign-out, when another person signs in, and after 7 days; the choice outlives a sign-out', () => {
    const store = memory();
    const keep = (): void => {
      chooseToKeep(store, 'u1', true);
      saveOverview(store, saved());
    };
    keep();
    deleteOverviewsOfOthers(store, 'u1', NOW);
    assert.notEqual(readSavedOverview(store, NOW), null);
    deleteOverviewsOfOthers(store, null, NOW);
    assert.equal(readSavedOverview(store, NOW), null);
    assert.ok(keepsOverview(store, 'u1'));

    keep();
    deleteOverviewsOfOthers(store, 'u2', NOW);
    assert.equal(store.kept.size, 0);

    keep();
    assert.notEqual(readSavedOverview(store, NOW + 7 * DAY_MS), null);
    assert.equal(readSavedOverview(store, NOW + 7 * DAY_MS + 1), null);
    assert.equal(readSavedOverview(store, NOW), null);
    // the clock of the device was turned back
    keep();
    assert.equal(readSavedOverview(store, NOW - 8 * DAY_MS), null);
    keep();
    deleteSavedOverview(store);
    assert.equal(readSavedOverview(store, NOW), null);
  });

  it('of another version, or unreadable, is deleted; a full or refusing store leaves no old one', () => {
    for (const text of ['{', 'null', '[]', JSON.stringify({ ...saved(), version: 2 })]) {
      const store = memory();
      chooseToKeep(store, 'u1', true);
      saveOverview(store, saved());
      for (const key of store.kept.keys()) if (key.endsWith('last-overview')) store.setItem(key, text);
      assert.equal(readSavedOverview(store, NOW), null, text);
      assert.equal(store.kept.size, 1, text);
    }
    const full = memory();
    chooseToKeep(full, 'u1', true);
    saveOverview(full, saved());
    full.setItem = () => {
      throw new Error('full');
    };
    saveOverview(full, saved({ as_of: 'later' }));
    assert.equal(readSavedOverview(full, NOW), null);
    assert.equal(chooseToKeep({ ...full, getItem: () => null }, 'u1', true), false);
  });

  it('says which of a secure origin and service workers a browser lacks', () => {
    const worker = { serviceWorker: {} };
    const page = (isSecureContext: boolean, origin: string, navigator: object) =>
      missingForApp({ isSecureContext, location: { origin }, navigator });
    assert.match(
      page(false, 'http://nas.local:8080', worker) ?? '',
      /opened over http:\/\/nas\.local:8080\./,
    );
    assert.match(page(true, 'https://munim.lan', {}) ?? '', /no service workers/);
    assert.equal(page(true, 'https://munim.lan', worker), null);
  });
});

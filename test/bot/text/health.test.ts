import assert from 'node:assert/strict';
import { healthLines, pricesText, recordedLines } from '../../../bot/text/health.ts';
import { lines } from '../../../bot/text/lines.ts';
import type { DataQuality, PriceQuality } from '../../../core/quality/index.ts';

const NOW = new Date('2026-03-02T06:00:00.000Z');
const well: DataQuality = {
  calculated_at: NOW.toISOString(),
  to_review: 0,
  prices: {
    holdings: 4,
    fresh: 3,
    stale: 0,
    unavailable: 0,
    by_hand: 1,
    failing: 0,
    never_tried: 0,
    threshold_minutes: 30,
    last_attempt_at: '2026-03-02T05:55:00.000Z',
  },
  instruments: { registry: 2685, contradicted: 0, ambiguous: 0, proposed: 0, unknown: 0, reason: null },
  corporate_actions: { open: 0 },
  ledger: { left_out: 0, left_out_by_code: [], unmatched_symbols: 0, openings: 0, unreconciled: 0 },
  fund_values: { refused: 0 },
  price_history: {
    errors: 0,
    warnings: 0,
    of_others: 0,
    unreadable_actions: 0,
    has_closes: true,
    has_announcements: true,
  },
  audit: { audited_at: '2026-03-01T17:35:00.000Z', identities: 15, agreed: 15, not_compared: 0, findings: 0 },
  recorded_values: { compared_days: 12, differing_days: 0, differences: 0, unknown_causes: 0 },
  connections: [],
};
const told = (over: Partial<DataQuality>): string =>
  lines(healthLines({ ...well, ...over }, 'Prices updated 5 minutes ago.', NOW)).text;

describe('the text of /health', () => {
  it('says of what is well that it is, and nothing of what there is not', () => {
    assert.equal(
      told({}),
      [
        'Prices',
        'Prices updated 5 minutes ago.',
        '3 up to date, 1 priced by hand',
        'Last refresh 5 min ago.',
        '',
        'Instruments',
        'All holdings are on the exchange’s lists.',
        '',
        'Ledger',
        'Every transaction counts.',
        '',
        'Audit',
        '15 of 15 identities agree (12 h ago).',
      ].join('\n'),
    );
  });

  it('counts recorded days that differ, and is silent where none does or values could not be recalculated', () => {
    const counts = { compared_days: 12, differing_days: 3, differences: 2, unknown_causes: 0 };
    assert.deepEqual(recordedLines(counts, []), [
      '3 of 12 recorded days differ from the recalculated value: /health recorded',
    ]);
    assert.deepEqual(recordedLines({ ...counts, differing_days: 0, differences: 0 }, []), []);
    assert.deepEqual(recordedLines(null, []), []);
  });

  it('counts what needs a look, each with its reason', () => {
    const text = told({
      prices: { ...well.prices, fresh: 1, stale: 1, unavailable: 1, failing: 2 },
      instruments: { ...well.instruments, contradicted: 1, ambiguous: 1, proposed: 2, unknown: 3 },
      corporate_actions: { open: 3 },
      ledger: { ...well.ledger, left_out: 2, unmatched_symbols: 1 },
      fund_values: { refused: 1 },
      price_history: {
        errors: 1,
        warnings: 2,
        of_others: 9,
        unreadable_actions: 1,
        has_closes: true,
        has_announcements: true,
      },
    });
    assert.match(text, /2 holdings failed at the last refresh\./);
    assert.match(text, /1 fund value more than 15% off needs your decision\./);
    assert.match(text, /1 with another company’s symbol, 1 ambiguous, 2 to confirm, 3 not on the lists/);
    assert.match(text, /Price history: 1 error, 2 warnings, 1 unread announcement/);
    assert.match(text, /3 corporate actions to check: \/actions/);
    assert.match(
      text,
      /2 transactions excluded\.\n1 symbol sold without a purchase\. Add the purchase in the dashboard under Data quality, Opening positions\./,
    );
  });

  it('tells of each connection when it was read last, or what it waits for', () => {
    const connection = {
      id: '1',
      label: 'Zerodha main',
      broker: 'zerodha',
      state: 'OK',
      reason_code: null,
      message: null,
      last_success_at: '2026-03-02T05:30:00.000Z',
      next_due_at: null,
    };
    const text = told({
      connections: [
        connection,
        { ...connection, label: 'Dhan', last_success_at: null },
        { ...connection, label: 'Flex', reason_code: 'NEEDS_LOGIN', message: 'Log in again.' },
      ],
    });
    assert.match(
      text,
      /Connections\nZerodha main: synced 30 min ago\.\nDhan: not synced yet\.\nFlex: Log in again\.$/,
    );
  });

  it('without prices, lists and sources it says so', () => {
    const text = told({
      prices: { ...well.prices, last_attempt_at: null },
      instruments: { ...well.instruments, registry: 0, reason: 'empty' },
    });
    assert.match(text, /No refresh yet\./);
    assert.match(text, /No exchange list imported, so symbols cannot be checked\./);
  });

  it('a list says where in it the page is, and an empty one what that means', () => {
    const row: PriceQuality = {
      holding_id: '1',
      portfolio: 'Main',
      symbol: 'OLD',
      name: null,
      isin: null,
      asset_class: 'Indian Equity',
      currency: 'INR',
      price: 70,
      state: 'STALE',
      price_source: 'YAHOO',
      priced_at: '2026-03-01T06:00:00.000Z',
      price_as_of: '2026-02-27',
      age_minutes: 1440,
      last_attempt: {
        at: NOW.toISOString(),
        status: 'FAILED',
        reason: 'PROVIDER_TIMEOUT',
        message: 'The source did not answer in time.',
        tried: [],
        failing_since: '2026-03-02T05:00:00.000Z',
      },
    };
    assert.equal(
      pricesText({ items: [row], page: 2, page_size: 1, total: 2 }, NOW).text,
      'Prices to check, 2 to 2 of 2\n\nOLD (Main): ₹70.00, 24 h ago\nThe source did not answer in time.\nNo price since 2 Mar 2026, 10:30 IST',
    );
    assert.equal(
      pricesText({ items: [], page: 1, page_size: 8, total: 0 }, NOW).text,
      'Prices to check\nEvery price is up to date.',
    );
  });
});

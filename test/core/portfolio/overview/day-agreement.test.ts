import assert from 'node:assert/strict';
import fc from 'fast-check';
import { moversText } from '../../../../bot/text/breakdown.ts';
import { change, percent } from '../../../../bot/text/numbers.ts';
import { completeStatus, liveStatus } from '../../../../bot/text/status.ts';
import { money } from '../../../../charts/format.ts';
import {
  createCalendar,
  createPriceSessions,
  type Exchange,
} from '../../../../core/market/calendar/index.ts';
import { dayBefore, daysBetween, Decimal, istDate } from '../../../../core/platform/index.ts';
import type { DashboardView, Totals } from '../../../../core/portfolio/index.ts';
import type { HoldingRow } from '../../../../core/portfolio/records/holding-store.ts';
import { type HoldingView, toHoldingView } from '../../../../core/portfolio/records/holding-view.ts';
import type { Fx } from '../../../../core/portfolio/valuation/fx.ts';
import type { ValuableHolding } from '../../../../core/portfolio/valuation/holding-value.ts';
import { valueHoldings } from '../../../../core/portfolio/valuation/valuation.ts';
import { eveningText, hourlyText } from '../../../../jobs/reports/text.ts';
import { someFigures } from '../../../jobs/world.ts';
import { sampled } from '../../../support/soak.ts';

const calendar = createCalendar();
const sessions = createPriceSessions(calendar);
const RATE = 80;
const fx: Fx = (from, to) =>
  to === 'INR' && (from === 'INR' || from === 'USD')
    ? { rate: new Decimal(from === to ? 1 : RATE), estimated: from !== to, day: null, source: 'TEST' }
    : null;

/** Four weeks with a weekend session of Muhurat trading, Thanksgiving and holidays of one exchange alone. */
const FROM = Date.UTC(2026, 9, 26);
const MINUTES = 35 * 24 * 60;

const priceOf = fc.option(fc.integer({ min: 100, max: 5000 }), { freq: 6 });
const anyHolding = fc.record({
  kind: fc.constantFrom('share', 'share', 'us', 'fund', 'unlisted', 'cash', 'trade', 'manual'),
  portfolio: fc.constantFrom('Main', 'Kids'),
  quantity: fc.integer({ min: 1, max: 50 }),
  price: priceOf,
  before: priceOf,
  /** Minutes before now at which it was seen, most of them within a day or two. */
  seen: fc.oneof(
    fc.integer({ min: 0, max: 120 }),
    fc.integer({ min: 0, max: 6000 }),
    fc.integer({ min: 0, max: 40_000 }),
  ),
  isDated: fc.boolean(),
});
type Drawn = typeof anyHolding extends fc.Arbitrary<infer T> ? T : never;

const KINDS: Record<Drawn['kind'], { asset_class: string; currency: string; price_source: string }> = {
  share: { asset_class: 'Indian Equity', currency: 'INR', price_source: 'YAHOO' },
  us: { asset_class: 'US Equity', currency: 'USD', price_source: 'YAHOO' },
  fund: { asset_class: 'Mutual Fund', currency: 'INR', price_source: 'AMFI' },
  unlisted: { asset_class: 'Unlisted', currency: 'INR', price_source: 'MANUAL' },
  cash: { asset_class: 'Cash', currency: 'INR', price_source: 'MANUAL' },
  trade: { asset_class: 'Indian Equity', currency: 'INR', price_source: 'TRADE' },
  manual: { asset_class: 'Indian Equity', currency: 'INR', price_source: 'MANUAL' },
};

function held(drawn: Drawn, at: number, now: Date): ValuableHolding {
  const { kind, portfolio, quantity, price, before, seen, isDated } = drawn;
  const priced_at = new Date(now.getTime() - seen * 60_000);
  const isCash = kind === 'cash';
  return {
    ...KINDS[kind],
    portfolio,
    symbol: `S${at}`,
    sector: null,
    quantity: String(quantity),
    avg_buy_price: '10',
    current_price: isCash ? '1' : price === null ? null : String(price),
    previous_close: isCash ? '1' : before === null || kind === 'trade' ? null : String(before),
    priced_at,
    price_as_of: isDated && !isCash && kind !== 'manual' ? istDate(priced_at) : null,
  };
}

/** Day of a price, walking backwards; null for money. */
function slowDay(one: ValuableHolding): string | null {
  if (one.asset_class === 'Cash') return null;
  const exchange: Exchange = one.currency === 'USD' ? 'NYSE' : 'NSE';
  const isOfAnyDay =
    one.asset_class === 'Unlisted' || (one.asset_class === 'Mutual Fund' && one.price_as_of !== null);
  const at = new Date(one.priced_at ?? 0);
  let day = one.price_as_of ?? (one.asset_class === 'Unlisted' ? istDate(at) : calendar.dateAt(exchange, at));
  if (isOfAnyDay) return day;
  const hasBegun = (): boolean => {
    if (!calendar.isSession(exchange, day)) return false;
    const { open } = calendar.sessionHours(exchange, day);
    return one.price_as_of !== null || open === null || open <= at;
  };
  while (!hasBegun()) day = dayBefore(day);
  return day;
}

const isOfSession = (one: ValuableHolding, day: string | null): boolean =>
  day !== null &&
  one.asset_class !== 'Unlisted' &&
  calendar.isSession(one.currency === 'USD' ? 'NYSE' : 'NSE', day);
const inRupees = (one: ValuableHolding): number => (one.currency === 'USD' ? RATE : 1) * Number(one.quantity);
const moved = (one: ValuableHolding): number =>
  (Number(one.current_price) - Number(one.previous_close)) * inRupees(one);
const isPriced = (one: ValuableHolding): boolean => one.current_price !== null || one.previous_close !== null;
const hasChange = (one: ValuableHolding): boolean =>
  one.current_price !== null && one.previous_close !== null && one.asset_class !== 'Unlisted';

/** The sum, its day and its coverage, from the single holdings. */
function slowly(holdings: readonly ValuableHolding[]) {
  const dated = holdings.filter(
    (one) => isPriced(one) && one.price_source !== 'TRADE' && slowDay(one) !== null,
  );
  const newest = (of: readonly ValuableHolding[]) =>
    of
      .map((one) => slowDay(one) ?? '')
      .toSorted()
      .at(-1) ?? null;
  const traded = dated.filter((one) => isOfSession(one, slowDay(one)));
  const session = newest(traded);
  const changed = newest(traded.filter(hasChange));
  const day =
    changed !== null && session !== null && daysBetween(changed, session) <= 6
      ? changed
      : (session ?? newest(dated));
  const counted = holdings.filter(
    (one) => one.asset_class === 'Cash' || (hasChange(one) && slowDay(one) === day && day !== null),
  );
  const sum = counted.reduce((all, one) => all + moved(one), 0);
  const before = counted.reduce((all, one) => all + Number(one.previous_close) * inRupees(one), 0);
  const isKnown =
    counted.some((one) => one.asset_class !== 'Cash') || counted.length === holdings.filter(isPriced).length;
  return {
    day,
    counted,
    sum: isKnown ? sum : null,
    pct: isKnown && before > 0 ? (sum / before) * 100 : null,
  };
}

/** The one sum that every door shows: of all, or of the part. */
const shownOf = ({ day_change, day_change_pct, partial, valued_count }: Totals) => ({
  sum: partial.day_change?.figure ?? day_change,
  pct: partial.day_change_pct?.figure ?? day_change_pct,
  counted: partial.day_change?.holdings_counted ?? (day_change === null ? 0 : valued_count),
});

const near = (one: number | null, other: number | null, why: string): void => {
  if (one === null || other === null) assert.equal(one, other, why);
  else assert.ok(Math.abs(one - other) <= 1e-6 * Math.max(1, Math.abs(other)), `${why}: ${one} and ${other}`);
};

const rowOf = (one: ValuableHolding): HoldingRow =>
  ({
    ...one,
    id: one.symbol,
    name: null,
    source: 'MANUAL',
    quantity: new Decimal(String(one.quantity)),
    avg_buy_price: new Decimal(10),
    current_price: one.current_price === null ? null : new Decimal(String(one.current_price)),
    previous_close: one.previous_close === null ? null : new Decimal(String(one.previous_close)),
    face_value: null,
    ledger_quantity: null,
    unlisted_action: null,
    transactions_count: 0,
    reconciled_at: null,
    hand_days: one.asset_class === 'Unlisted' ? 90 : null,
    created_at: new Date(0),
    updated_at: new Date(0),
  }) as Partial<HoldingRow> as HoldingRow;

describe('the change of a day is the same in every place', () => {
  it('on random books at random moments: one sum, one day, one coverage, and each other price with its own day', () => {
    const seen = { partial: 0, whole: 0, today: 0, otherDay: 0, mixedMovers: 0 };
    const moment = fc.integer({ min: 0, max: MINUTES }).map((minute) => new Date(FROM + minute * 60_000));
    fc.assert(
      fc.property(fc.array(anyHolding, { minLength: 1, maxLength: 9 }), moment, (drawn, now) => {
        const holdings = drawn.map((one, at) => held(one, at, now));
        const valuation = valueHoldings(holdings, { base: 'INR', fx, now, sessions });
        const view: DashboardView = { ...someFigures, ...valuation };
        const rows = holdings.map((one) => toHoldingView(rowOf(one), now, sessions));
        const { total } = view;

        // The overview, each portfolio and each currency against the slow way.
        agrees(total, holdings);
        for (const row of view.portfolios)
          agrees(
            row,
            holdings.filter((one) => one.portfolio === row.portfolio),
          );
        for (const row of view.by_currency)
          agrees(
            row,
            holdings.filter((one) => one.currency === row.currency),
            row.currency === 'USD' ? RATE : 1,
          );

        // The list of holdings adds up to the same sum, and the others have their own day.
        const shown = shownOf(total);
        const ofDay = rows.filter(
          (row) => row.asset_class === 'Cash' || row.day_change_date === total.day_change_date,
        );
        if (shown.sum !== null) near(rowSum(ofDay), shown.sum, 'holdings list');
        for (const one of total.partial.day_change?.missing ?? []) {
          const row = rows.find(({ symbol }) => symbol === one.symbol);
          if (one.code !== 'OTHER_DAY' || row?.asset_class === 'Unlisted') continue;
          assert.equal(one.price_day_label, row?.day_change_label);
          assert.notEqual(one.price_day_label, total.day_change_label);
        }

        // Chat and reports say the same sum under the same day.
        const { day_change_label: label } = total;
        if (total.current_value !== null && shown.sum !== null) {
          const points = shown.pct === null ? '' : ` (${percent(shown.pct)})`;
          const line = `${label} ${change(shown.sum, 'INR')}${points}`;
          for (const text of [
            completeStatus(view, 'detailed', now),
            completeStatus(view, 'compact', now),
            liveStatus(view, 'detailed', now),
          ])
            assert.ok(text.text.includes(line), `${line} in ${text.text}`);
          const occasion = { dueAt: now, isLate: false };
          const told = `${label} ${money(shown.sum, 'INR', { plus: true })}`;
          for (const { body } of [eveningText(view, occasion), hourlyText(view, occasion)])
            assert.ok(body.includes(told), `${told} in ${body}`);
          if (total.partial.day_change !== undefined)
            for (const { code, symbol, price_day_label } of total.partial.day_change.missing.slice(0, 5))
              if (code === 'OTHER_DAY' && price_day_label !== null)
                assert.ok(
                  eveningText(view, occasion).body.includes(`${symbol} (${price_day_label})`),
                  symbol,
                );
        }

        // Movers of the day come first; those of another session have it beside them.
        for (const side of ['gainers', 'losers'] as const) {
          const movers = view.movers.day[side];
          const labels = movers.map((one) => one.day_change_label);
          const others = labels.filter((one) => one !== label);
          assert.deepEqual(labels, [...labels.filter((one) => one === label), ...others]);
          for (const { label: symbol, day_change_label } of movers) {
            const row = rows.find((one) => one.symbol === symbol);
            assert.equal(row?.day_change_label, day_change_label);
            assert.notEqual(row?.asset_class, 'Unlisted');
            if (day_change_label === label) continue;
            const { text } = moversText({ title: 'Top', of: 'day' }, movers, view, 'compact');
            assert.match(text, new RegExp(`^${symbol} .*\\(${day_change_label}\\)$`, 'm'));
          }
          seen.mixedMovers += Number(others.length > 0 && others.length < labels.length);
        }
        seen.partial += Number(total.partial.day_change !== undefined);
        seen.whole += Number(total.day_change !== null);
        seen.today += Number(label === 'Today');
        seen.otherDay += Number(
          total.partial.day_change?.missing.some(({ code }) => code === 'OTHER_DAY') === true,
        );
      }),
      { numRuns: sampled(150, 20_000) },
    );
    for (const [what, times] of Object.entries(seen))
      assert.ok(times > 5, `${what} was drawn ${times} times`);
  });
});

function agrees(total: Totals, holdings: readonly ValuableHolding[], rate = 1): void {
  const { day, counted, sum, pct } = slowly(holdings);
  const shown = shownOf(total);
  if (day !== null) assert.equal(total.day_change_date, day);
  if (total.valued_count === 0 && holdings.length > 0) return assert.equal(shown.sum, null);
  near(shown.sum, sum === null ? null : sum / rate, 'sum');
  near(shown.pct, pct, 'percent');
  if (total.partial.day_change !== undefined) {
    assert.equal(shown.counted, counted.length);
    const left = holdings.filter((one) => !counted.includes(one)).map(({ symbol }) => symbol);
    assert.deepEqual(
      total.partial.day_change.missing.map(({ symbol }) => symbol).toSorted(),
      left.toSorted(),
    );
  }
}

const rowSum = (rows: readonly HoldingView[]): number =>
  rows.reduce((sum, row) => sum + (row.day_change ?? 0) * (row.currency === 'USD' ? RATE : 1), 0);

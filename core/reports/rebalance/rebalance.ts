import { Decimal } from '../../platform/index.ts';
import { explanation, figureInput, settingInput, shown } from '../explain.ts';
import type { Explanation } from '../explanation.ts';
import type { Held, HeldPortfolio } from '../held.ts';
import { type Bucket, bucketsOf, namesMoney } from './buckets.ts';
import { type Plan, planTrades } from './trades.ts';
import type { NoTrade } from './whole-units.ts';
import type { RebalanceBucket, RebalanceView, SuggestedTrade, TargetsOf, UntradedHolding } from './view.ts';

/** Holdings with the targets and the moment. */
interface RebalanceOf {
  held: HeldPortfolio;
  targets: Record<string, number>;
  targets_of: TargetsOf;
  now: Date;
  explain: boolean;
}

/** A portfolio without targets: nothing is compared, and nothing suggested. */
export function withoutTargets(
  held: HeldPortfolio,
  reason: string,
  portfolios_with_targets: string[],
  now: Date,
  explain: boolean,
): RebalanceView {
  return {
    ...headOf(held, now),
    has_targets: false,
    reason,
    targets_of: null,
    targets: {},
    current: {},
    drift: {},
    max_drift_pct: null,
    after_max_drift_pct: null,
    buckets: [],
    unmatched_targets: [],
    outside_pct: null,
    suggested_trades: [],
    trades_reason: null,
    left_out: [],
    sells_value: 0,
    buys_value: 0,
    cash_change: 0,
    notes: [],
    provisional_reason: null,
    portfolios_with_targets,
    explanations: explain ? [] : null,
  };
}

const headOf = (held: HeldPortfolio, now: Date) => ({
  portfolio: held.name,
  currency: held.currency,
  calculated_at: now.toISOString(),
  total_value: held.total,
});

/** Targets against what is held, with what would bring both together (spec: Report rules 10). */
export function toRebalanceView({ held, targets, targets_of, now, explain }: RebalanceOf): RebalanceView {
  const { buckets, outside } = bucketsOf(targets, held.holdings);
  const total = held.total !== null && held.total > 0 ? new Decimal(held.total) : null;
  const plan = total === null ? null : planTrades({ buckets, total });
  const rows = buckets
    .map((bucket) => rowOf(bucket, total, plan))
    .sort((a, b) => b.target_pct - a.target_pct || (a.bucket < b.bucket ? -1 : 1));
  const outsideValue = outside.reduce((sum, { value }) => sum + (value ?? 0), 0);
  const max_drift_pct = largest(rows.map(({ drift_pct }) => drift_pct));
  const outside_pct = total === null ? null : percentOf(new Decimal(outsideValue), total);
  const byName = <T>(pick: (row: RebalanceBucket) => T): Record<string, T> =>
    Object.fromEntries(rows.map((row) => [row.bucket, pick(row)]));
  return {
    ...headOf(held, now),
    has_targets: true,
    reason: total === null ? reasonOf(held) : null,
    targets_of,
    targets: { ...targets },
    current: byName(({ current_pct }) => current_pct),
    drift: byName(({ drift_pct }) => drift_pct),
    max_drift_pct,
    after_max_drift_pct: largest([
      ...rows.map(({ after_drift_pct }) => after_drift_pct),
      ...unplacedMoney(plan, total),
    ]),
    buckets: rows,
    unmatched_targets: buckets.filter(({ holdings }) => holdings.length === 0).map(({ name }) => name),
    outside_pct,
    suggested_trades: (plan?.trades ?? []).map(tradeOf),
    trades_reason:
      plan === null || plan.none === null || max_drift_pct === null
        ? null
        : whyNoTrade(plan.none, rows, outside_pct ?? 0),
    left_out: untradedOf(plan, outside, buckets),
    sells_value: amount(plan?.sells),
    buys_value: amount(plan?.buys),
    cash_change: amount(plan?.cash_change),
    notes: notesOf(held, plan, rows),
    provisional_reason: null,
    portfolios_with_targets: [],
    explanations: explain ? rows.map((row) => explained(row, buckets, held)) : null,
  };
}

function reasonOf({ holdings }: HeldPortfolio): string {
  return holdings.length === 0
    ? 'This portfolio has no holdings.'
    : 'No holding has a value, so there is nothing to compare with the targets.';
}

/** Why nothing is suggested, though everything needed is known. */
function whyNoTrade(none: NoTrade, rows: readonly RebalanceBucket[], outsidePct: number): string | null {
  const drifts = rows.map(({ drift_pct }) => drift_pct ?? 0);
  if (drifts.every((drift) => drift === 0)) return 'The portfolio is on target.';
  switch (none) {
    case 'NOTHING_ABOVE':
      if (drifts.some((drift) => drift > 0))
        return 'Nothing above its target can be traded. See the excluded holdings for the reasons.';
      return outsidePct > 0
        ? `Nothing is above its target: ${Number(outsidePct.toFixed(2))}% of the portfolio is in holdings without a target. Set targets for them to get suggestions.`
        : 'Nothing is above its target, so there is no money to buy with.';
    case 'NOTHING_BELOW':
      return 'No tradable holding is below its target. Buy some of what is missing first.';
    case 'NONE_NEARER':
      return 'Whole units cannot get closer to your targets.';
    case 'NONE_FOUND':
      return 'No whole-unit trades were found that bring you closer to your targets.';
  }
}

function rowOf(bucket: Bucket, total: Decimal | null, plan: Plan | null): RebalanceBucket {
  const head = {
    bucket: bucket.name,
    matched_by: bucket.matched_by,
    holdings_count: bucket.holdings.length,
    target_pct: bucket.target_pct,
  };
  const isUnknown = bucket.holdings.length > 0 && bucket.holdings.every(({ value }) => value === null);
  if (total === null || plan === null || isUnknown)
    return {
      ...head,
      current_value: null,
      current_pct: null,
      drift_pct: null,
      after_value: null,
      after_pct: null,
      after_drift_pct: null,
    };
  const value = bucket.holdings.reduce((sum, one) => sum.plus(one.value ?? 0), new Decimal(0));
  const after = plan.trades
    .filter((trade) => trade.bucket === bucket.name)
    .reduce((sum, trade) => (trade.side === 'BUY' ? sum.plus(trade.value) : sum.minus(trade.value)), value)
    .plus(plan.money.get(bucket.name) ?? 0);
  const drift = (of: Decimal) => points(of.times(100).div(total).minus(bucket.target_pct));
  return {
    ...head,
    current_value: amount(value),
    current_pct: percentOf(value, total),
    drift_pct: drift(value),
    after_value: amount(after),
    after_pct: percentOf(after, total),
    after_drift_pct: drift(after),
  };
}

function tradeOf({ held, bucket, side, quantity, value }: Plan['trades'][number]): SuggestedTrade {
  const after = side === 'BUY' ? quantity.plus(held.quantity) : new Decimal(held.quantity).minus(quantity);
  const price = held.price ?? 0;
  return {
    side,
    holding_id: held.id,
    symbol: held.symbol,
    name: held.name,
    asset_class: held.asset_class,
    bucket,
    quantity: quantity.toNumber(),
    price,
    currency: held.currency,
    priced_at: held.priced_at,
    price_source: held.price_source,
    value: amount(quantity.times(price)),
    base_value: amount(value),
    held_quantity: held.quantity,
    after_quantity: after.toNumber(),
  };
}

function untradedOf(
  plan: Plan | null,
  outside: readonly Held[],
  buckets: readonly Bucket[],
): UntradedHolding[] {
  const row = (held: Held, bucket: string | null, reason: string): UntradedHolding => ({
    symbol: held.symbol,
    name: held.name,
    bucket,
    value: held.value,
    reason,
  });
  const unvalued = buckets.flatMap(({ name, holdings }) =>
    holdings.filter(({ value }) => value === null).map((held) => row(held, name, held.reason ?? '')),
  );
  return [
    ...(plan?.left_out.map(({ held, bucket, reason }) => row(held, bucket, reason)) ?? unvalued),
    ...outside.map((held) => row(held, null, 'It has no target. Set one for its class, sector or symbol.')),
  ];
}

function notesOf(held: HeldPortfolio, plan: Plan | null, rows: readonly RebalanceBucket[]): string[] {
  const notes: string[] = [];
  // Money comes from sales: nothing of it has to be bought first.
  const unmatched = rows.filter(
    ({ bucket, holdings_count, target_pct }) => holdings_count === 0 && target_pct > 0 && !namesMoney(bucket),
  );
  if (unmatched.length > 0)
    notes.push(
      `You hold nothing in ${unmatched.map(({ bucket }) => bucket).join(', ')}. Buy some first to get suggestions.`,
    );
  const unvalued = held.holdings.filter(({ value }) => value === null).map(({ symbol }) => symbol);
  if (unvalued.length > 0)
    notes.push(`Percentages exclude ${unvalued.join(', ')}, which could not be valued.`);
  notes.push(...held.old_prices.map(({ message }) => message));
  if (held.converted.length > 0)
    notes.push(
      `Amounts in ${held.converted.join(', ')} are converted at the latest rate, so percentages are estimates.`,
    );
  const bothWays = rows.filter(({ bucket }) =>
    (['BUY', 'SELL'] as const).every((side) =>
      plan?.trades.some((trade) => trade.bucket === bucket && trade.side === side),
    ),
  );
  if (bothWays.length > 0)
    notes.push(
      `${bothWays.map(({ bucket }) => bucket).join(', ')}: some holdings are sold and others bought, because whole units come closest this way.`,
    );
  if (plan !== null && plan.trades.length > 0) notes.push('Costs and taxes of the trades are not included.');
  return notes;
}

function explained(row: RebalanceBucket, buckets: readonly Bucket[], held: HeldPortfolio): Explanation {
  const holdings = buckets.find(({ name }) => name === row.bucket)?.holdings ?? [];
  return explanation({
    figure: `drift.${row.bucket}`,
    value: row.drift_pct,
    unit: 'percent_points',
    formula: 'value of the bucket / value of the portfolio × 100 - target',
    worked: `${shown(row.current_value ?? 0, held.currency, 2)} / ${shown(held.total ?? 0, held.currency, 2)} × 100 - ${row.target_pct}`,
    definition: 'drift',
    inputs: [
      settingInput('target_allocation', `Target of ${row.bucket}`, row.target_pct),
      figureInput('Value of the portfolio', held.total, held.currency),
      ...holdings.map(({ symbol, value, priced_at }) =>
        figureInput(`Value of ${symbol}`, value, held.currency, priced_at?.slice(0, 10) ?? null),
      ),
    ],
    reason:
      row.drift_pct === null
        ? ((held.total === null ? null : holdings[0]?.reason) ?? reasonOf(held))
        : holdings.length === 0
          ? 'No holding matches this name.'
          : null,
  });
}

/** Money that the trades would leave where no bucket has any: its target is nothing, so all of it is drift. */
const unplacedMoney = (plan: Plan | null, total: Decimal | null): number[] =>
  plan === null || total === null || plan.none !== null
    ? []
    : [percentOf(plan.money.get('') ?? new Decimal(0), total)];
const largest = (drifts: readonly (number | null)[]): number | null => {
  const known = drifts.filter((drift) => drift !== null);
  return known.length === 0 ? null : Math.max(...known.map(Math.abs));
};
const points = (value: Decimal): number => value.toDecimalPlaces(8).toNumber();
const percentOf = (part: Decimal, whole: Decimal): number => points(part.times(100).div(whole));
const amount = (value: Decimal | undefined): number => value?.toDecimalPlaces(4).toNumber() ?? 0;

/** The overview, holdings and plans of the day as saved: formatted words and figures. */
import {
  coverageSentence,
  day,
  joinSentences,
  money,
  moment,
  percent,
  quantity,
} from '../../../../charts/index.ts';
import type { Coverage, Dashboard, Holding, Page, Plan } from '../api/types.ts';
import { limitText, orderText, planLine, planLook } from '../pages/trading/words.ts';
import type { SavedOverview } from './saved.ts';

type Total = Dashboard['total'];

/** `+₹500.00 (+1.20%)` */
function change(value: number | null, pct: number | null, currency: string): string {
  const share = value === null || pct === null ? '' : ` (${percent(pct, { plus: true })})`;
  return `${money(value, currency, { plus: true })}${share}`;
}

/** The four figures of the overview, each with its reason or coverage. */
function figuresOf(total: Total, age: string | null): SavedOverview['figures'] {
  const { currency, partial, reasons } = total;
  const { total_invested: invested, total_profit: gain, day_change: today } = partial;
  const coverOf = (part: Coverage | undefined): string | null =>
    part === undefined ? null : coverageSentence(part);
  const priced = `${total.valued_count} of ${total.holdings_count} holdings priced.`;
  return [
    {
      label: 'Value',
      value: money(total.current_value, currency),
      note: reasons.current_value ?? joinSentences(priced, age),
    },
    {
      label: 'Invested',
      value: money(invested?.figure ?? total.total_invested, currency),
      note: coverOf(invested) ?? reasons.total_invested ?? null,
    },
    {
      label: 'Gain',
      value: change(
        gain?.figure ?? total.total_profit,
        partial.total_profit_pct?.figure ?? total.total_profit_pct,
        currency,
      ),
      note: coverOf(gain) ?? reasons.total_profit ?? null,
    },
    {
      label: total.day_change_label,
      value: change(
        today?.figure ?? total.day_change,
        partial.day_change_pct?.figure ?? total.day_change_pct,
        currency,
      ),
      note: coverOf(today) ?? reasons.day_change ?? null,
    },
  ];
}

const holdingOf = (holding: Holding): SavedOverview['holdings'][number] => ({
  name: holding.name ?? holding.symbol,
  facts: [
    ...(holding.name === null ? [] : [holding.symbol]),
    `${quantity(holding.quantity, holding.currency)} ${holding.quantity === 1 ? 'unit' : 'units'}`,
    holding.portfolio,
  ].join(' · '),
  value: money(holding.market_value, holding.currency),
  gain: change(holding.gain, holding.gain_pct, holding.currency),
  day_change:
    holding.day_change === null
      ? change(null, null, holding.currency)
      : `${holding.day_change_label} ${change(holding.day_change, holding.day_change_pct, holding.currency)}`,
  note: joinSentences(
    holding.price_state === 'STALE' && holding.day_change_date !== null
      ? `Price of ${day(holding.day_change_date)}.`
      : null,
    holding.provisional_reason,
  ),
});

const planOf = (plan: Plan): SavedOverview['plans'][number] => ({
  title: `${plan.policy_name}: plan ${plan.plan_id}`,
  state: planLook(plan).label,
  line: planLine(plan),
  orders: plan.orders.map(
    (order) => `${orderText(order)}, ${order.order_kind === 'LIMIT' ? 'limit ' : ''}${limitText(order)}`,
  ),
});

/** Plans that are not over, and those made on the day of the figures. */
const plansOfToday = (plans: readonly Plan[], at: string): Plan[] =>
  plans.filter(({ finished_at, created_at }) => finished_at === null || day(created_at) === day(at));

/** @param now milliseconds since 1970, of this device */
export const overviewToSave = (
  user: { id: string; name: string },
  { overview, holdings, plans }: { overview: Dashboard; holdings: Page<Holding>; plans: readonly Plan[] },
  now: number,
): SavedOverview => ({
  version: 1,
  user: user.id,
  name: user.name,
  saved_at: now,
  as_of: moment(overview.calculated_at),
  figures: figuresOf(overview.total, overview.freshness.age_message),
  notes: overview.warnings.map(({ message }) => message),
  holdings: holdings.items.map(holdingOf),
  more_holdings: holdings.total - holdings.items.length,
  plans: plansOfToday(plans, overview.calculated_at).map(planOf),
});

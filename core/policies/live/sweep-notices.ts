import type { Notice } from '../../notifications/index.ts';
import { Decimal } from '../../platform/index.ts';
import { rupees } from '../cycle-words.ts';
import { planSlippage } from '../plan-receipt.ts';
import type { LiveOrder, LivePlan } from './live-orders.ts';
import type { DueSweep } from './sweep-store.ts';

/*
 * What a person hears of purchases that nobody asked them about: every one of them, however it ended.
 */

const PERMITTED = 'You were not asked, because the settings of this policy allow it.';
const NOT_AGAIN = 'The cash stays uninvested until the next rebalance.';

/** How the purchase of a liquid fund ended. */
export function sweepEndedNotice(plan: LivePlan): Notice {
  const [order] = plan.orders;
  if (order === undefined) throw new Error('a sweep without an order');
  const { title, body } = endOf(order, plan);
  return {
    kind: 'policy_plan',
    dedupKey: `plan:${plan.id}:ended`,
    title: `LIVE · ${plan.policy_name}: ${title}`,
    body: [...body, ...(plan.kind === 'SWEEP' ? [PERMITTED] : [])].join('\n'),
    payload: { policy_id: plan.policy_id, plan_id: plan.id, state: plan.state },
  };
}

function endOf(order: LiveOrder, { note }: LivePlan): { title: string; body: string[] } {
  const { symbol, state, filled_quantity: filled, average_price, broker_message: said } = order;
  const units = `${order.quantity.toFixed()} ${symbol}`;
  if (filled.gt(0) && (state === 'FILLED' || state === 'PARTIAL')) {
    const slippage = planSlippage([order]);
    const value = filled.times(average_price ?? new Decimal(0)).toNumber();
    const part = state === 'PARTIAL' ? ` of ${order.quantity.toFixed()}` : '';
    return {
      title: `bought ${filled.toFixed()}${part} ${symbol} for ${rupees(value)}`,
      body: [
        ...(slippage === null ? [] : [slippage.words]),
        'The cash left over from the plan waits in the fund. The next plan sells units if it needs the cash.',
      ],
    };
  }
  switch (state) {
    case 'REJECTED':
      return {
        title: `the broker rejected the purchase of ${units}`,
        body: [
          ...(said === null ? [] : [`It says: “${said}”`]),
          `Nothing changed in the books. ${NOT_AGAIN}`,
        ],
      };
    case 'CANCELLED':
      return {
        title: `the purchase of ${units} was cancelled at the broker`,
        body: [...(said === null ? [] : [`It says: “${said}”`]), `Nothing was bought. ${NOT_AGAIN}`],
      };
    case 'ABSENT':
      return {
        title: `the purchase of ${units} was never found at the broker`,
        body: [`You said that nothing was bought. ${NOT_AGAIN}`],
      };
    default:
      return {
        title: `${units} were not bought`,
        body: [
          `${note ?? 'The order was not sent in time, or was no longer allowed.'} Nothing was sent. ${NOT_AGAIN}`,
        ],
      };
  }
}

/** Why cash was not moved after a rebalance: once for each. */
export function skippedNotice(
  { policy_id, cycle_id, name }: Pick<DueSweep, 'policy_id' | 'cycle_id' | 'name'>,
  symbol: string,
  message: string,
): Notice {
  return {
    kind: 'policy_plan',
    dedupKey: `cycle:${cycle_id}:sweep-skipped`,
    title: `LIVE · ${name}: spare cash was not moved into ${symbol}`,
    body: message,
    payload: { policy_id, cycle_id },
  };
}

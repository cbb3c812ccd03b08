import { useEffect, useState } from 'react';
import { money, moment } from '../../../../../charts/index.ts';
import type { Plan } from '../../api/types.ts';
import { Fact } from '../../components/fact.tsx';
import { CHARGES } from '../strategies/words.ts';
import { CHARGE_ITEMS, type PlanSums, timeLeft } from './words.ts';

const SECOND = 1000;

/** What a plan comes to, without the orders that are left out. */
export function Sums({ plan, sums }: { plan: Plan; sums: PlanSums }) {
  const isAsked = plan.state === 'PENDING_APPROVAL';
  // What a receipt was filled at stands at its orders; these are the figures of the question.
  const planned = (name: string) => (isAsked ? name : `${name}, as planned`);
  const items = CHARGE_ITEMS.filter((item) => sums.items[item] > 0);
  return (
    <dl className="facts">
      {sums.buy_value > 0 && <Fact name={planned('Buys')}>{rupees(sums.buy_value)}</Fact>}
      {sums.sell_value > 0 && <Fact name={planned('Sells')}>{rupees(sums.sell_value)}</Fact>}
      <Fact name={isAsked ? 'Estimated costs' : 'Costs'}>
        {money(sums.costs, 'INR')}
        {items.length > 0 &&
          `: ${items.map((item) => `${CHARGES[item]} ${money(sums.items[item], 'INR')}`).join(', ')}`}
      </Fact>
      <Fact name={planned('Cash before')}>{rupees(plan.cash_before)}</Fact>
      <Fact name={planned('Cash after')}>{rupees(sums.cash_after)}</Fact>
      <Fact name="Limit per order">{rupees(plan.max_order_value)}</Fact>
      {plan.sending !== null && <Fact name="Sending">{plan.sending.words}</Fact>}
      {plan.expires_at !== null && isAsked && (
        <Fact name="Expires">
          {moment(plan.expires_at)} (<Countdown until={plan.expires_at} />)
        </Fact>
      )}
    </dl>
  );
}

const rupees = (value: number): string => money(value, 'INR', { digits: 0 });

/** Counts down by the second; what counts is the server's clock, which decides. */
function Countdown({ until }: { until: string }) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = window.setInterval(() => setNow(Date.now()), SECOND);
    return () => window.clearInterval(timer);
  }, []);
  return (
    <span role="timer" className="figure">
      {timeLeft(until, now)}
    </span>
  );
}

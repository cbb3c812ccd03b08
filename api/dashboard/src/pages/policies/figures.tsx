/** The key figures of a policy as cards. */
import { day, money, percent } from '../../../../../charts/index.ts';
import type { Policy, PolicyDay } from '../../api/types.ts';
import { type Figure, FigureCards } from '../strategies/figures.tsx';
import { fall } from '../strategies/words.ts';
import { navText, nextText, sinceStart } from './words.ts';

const rupees = (value: number): string => money(value, 'INR', { digits: 0 });

/** What a policy has come to, in the order in which it is read. */
function policyFigures(policy: Policy, row: PolicyDay): Figure[] {
  const gain = sinceStart(row);
  const share = row.total_value === 0 ? null : (row.cash / row.total_value) * 100;
  return [
    {
      label: 'NAV, net of costs and tax',
      text: navText(row.nav_net_of_tax),
      under: `${navText(row.nav_net_of_costs)} before tax, ${navText(row.nav_gross)} before costs and tax`,
    },
    {
      label: 'Since the start',
      text: gain === null ? null : percent(gain, { plus: true }),
      change: gain,
      under: `Net of costs and tax, from ${rupees(policy.initial_capital)} on ${day(policy.starts_on)}`,
    },
    { label: 'Value', text: rupees(row.total_value), under: `Shares and cash on ${day(row.date)}` },
    {
      label: 'Drawdown',
      text: fall(row.drawdown_net_of_tax_pct),
      under: row.drawdown_net_of_tax_pct === 0 ? 'It is at its peak' : 'Below its peak so far',
    },
    {
      label: 'Cash',
      text: rupees(row.cash),
      under: share === null ? undefined : `${percent(share)} of the value`,
    },
    { label: 'Costs', text: rupees(row.cumulative_costs), under: 'Charges of all trades so far' },
    {
      label: 'Tax',
      text: rupees(row.tax_accrued),
      under: `On gains so far; ${rupees(row.tax_paid)} of it paid`,
    },
    {
      label: 'Next rebalance',
      text: nextText(policy),
      under: policy.next_cycle_date === null ? undefined : 'After the close of that day',
    },
  ];
}

export const PolicyFigures = ({ policy, row }: { policy: Policy; row: PolicyDay }) => (
  <FigureCards figures={policyFigures(policy, row)} />
);

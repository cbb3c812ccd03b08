import {
  failureText,
  outlookFacts,
  partsText,
  type PlanOutlook,
  realisedText,
  saleText,
  turnoverText,
  untradedText,
} from '../../charts/plan-outlook.ts';
import type { PlanOrderView, PlanView } from '../../core/policies/index.ts';
import type { Line } from './lines.ts';

/** What a plan that waits makes of the policy's book, and what becomes of the rest if one of its orders fails. */
export const outlookLines = (
  plan: PlanView,
  leftOut: readonly string[],
  outlook: PlanOutlook | null,
): Line[] => [
  ...(outlook === null
    ? ['Weights, gains and turnovers: not known for this plan.']
    : outlookFacts(outlook).map(([name, text]) => `${name} ${text}`)),
  untradedText(plan),
  failureText(plan, leftOut),
];

/** An order of such a plan: its share's weight before and after, its size beside the daily turnover, and what a sale realises. */
export function orderOutlookLines(
  { symbol, sale, turnover }: PlanOrderView,
  outlook: PlanOutlook | null,
): Line[] {
  const weight = outlook?.shares.find((share) => share.symbol === symbol);
  const line = [
    ...(weight === undefined ? [] : [`Weight ${partsText(weight.before, weight.after)}`]),
    turnover === null ? null : turnoverText(turnover),
  ]
    .filter((part) => part !== null)
    .join('; ');
  return [line !== '' && line, sale !== null && saleText(sale)];
}

/** What a sale realised, once its fills are in the books. */
export const realisedLine = ({ sale }: PlanOrderView): Line => sale?.is_booked === true && realisedText(sale);

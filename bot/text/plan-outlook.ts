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

/** The policy's book after a waiting plan, and the effect of a failed order on the rest. */
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

/** An order of such a plan: weight before and after, size beside the daily turnover, and gain and tax of a sale. */
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

/** Realised gain and tax of a sale, once its fills are in the books. */
export const realisedLine = ({ sale }: PlanOrderView): Line => sale?.is_booked === true && realisedText(sale);

import { type ClosedTrade, EXPIRY } from './closed-trade-shape.ts';
import { costUnits } from './execution.ts';
import { unitsOf } from './money-units.ts';

/** What a trade came to in units, with a reason for each part that is unknown. */
interface Result {
  gross: number | null;
  costs: number | null;
  net: number | null;
  reasons: string[];
}

/** Sums the legs of a closed trade. A leg without its price leaves the whole unknown: it is never taken as 0. */
export function resultOf({
  legs,
  costs: given,
  exit_reason,
}: Pick<ClosedTrade, 'legs' | 'costs'> & { exit_reason?: string }): Result {
  // An option that expired has a price all the same: the one it was settled at.
  const noExit = exit_reason === EXPIRY ? 'SETTLEMENT_UNKNOWN' : 'LEG_NOT_CLOSED';
  const reasons: string[] = [];
  let gross = 0;
  for (const { symbol, side, quantity, entry_price, exit_price } of legs) {
    if ((entry_price ?? null) === null) reasons.push(`ENTRY_PRICE_MISSING ${symbol}`);
    if ((exit_price ?? null) === null) reasons.push(`${noExit} ${symbol}`);
    const gain = (unitsOf(exit_price ?? 0) - unitsOf(entry_price ?? 0)) * quantity;
    gross += side === 'BUY' ? gain : -gain;
  }
  const isWhole = reasons.length === 0;
  const paid = costUnits(given);
  if (paid === null) reasons.push('COSTS_MISSING');
  return {
    gross: isWhole ? gross : null,
    costs: paid,
    net: isWhole && paid !== null ? gross - paid : null,
    reasons,
  };
}

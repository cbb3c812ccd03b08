import { CLOSES, compact, every, momentAt, OPENS, type Session } from './days.ts';
import { ivAt, ivRankAt, skewOf, spotAt, type Underlying, UNDERLYINGS } from './market.ts';
import { chance, sway } from './random.ts';
import type { Rec } from './trade.ts';

const ANALYSED_AT = 9 * 60 + 5;
const both = Object.keys(UNDERLYINGS) as Underlying[];

const isUp = (underlying: Underlying, day: string): boolean =>
  spotAt(underlying, day, CLOSES) > spotAt(underlying, day, OPENS);

/** A model that is right more often than not, and says so with measure. */
function probabilityOf(underlying: Underlying, day: string): number {
  const isRight = chance('right', underlying, day) < 0.68;
  const sure = 0.08 + 0.2 * chance('sure', underlying, day);
  return Number((0.5 + (isUp(underlying, day) === isRight ? sure : -sure)).toFixed(3));
}
export const isBullish = (underlying: Underlying, day: string): boolean =>
  probabilityOf(underlying, day) > 0.5;

/** What was said in the morning and what came of it. */
export function analysesOf({ day }: Session): Rec[] {
  return both.flatMap((underlying): Rec[] => {
    const id = `sample-analysis-${underlying}-${compact(day)}`;
    const probability = probabilityOf(underlying, day);
    const [from, to] = [spotAt(underlying, day, OPENS), spotAt(underlying, day, CLOSES)];
    const lacks = chance('lacks', underlying, day) < 0.15;
    return [
      {
        id,
        kind: 'market_analysis',
        at: momentAt(day, ANALYSED_AT),
        underlying,
        horizon_at: momentAt(day, CLOSES),
        probability_up: probability,
        verdict: Math.abs(probability - 0.5) < 0.1 ? 'NEUTRAL' : probability > 0.5 ? 'BULLISH' : 'BEARISH',
        sentiment: Number((0.6 * sway('sentiment', underlying, day)).toFixed(2)),
        model: 'sample-model',
        summary: 'A made-up view of a made-up market.',
        missing_inputs: lacks ? ['overnight_futures'] : [],
      },
      {
        id: `sample-outcome-${underlying}-${compact(day)}`,
        kind: 'market_outcome',
        at: momentAt(day, CLOSES),
        analysis_id: id,
        realised: to > from ? 'UP' : to < from ? 'DOWN' : 'FLAT',
        return_pct: Number(((to / from - 1) * 100).toFixed(3)),
      },
    ];
  });
}

export function volatilityOf({ day }: Session, step: number): Rec[] {
  return both.flatMap((underlying) =>
    every(OPENS, CLOSES, step).map((minute): Rec => ({
      id: `sample-iv-${underlying}-${compact(day)}-${minute}`,
      kind: 'iv_snapshot',
      at: momentAt(day, minute),
      underlying,
      spot: spotAt(underlying, day, minute),
      atm_iv: ivAt(underlying, day, minute),
      iv_rank: ivRankAt(underlying, day, minute),
      skew: skewOf(underlying, day),
    })),
  );
}

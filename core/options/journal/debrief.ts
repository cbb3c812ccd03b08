import type { ClosedTrade } from '../records/index.ts';
import { type Attribution, attributionOf } from './attribution.ts';
import { type Judged, regimeCorrect, type VerdictOutcome, verdictOutcome } from './judgements.ts';
import { type FigureName, figuresOf, type TradeFigures } from './trade-figures.ts';

/** What moved the result most. UNEXPLAINED is the rest of the attribution. */
export const ROOT_CAUSES = ['TIME_DECAY', 'VOLATILITY', 'DIRECTION', 'UNEXPLAINED', 'COSTS'] as const;
type RootCause = (typeof ROOT_CAUSES)[number];

/** How the exit stood to the best and the worst point of the trade. */
export const EXIT_TIMINGS = [
  'NEAR_BEST',
  'FAIR',
  'GAVE_BACK',
  'TURNED_TO_LOSS',
  'RECOVERED',
  'NEAR_WORST',
] as const;
type ExitTiming = (typeof EXIT_TIMINGS)[number];

/** The shape of a structured debrief counts up with every change of what a field means. */
export const SCHEMA_VERSION = 1;
/** Shares of the best or worst point, in percent. */
const NEAR = 80;
const FAIR = 50;

/** What a trade was planned to be, and what it came to, judged by its figures alone. */
export interface Debrief {
  figures: TradeFigures;
  attribution: Attribution;
  root_cause: RootCause | null;
  regime_correct: boolean | null;
  exit_timing: ExitTiming | null;
  verdict_outcome: VerdictOutcome | null;
  /** The share of what a debrief looks at that is known, 0 to 1. */
  confidence: number;
  reasons: Partial<Record<FigureName | Judgement, string>>;
}
type Judgement = 'root_cause' | 'regime_correct' | 'exit_timing' | 'verdict_outcome';

/** Works out the debrief of a closed trade. Whatever lacks a figure is null, with the reason. */
export function debriefOf(trade: ClosedTrade): Debrief {
  const { figures, reasons, grossUnits } = figuresOf(trade);
  const attribution = attributionOf(trade, grossUnits);
  const judged = {
    root_cause: rootCauseOf(figures, attribution),
    regime_correct: regimeCorrect(trade),
    exit_timing: exitTimingOf(trade, figures),
    verdict_outcome: verdictOutcome(trade),
  };
  for (const [name, { reason }] of Object.entries(judged))
    if (reason !== null) reasons[name as FigureName] = reason;
  const looked = [
    ...Object.entries(figures).map(([, value]) => value),
    attribution.theta,
    attribution.vega,
    attribution.spot,
    ...Object.values(judged).map(({ value }) => value),
  ];
  const isKnown = looked.filter((value) => value !== null).length;
  return {
    figures,
    attribution,
    root_cause: judged.root_cause.value,
    regime_correct: judged.regime_correct.value,
    exit_timing: judged.exit_timing.value,
    verdict_outcome: judged.verdict_outcome.value,
    confidence: Math.round((100 * isKnown) / looked.length) / 100,
    reasons,
  };
}

const CAUSES: readonly (readonly [part: 'theta' | 'vega' | 'spot' | 'rest', cause: RootCause])[] = [
  ['theta', 'TIME_DECAY'],
  ['vega', 'VOLATILITY'],
  ['spot', 'DIRECTION'],
  ['rest', 'UNEXPLAINED'],
];

/** Of a gain the largest gain among its parts, of a loss the largest loss. A gain that costs ate up was lost to them. */
function rootCauseOf({ gross, net }: TradeFigures, attribution: Attribution): Judged<RootCause> {
  if (gross === null) return { value: null, reason: 'The gross result is unknown.' };
  if (net !== null && net <= 0 && gross >= 0) return { value: 'COSTS', reason: null };
  const { theta, vega, spot } = attribution;
  if (theta === null && vega === null && spot === null)
    return { value: null, reason: 'No part of the result could be attributed.' };
  const sign = gross < 0 ? -1 : 1;
  const weight = (part: (typeof CAUSES)[number][0]) => sign * (attribution[part] ?? 0);
  const [, cause] = CAUSES.reduce((most, one) => (weight(one[0]) > weight(most[0]) ? one : most));
  return { value: cause, reason: null };
}

/**
 * By the share of the best unrealised result that was kept: NEAR_BEST from 80 %, FAIR from 50 %, GAVE_BACK below, and
 * TURNED_TO_LOSS below 0. A trade that was never ahead is held against its worst point: NEAR_WORST from 80 % of it, else
 * RECOVERED.
 */
function exitTimingOf({ mfe, mae }: ClosedTrade, figures: TradeFigures): Judged<ExitTiming> {
  const { gross, mfe_capture_pct: kept } = figures;
  const is = (value: ExitTiming): Judged<ExitTiming> => ({ value, reason: null });
  if (gross === null) return { value: null, reason: 'The gross result is unknown.' };
  if (kept !== null) {
    if (kept >= NEAR) return is('NEAR_BEST');
    if (kept >= FAIR) return is('FAIR');
    return is(kept >= 0 ? 'GAVE_BACK' : 'TURNED_TO_LOSS');
  }
  if (typeof mfe !== 'number') return { value: null, reason: 'The best unrealised result was not reported.' };
  if (typeof mae !== 'number')
    return { value: null, reason: 'The worst unrealised result was not reported.' };
  if (mae >= 0) return is('FAIR');
  return is((100 * gross) / mae >= NEAR ? 'NEAR_WORST' : 'RECOVERED');
}

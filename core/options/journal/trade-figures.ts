import { type ClosedTrade, resultOf, rupeesOrNull } from '../records/index.ts';
import { daysHeld } from './held.ts';

/** What the figures of a closed trade come to, in rupees and percent. */
export interface TradeFigures {
  gross: number | null;
  costs: number | null;
  net: number | null;
  /** Calendar days with their parts. */
  days_held: number;
  /** Of what was paid in costs to the gross result, whatever its sign. */
  costs_pct_of_gross: number | null;
  /** How much of the best point was kept: the gross result by the highest unrealised one. Below 0 for a loss. */
  mfe_capture_pct: number | null;
  /** The lowest unrealised result, as a share of the most that could be lost. 0 where it was never behind. */
  heat_pct_of_max_loss: number | null;
  /** Entry and exit together; above 0 is worse than expected. */
  slippage: number | null;
  return_on_margin_pct: number | null;
}
export type FigureName = Exclude<keyof TradeFigures, 'days_held'>;

const REASONS: Readonly<Record<string, string>> = {
  ENTRY_PRICE_MISSING: 'has no entry price',
  LEG_NOT_CLOSED: 'has no exit price',
  SETTLEMENT_UNKNOWN: 'expired without a closing fill, and its settlement price is unknown',
};

const NO_COSTS = 'COSTS_MISSING';

/** `LEG_NOT_CLOSED NIFTY26MAR24000PE` as a sentence. */
function sentenceOf(reason: string): string {
  const [code = '', symbol = ''] = reason.split(' ');
  return code === NO_COSTS ? 'The costs were not reported.' : `${symbol} ${REASONS[code] ?? code}.`;
}

/** Why a result is unknown, in sentences, by the reasons of its report. */
export const reasonWords = (reasons: readonly string[]): Record<'gross' | 'costs' | 'net', string> => {
  const [costs, legs] = [
    reasons.filter((one) => one === NO_COSTS),
    reasons.filter((one) => one !== NO_COSTS),
  ];
  const words = (some: readonly string[]) => some.map(sentenceOf).join(' ');
  return { gross: words(legs), costs: words(costs), net: words([...legs, ...costs]) };
};

const pct = (part: number, whole: number): number => (100 * part) / whole;
const isNumber = (value: unknown): value is number => typeof value === 'number';

/** @returns the figures, and why each that is null is unknown */
export function figuresOf(trade: ClosedTrade): {
  figures: TradeFigures;
  reasons: Partial<Record<FigureName, string>>;
  grossUnits: number | null;
} {
  const result = resultOf(trade);
  const [gross, costs, net] = [
    rupeesOrNull(result.gross),
    rupeesOrNull(result.costs),
    rupeesOrNull(result.net),
  ];
  const reasons: Partial<Record<FigureName, string>> = {};
  const words = reasonWords(result.reasons);
  if (gross === null) reasons.gross = words.gross;
  if (costs === null) reasons.costs = words.costs;
  if (net === null) reasons.net = words.net;
  const why = (name: FigureName, ...told: (string | false | undefined)[]): null => {
    reasons[name] = told.filter(Boolean).join(' ');
    return null;
  };
  const { mfe, mae, max_loss, margin_used, slippage_entry, slippage_exit } = trade;
  const costsPct =
    gross === null || costs === null
      ? why('costs_pct_of_gross', reasons.gross, reasons.costs)
      : gross === 0
        ? why('costs_pct_of_gross', 'The gross result is 0.')
        : pct(costs, Math.abs(gross));
  const capture =
    gross === null || !isNumber(mfe)
      ? why(
          'mfe_capture_pct',
          reasons.gross,
          !isNumber(mfe) && 'The best unrealised result was not reported.',
        )
      : mfe <= 0
        ? why('mfe_capture_pct', 'The trade was never ahead.')
        : pct(gross, mfe);
  const heat =
    !isNumber(mae) || !isNumber(max_loss)
      ? why(
          'heat_pct_of_max_loss',
          !isNumber(mae) && 'The worst unrealised result was not reported.',
          !isNumber(max_loss) && 'The largest possible loss was not reported, or has no limit.',
        )
      : max_loss === 0
        ? why('heat_pct_of_max_loss', 'Nothing could be lost.')
        : pct(Math.max(0, -mae), max_loss);
  const slippage =
    isNumber(slippage_entry) && isNumber(slippage_exit)
      ? Math.round((slippage_entry + slippage_exit) * 10_000) / 10_000
      : why('slippage', 'The slippage of the entry or the exit was not reported.');
  const onMargin =
    net === null || !isNumber(margin_used)
      ? why('return_on_margin_pct', reasons.net, !isNumber(margin_used) && 'The margin was not reported.')
      : margin_used === 0
        ? why('return_on_margin_pct', 'No margin was used.')
        : pct(net, margin_used);
  return {
    grossUnits: result.gross,
    reasons,
    figures: {
      gross,
      costs,
      net,
      days_held: daysHeld(trade),
      costs_pct_of_gross: costsPct,
      mfe_capture_pct: capture,
      heat_pct_of_max_loss: heat,
      slippage,
      return_on_margin_pct: onMargin,
    },
  };
}

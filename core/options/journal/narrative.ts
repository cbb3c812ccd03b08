import type { ClosedTrade, EventRisk } from '../records/index.ts';
import type { Debrief } from './debrief.ts';
import type { RejectedDelta } from './rejected-delta.ts';

/** What a narrative tells of. */
export interface Told {
  trade: ClosedTrade;
  debrief: Debrief;
  event_risk_at_entry: EventRisk;
  rejected: RejectedDelta;
}

/** Where a narrative comes from: FIGURES, or the name of a model. */
interface Narrative {
  text: string;
  source: string;
}

/**
 * Tells a trade of a person in words of its own; null where it cannot. It is asked whenever a trade is read that has no such
 * words yet: it has to bound its time, and to rest where it fails.
 */
export type Narrate = (this: void, told: Told, userId: string) => Promise<Narrative | null>;

const MINUS = '−';
/** Made once: to make one takes longer than all else that a row needs. */
const PAISE = new Intl.NumberFormat('en-IN', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
function rupees(amount: number): string {
  const digits = PAISE.format(Math.abs(amount));
  return `${amount < 0 && /[1-9]/.test(digits) ? MINUS : ''}₹${digits}`;
}
const percent = (value: number): string => `${Math.abs(value) < 10 ? value.toFixed(1) : value.toFixed(0)}%`;

/** `2 days`, `5 h 38 min` */
function heldText(days: number): string {
  const minutes = Math.round(days * 1_440);
  if (minutes < 60) return `${minutes} min`;
  if (minutes < 1_440)
    return minutes % 60 === 0 ? `${minutes / 60} h` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
  const whole = Math.round(minutes / 1_440);
  return whole === 1 ? '1 day' : `${whole} days`;
}

/** The trade in a few sentences that say nothing but its figures. */
export function narrativeOf(told: Told): Narrative {
  const sentences = [
    resultSentence(told),
    pathSentence(told),
    partsSentence(told),
    marketSentence(told),
    rejectedSentence(told),
  ];
  return { text: sentences.filter((one) => one !== null).join(' '), source: 'FIGURES' };
}

function resultSentence({ trade, debrief: { figures } }: Told): string {
  const { gross, costs, net, costs_pct_of_gross: share } = figures;
  const what = `${trade.strategy} on ${trade.underlying}`;
  const ending = `after ${heldText(figures.days_held)}, closed for ${trade.exit_reason.toLowerCase().replaceAll('_', ' ')}`;
  if (net !== null && costs !== null) {
    const ofGross = share === null ? '' : `, ${percent(share)} of the gross result`;
    return `${what} ${net < 0 ? 'lost' : 'made'} ${rupees(Math.abs(net))} net of ${rupees(costs)} costs${ofGross}, ${ending}.`;
  }
  if (gross !== null)
    return `${what} ${gross < 0 ? 'lost' : 'made'} ${rupees(Math.abs(gross))} before costs, which are unknown, ${ending}.`;
  return `The result of ${what}, ${ending}, is unknown: a leg has no price.`;
}

function pathSentence({ trade: { mfe, mae }, debrief: { figures } }: Told): string | null {
  const parts: string[] = [];
  if (figures.mfe_capture_pct !== null && typeof mfe === 'number')
    parts.push(
      figures.mfe_capture_pct < 0
        ? `it was ${rupees(mfe)} ahead at its best and kept nothing of that`
        : `it kept ${percent(figures.mfe_capture_pct)} of its best point, ${rupees(mfe)}`,
    );
  if (typeof mae === 'number' && mae < 0) {
    const share = figures.heat_pct_of_max_loss;
    const ofLoss = share === null ? '' : `, ${percent(share)} of the most it could lose`;
    parts.push(`at its worst it was ${rupees(-mae)} behind${ofLoss}`);
  }
  if (figures.slippage !== null && figures.slippage !== 0)
    parts.push(
      `fills were ${rupees(Math.abs(figures.slippage))} ${figures.slippage > 0 ? 'worse' : 'better'} than expected`,
    );
  return parts.length === 0 ? null : sentence(parts.join('; '));
}

function partsSentence({ trade, debrief: { attribution } }: Told): string | null {
  const { theta, vega, spot, rest } = attribution;
  const parts = (
    [
      ['Time', theta],
      ['volatility', vega],
      [`the move of ${trade.underlying}`, spot],
    ] as const
  ).flatMap(([noun, value]) => (value === null ? [] : [`${noun} brought ${rupees(value)}`]));
  if (parts.length === 0) return null;
  const left = rest === null ? '' : `; ${rupees(rest)} is not explained by these`;
  return `${sentence(parts.join(', ')).slice(0, -1)}${left}.`;
}

function marketSentence({ trade, debrief, event_risk_at_entry: risk }: Told): string | null {
  const parts: string[] = [];
  if (risk !== 'UNKNOWN') parts.push(`the risk of events at the entry was ${risk}`);
  if (debrief.regime_correct !== null && trade.regime)
    parts.push(`the regime ${trade.regime.name} was ${debrief.regime_correct ? 'right' : 'wrong'}`);
  if (debrief.verdict_outcome !== null)
    parts.push(`the AI verdict ${trade.ai_verdict ?? ''} was ${debrief.verdict_outcome.toLowerCase()}`);
  return parts.length === 0 ? null : sentence(parts.join('; '));
}

function rejectedSentence({ rejected }: Told): string | null {
  if (rejected.delta === null || rejected.best === null) return null;
  const { strategy, mode } = rejected.best;
  const by = rupees(Math.abs(rejected.delta));
  return rejected.delta === 0
    ? `${strategy}, which was rejected, had the same result (${mode}).`
    : `${strategy}, which was rejected, did ${by} ${rejected.delta > 0 ? 'better' : 'worse'} (${mode}).`;
}

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

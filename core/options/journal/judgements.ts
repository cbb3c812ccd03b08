import type { ClosedTrade } from '../records/index.ts';
import { daysHeld } from './held.ts';

/*
 * What was expected of the market when a trade was entered, held against where the spot price was when it was closed.
 */

/** Something that is known, or why it is not. */
export type Judged<T> = { value: T; reason: null } | { value: null; reason: string };
const known = <T>(value: T): Judged<T> => ({ value, reason: null });
const unknown = (reason: string): Judged<never> => ({ value: null, reason });

type Expectation = 'UP' | 'DOWN' | 'RANGE';

const WORDS: Readonly<Record<Expectation, readonly string[]>> = {
  UP: ['UP', 'BULL', 'BULLISH', 'UPTREND'],
  DOWN: ['DOWN', 'BEAR', 'BEARISH', 'DOWNTREND'],
  RANGE: ['RANGE', 'RANGING', 'RANGEBOUND', 'SIDEWAYS', 'NEUTRAL', 'FLAT'],
};

/** What a name such as RANGE_LOW_VOL or "trend up" expects of the spot price; null where it says nothing, or two things. */
export function expectationOf(name: string): Expectation | null {
  const words = name.toUpperCase().split(/[^A-Z]+/);
  const found = (Object.keys(WORDS) as Expectation[]).filter((one) =>
    WORDS[one].some((word) => words.includes(word)),
  );
  return found.length === 1 ? (found[0] ?? null) : null;
}

const DAYS_A_YEAR = 365;

/**
 * One standard deviation of the spot price over the time that a trade was open, in points: spot × volatility ×
 * √(days held ÷ 365).
 */
const expectedMove = (spot: number, ivPct: number, days: number): number =>
  (spot * ivPct * Math.sqrt(days / DAYS_A_YEAR)) / 100;

function judge(trade: ClosedTrade, name: string, noun: string): Judged<boolean> {
  const expected = expectationOf(name);
  if (expected === null) return unknown(`The ${noun} ${name} names no direction and no range.`);
  const { entry_spot, exit_spot, entry_iv } = trade;
  if (typeof entry_spot !== 'number' || typeof exit_spot !== 'number')
    return unknown('The spot price at the entry or the exit was not reported.');
  const move = exit_spot - entry_spot;
  if (expected === 'UP') return known(move > 0);
  if (expected === 'DOWN') return known(move < 0);
  if (typeof entry_iv !== 'number')
    return unknown('A range is judged by the implied volatility at the entry, which was not reported.');
  return known(Math.abs(move) <= expectedMove(entry_spot, entry_iv, daysHeld(trade)));
}

/** Whether the market did what the regime of the entry said: rose, fell, or stayed within one standard deviation. */
export function regimeCorrect(trade: ClosedTrade): Judged<boolean> {
  const name = trade.regime?.name ?? null;
  return name === null ? unknown('No regime was reported.') : judge(trade, name, 'regime');
}

export const VERDICT_OUTCOMES = ['RIGHT', 'WRONG'] as const;
export type VerdictOutcome = (typeof VERDICT_OUTCOMES)[number];

/** What became of the AI verdict that a trade was entered with, by the same measure. */
export function verdictOutcome(trade: ClosedTrade): Judged<VerdictOutcome> {
  const verdict = trade.ai_verdict ?? null;
  if (verdict === null) return unknown('No AI verdict was reported.');
  const { value, reason } = judge(trade, verdict, 'verdict');
  return reason === null ? known(value ? 'RIGHT' : 'WRONG') : unknown(reason);
}

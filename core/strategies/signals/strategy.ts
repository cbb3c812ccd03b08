import type { FieldError } from '../../platform/index.ts';
import type { PriceWindow } from '../panel/index.ts';

/** A number that a strategy may be given. */
export interface StrategyParam {
  name: string;
  title: string;
  default: number;
  min: number;
  max: number;
  /** Whether it must be a whole number. */
  whole: boolean;
  meaning: string;
}

/** Why a share cannot be ranked on a day. */
const UNRANKABLE_REASONS = ['NO_PRICE', 'SHORT_HISTORY', 'GAPS', 'NO_VARIATION'] as const;
export type UnrankableReason = (typeof UNRANKABLE_REASONS)[number];

/** Higher is better; a share that cannot be scored says why. */
export type Score = number | UnrankableReason;

/** A way to rank shares: one file, and one line in the table. */
export interface Strategy<N extends string = string> {
  name: N;
  title: string;
  /** What it measures, in a sentence for people. */
  meaning: string;
  formula: string;
  source: string;
  params: readonly StrategyParam[];
  /** What is wrong with params: the field is the name of one. */
  checkParams(params: Readonly<Record<string, number>>): FieldError[];
  /** How many sessions before the day it looks at most. */
  sessionsNeeded(params: Readonly<Record<string, number>>): number;
  /** Scores one share as of the day that the window stands on: it cannot look past it. */
  score(window: PriceWindow, params: Readonly<Record<string, number>>): Score;
}

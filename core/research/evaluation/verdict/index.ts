/** What judges' scorecards come to: pure, without judges, files or a database. */
export { byReport, orderOf, shownAs } from './orders.ts';
export {
  DIMENSION_IDS,
  DIMENSIONS,
  FEWEST_JUDGES,
  HIGHEST_SCORE,
  LOWEST_SCORE,
  RUBRIC_VERSION,
} from './rubric.ts';
export {
  type Judgement,
  type Ordering,
  ORDERINGS,
  type Scorecard,
  type Scores,
  type Side,
  SIDES,
} from './scorecard.ts';
export { judgeResult, type JudgeResult, type Points, type Vote } from './scoring.ts';
export { isTier, type Tier, type TierLimits, TIER_NAMES, TIERS } from './tiers.ts';
export { CONDITION_CODES, type ConditionCode, decide, EXIT_CODES, type Verdict } from './verdict.ts';

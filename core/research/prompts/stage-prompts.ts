import type { ModelStage } from '../analysis/index.ts';
import { atOnce, inSlices } from '../port/index.ts';
import { promptSteps } from './build-prompt.ts';
import type { StageMaterial, StagePrompt } from './material.ts';
import type { PromptRow } from './prompt-row.ts';
import { AGGRESSIVE_RISK, CONSERVATIVE_RISK, NEUTRAL_RISK } from './stages/risk.ts';
import { BALANCE_SHEET } from './stages/balance-sheet.ts';
import { BEAR_CASE } from './stages/bear-case.ts';
import { BULL_CASE } from './stages/bull-case.ts';
import { BUSINESS_PROFILE } from './stages/business-profile.ts';
import { CATALYSTS_EVENTS } from './stages/catalysts-events.ts';
import { COMMITTEE } from './stages/committee.ts';
import { EARNINGS_QUALITY } from './stages/earnings-quality.ts';
import { EDITOR } from './stages/editor.ts';
import { FINANCIAL_PERFORMANCE } from './stages/financial-performance.ts';
import { GUIDANCE_OUTLOOK } from './stages/guidance-outlook.ts';
import { MARKET_TECHNICALS } from './stages/market-technicals.ts';
import { NEWS_SENTIMENT } from './stages/news-sentiment.ts';
import { PEERS_SECTOR } from './stages/peers-sector.ts';
import { RECONCILIATION } from './stages/reconciliation.ts';
import { VALUATION } from './stages/valuation.ts';
import { readBy } from './upstream-rows.ts';

/** The prompts, in the order of their stages. */
export const PROMPTS: { readonly [S in ModelStage]: PromptRow & { stage: S } } = {
  BUSINESS_PROFILE,
  FINANCIAL_PERFORMANCE,
  EARNINGS_QUALITY,
  BALANCE_SHEET,
  MARKET_TECHNICALS,
  VALUATION,
  PEERS_SECTOR,
  GUIDANCE_OUTLOOK,
  CATALYSTS_EVENTS,
  NEWS_SENTIMENT,
  BULL_CASE,
  BEAR_CASE,
  AGGRESSIVE_RISK,
  NEUTRAL_RISK,
  CONSERVATIVE_RISK,
  RECONCILIATION,
  COMMITTEE,
  EDITOR,
};

/**
 * What the model of a stage is asked: the same bytes for the same material, in whatever order its facts and packets come.
 * @param limits most tokens of the whole request with its schema, as `estimatedTokens` of core/llm counts them
 * @throws RangeError where not even the instructions fit
 */
export const promptFor = (
  stage: ModelStage,
  material: StageMaterial,
  limits: { maxInputTokens: number },
): StagePrompt => atOnce(promptSteps(PROMPTS[stage], material, limits));

/** The same, in slices of a few milliseconds. @throws as `promptFor`, and the reason of `signal` */
export const promptInSlices = async (
  stage: ModelStage,
  material: StageMaterial,
  limits: { maxInputTokens: number },
  signal: AbortSignal,
): Promise<StagePrompt> => await inSlices(promptSteps(PROMPTS[stage], material, limits), signal);

/** Every stage whose words the prompt of a stage shows; it is asked when all of them have ended, in whatever way. */
export function readsOf(stage: ModelStage): readonly ModelStage[] {
  return readBy(PROMPTS[stage]);
}

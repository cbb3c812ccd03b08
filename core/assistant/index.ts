export type { AnswerOptions, KnownCommand, OpenQuestion } from './ask/index.ts';
export { type Assistant, type AssistantParts, createAssistant } from './assistant.ts';
export type { ContextReader, HeldName, Question } from './context/index.ts';
export type { MarketFacts } from './market-analysis/index.ts';
export { ASSISTANT_MODELS } from './models.ts';
export {
  type AnswerUsage,
  type AnswerView,
  answerView,
  askInput,
  historyQuery,
  type InsightView,
  insightView,
  LONGEST_QUESTION,
  refreshInput,
  type RefreshView,
  refreshView,
  type TurnPage,
  turnPage,
  type TurnView,
} from './view.ts';

export type { OpenQuestion } from './ask/index.ts';
export { type Assistant, createAssistant } from './assistant.ts';
export type { ContextReader, HeldName } from './context/index.ts';
export type { MarketFacts } from './market-analysis/index.ts';
export {
  type AnswerUsage,
  type AnswerView,
  answerView,
  askInput,
  historyQuery,
  type InsightView,
  insightView,
  refreshInput,
  type RefreshView,
  refreshView,
  type TurnPage,
  turnPage,
  type TurnView,
} from './view.ts';

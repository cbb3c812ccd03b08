export {
  type Attempt,
  type Chain,
  type ChainAnswer,
  ChainError,
  type ChainOwner,
  type ChainRequest,
  type Llm,
} from './chain.ts';
export { type Finish, finishOf } from './finish.ts';
export { NO_MODELS } from './no-models.ts';
export type {
  Budget,
  BudgetRoom,
  CallOutcome,
  Counted,
  Meter,
  Reservation,
  UsageContext,
  UsageEstimate,
} from './meter.ts';
export {
  type CallOptions,
  type CallTimers,
  ERROR_CLASSES,
  type ErrorClass,
  type Failure,
  type JsonSchema,
  type Message,
  type ModelAnswer,
  type ModelRequest,
  type Provider,
  PROVIDER_IDS,
  ProviderError,
  type ProviderId,
  UNKNOWN_USAGE,
  type Usage,
} from './provider.ts';
export { failureWords, PROVIDER_NAMES, wordsFor } from './words.ts';

/** What is fetched as soon as something new is held: prices, past closes, rates, announcements, and a first value. */
export { type CatchUp, type CatchUpService, createCatchUpService } from './catch-up-service.ts';
export { createBookSecurities, readEverHeld } from './catch-up-store.ts';
export type { StepOutcome, StepProgress } from './progress.ts';
export { type CatchUpStep, type CatchUpStepView, type CatchUpView, catchUpView } from './view.ts';

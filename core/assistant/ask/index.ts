export { createAsk, type EarlierTurn, FEATURE, type OpenQuestion, type Outcome, type Turns } from './ask.ts';
export { notConfigured, problemOf, usageOf } from './calls.ts';
export { askGrounded, sourcesOf } from './grounded.ts';
export { knownNumbers, unverifiedIn } from './known-numbers.ts';
export { printedIn } from './printed-numbers.ts';
export { questionMessage } from './prompt-v1.ts';
export { readAnswer } from './read-answer.ts';
export { createShownStream } from './shown-stream.ts';

/**
 * The prompts of the stages that ask a model: one file each, in versions (decisions/The nineteen stages), and the pure function
 * that makes the request of one from what a run knows. What comes back is read here as well.
 */
export { PROMPTS, promptFor, promptInSlices, readsOf } from './stage-prompts.ts';
export { answerSchemaOf } from './answer-schema.ts';
export { dataText, jsonLine } from './data-text.ts';
export type { StageMaterial, StagePrompt } from './material.ts';
export type { PromptRow } from './prompt-row.ts';
export { readAnswer } from './read-answer.ts';
export { SHARED_VERSION } from './shared-words.ts';

export { createNumberCheck } from './check-numbers.ts';
export { sentencesOf } from './passage.ts';

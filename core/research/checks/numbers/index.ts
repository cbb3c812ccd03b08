export { createNumberCheck, type NumberCheck, type PrintedNumber } from './check-numbers.ts';
export { plain, sentencesOf, type Span } from './passage.ts';

export { createLetter, isWorthSending } from './letter-service.ts';
export {
  type LetterMover,
  type LetterQuery,
  letterQuery,
  type LetterView,
  letterView,
  type MovementRecord,
} from './view.ts';

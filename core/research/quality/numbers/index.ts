export { createNumberCheck, type NumberCheck, type PrintedNumber } from './check-numbers.ts';

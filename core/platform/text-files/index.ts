export { type DateProblem, orderProvedBy, parseDate, parseTime } from './cell-dates.ts';
export { currencyOfSign, markProvedBy, type NumberProblem, parseNumber, parseSum } from './cell-numbers.ts';
export { decodeText } from './decode.ts';
export type { TextFileFault } from './rules.ts';

export { type DateProblem, orderProvedBy, type ParsedDate, parseDate, parseTime } from './cell-dates.ts';
export {
  currencyOfSign,
  markProvedBy,
  type NumberProblem,
  type ParsedNumber,
  parseNumber,
  parseSum,
} from './cell-numbers.ts';
export { decodeText } from './decode.ts';
export type { TextFileFault, TextFileRules } from './rules.ts';

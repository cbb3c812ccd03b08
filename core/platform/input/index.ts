export { amountField } from './amount-field.ts';
export {
  csvCells,
  type CsvDialect,
  CsvFault,
  type CsvFaultCode,
  type CsvLimits,
  csvLineEnd,
  CsvReader,
  csvRecords,
} from './csv-reader.ts';
export { guarded, quoted, unguarded } from './csv-cell.ts';
export { fieldErrorsOf } from './input-errors.ts';
export { isOddText, mayHaveOddTexts, oddTexts } from './odd-text.ts';
export { dayField, fieldsOf, parseInput } from './input.ts';
export {
  LARGEST_PAGE,
  type Page,
  type PageQuery,
  pageQuery,
  pageWindow,
  paging,
  USUAL_PAGE,
} from './page.ts';
export { conflict, type FieldError, invalid, MOST_FIELD_ERRORS, notFound, Problem } from './problem.ts';

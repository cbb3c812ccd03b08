import {
  type CsvDialect,
  type CsvFaultCode,
  type CsvLimits,
  CsvReader,
  Problem,
  type TextFileFault,
} from '../../../platform/index.ts';

export type RefusalCode =
  | CsvFaultCode
  | TextFileFault
  | 'CSV_NO_HEADER'
  | 'CSV_NO_ROWS'
  | 'CSV_UNKNOWN_COLUMNS'
  | 'CSV_WRONG_TYPE'
  | 'CSV_TOO_MANY_ROWS'
  | 'FLEX_MALFORMED'
  | 'FLEX_NO_STATEMENT'
  | 'MARKET_DATA_FILE'
  | 'STATEMENT_REFUSED'
  | 'PDF_PASSWORD_NEEDED'
  | 'PDF_WRONG_PASSWORD'
  | 'PDF_UNREADABLE'
  | 'PDF_IS_PICTURE'
  | 'PDF_TOO_LARGE'
  | 'PDF_UNKNOWN';

/** The whole file is refused. `code` is stable; `detail` tells a person what to do next. */
export class ImportRefusal extends Problem {
  override name = 'ImportRefusal';

  constructor(code: RefusalCode, detail: string, options: { cause?: unknown } = {}) {
    super(code === 'CSV_TOO_LARGE' ? 413 : 422, code, detail, options);
  }
}

/** A reader for which a file that cannot be cut into records is refused. */
export function refusingReader(dialect: CsvDialect, limits: CsvLimits): CsvReader {
  return new CsvReader(dialect, limits, (code, message) => new ImportRefusal(code, message));
}

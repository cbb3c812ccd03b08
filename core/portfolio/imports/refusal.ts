import { Problem } from '../../platform/index.ts';

export type RefusalCode =
  | 'CSV_EMPTY'
  | 'CSV_TOO_LARGE'
  | 'CSV_IS_EXCEL'
  | 'CSV_IS_ARCHIVE'
  | 'CSV_IS_PDF'
  | 'CSV_IS_HTML'
  | 'CSV_IS_XML'
  | 'CSV_IS_JSON'
  | 'CSV_BINARY'
  | 'CSV_ENCODING'
  | 'CSV_NO_HEADER'
  | 'CSV_NO_ROWS'
  | 'CSV_UNKNOWN_COLUMNS'
  | 'CSV_WRONG_TYPE'
  | 'CSV_TOO_MANY_COLUMNS'
  | 'CSV_TOO_MANY_ROWS'
  | 'CSV_FIELD_TOO_LONG'
  | 'CSV_UNCLOSED_QUOTE'
  | 'FLEX_MALFORMED'
  | 'FLEX_NO_STATEMENT';

/** The whole file is refused. `code` is stable; `detail` tells a person what to do next. */
export class ImportRefusal extends Problem {
  override name = 'ImportRefusal';

  constructor(code: RefusalCode, detail: string, options: { cause?: unknown } = {}) {
    super(code === 'CSV_TOO_LARGE' ? 413 : 422, code, detail, options);
  }
}

export type TextFileFault =
  | 'CSV_EMPTY'
  | 'CSV_TOO_LARGE'
  | 'CSV_IS_EXCEL'
  | 'CSV_IS_ARCHIVE'
  | 'CSV_IS_PDF'
  | 'CSV_IS_HTML'
  | 'CSV_IS_XML'
  | 'CSV_IS_JSON'
  | 'CSV_BINARY'
  | 'CSV_ENCODING';

/** What a text file may be, and how it is refused. */
export interface TextFileRules {
  maxBytes: number;
  /** Makes the error that is thrown; `message` tells a person what to do next. */
  refuse: (this: void, code: TextFileFault, message: string, options?: { cause?: unknown }) => Error;
  /** JSON that is read all the same; none where left out. */
  json?: { isKnown: (this: void, text: string) => boolean };
  /** XML that is read all the same, and what to say of all other; none is read where left out. */
  xml?: { isKnown: (this: void, text: string) => boolean; otherwise: string };
}

export type WorkbookFaultCode =
  | 'encrypted'
  | 'macros'
  | 'archive'
  | 'damaged'
  | 'other_format'
  | 'too_large'
  | 'too_many_columns'
  | 'broken';

/** A workbook that cannot be read; the message says why, without what to do. */
export class WorkbookFault extends Error {
  override name = 'WorkbookFault';
  readonly code: WorkbookFaultCode;

  constructor(code: WorkbookFaultCode, message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.code = code;
  }
}

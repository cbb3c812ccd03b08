/** Why a PDF is not read. */
export type PdfFaultReason =
  | 'PASSWORD_NEEDED'
  | 'WRONG_PASSWORD'
  | 'UNREADABLE'
  | 'NO_TEXT'
  | 'TOO_MANY_PAGES'
  | 'TOO_LARGE'
  | 'TOO_SLOW'
  | 'CLOSED';

/** A PDF that is not read. Its message never repeats the password, nor what the PDF says. */
export class PdfFault extends Error {
  override name = 'PdfFault';
  readonly reason: PdfFaultReason;

  constructor(reason: PdfFaultReason, message: string, options: ErrorOptions = {}) {
    super(message, options);
    this.reason = reason;
  }
}

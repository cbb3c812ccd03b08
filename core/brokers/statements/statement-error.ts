export type StatementFault =
  /** Not well-formed, or it breaks off. */
  | 'malformed'
  /** XML, but none of Interactive Brokers. */
  | 'not_flex'
  /** More, longer or deeper than any statement is. */
  | 'too_large';

/** A statement that cannot be read on. The message tells where and why, and quotes nothing of the document. */
export class StatementError extends Error {
  override name = 'StatementError';
  readonly fault: StatementFault;

  constructor(fault: StatementFault, message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.fault = fault;
  }
}

/** A document is not what its source says it is. The message is for people; it repeats little of the document. */
export class MalformedDocument extends Error {
  override name = 'MalformedDocument';
}

/** The document was not read to its end: TOO_LARGE in bytes, in what it gives or in memory, TOO_SLOW, or the thread ended. */
export class UnreadDocument extends Error {
  override name = 'UnreadDocument';
  readonly reason: 'TOO_LARGE' | 'TOO_SLOW' | 'THREAD_ENDED' | 'CLOSED';

  constructor(reason: UnreadDocument['reason'], message: string) {
    super(message);
    this.reason = reason;
  }
}

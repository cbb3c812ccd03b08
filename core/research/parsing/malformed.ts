// For the thread's parsers, which load no whole room.
export { MalformedDocument } from '../port/malformed.ts';

/** The document was not read to its end: TOO_LARGE in bytes, in what it gives or in memory, TOO_SLOW, or the thread ended. */
export class UnreadDocument extends Error {
  override name = 'UnreadDocument';
  readonly reason: 'TOO_LARGE' | 'TOO_SLOW' | 'THREAD_ENDED' | 'CLOSED';

  constructor(reason: UnreadDocument['reason'], message: string) {
    super(message);
    this.reason = reason;
  }
}

export type OutsideErrorKind =
  | 'timeout'
  | 'network'
  | 'rate_limited'
  | 'http'
  | 'content_type'
  | 'too_large'
  | 'malformed';

/** An outside system did not do what was asked of it. The message names the system, never an address, key or body. */
export class OutsideError extends Error {
  override name = 'OutsideError';
  readonly system: string;
  readonly kind: OutsideErrorKind;
  readonly status: number | null;
  /** How long the system asked to be left alone, in milliseconds; null when it did not say. */
  readonly retryAfterMs: number | null;

  constructor(
    system: string,
    kind: OutsideErrorKind,
    message: string,
    extra: { status?: number; retryAfterMs?: number | null; cause?: unknown } = {},
  ) {
    super(`${system} ${message}`, { cause: extra.cause });
    this.system = system;
    this.kind = kind;
    this.status = extra.status ?? null;
    this.retryAfterMs = extra.retryAfterMs ?? null;
  }
}

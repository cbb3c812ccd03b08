/** Why the embedded server cannot be used, in a sentence that says what to do about it. */
export class EmbeddedPostgresError extends Error {
  override name = 'EmbeddedPostgresError';
  /** The same in a few words for anybody to read: it names no place on this machine. */
  readonly reason: string;

  constructor(message: string, reason = 'see its log and Munim’s log') {
    super(message);
    this.reason = reason;
  }
}

/** Why something failed, in a few words for anybody to read. */
export function reasonOf(error: unknown): string {
  if (error instanceof EmbeddedPostgresError) return error.reason;
  const code = errorCode(error);
  if (code === 'ENOSPC') return 'the disk is full';
  return code === null ? 'see Munim’s log' : `access to a file or connection was denied (${code})`;
}

/** The code of a system error (`ENOENT`) or of Postgres (`57P03`); null for anything else. */
export function errorCode(error: unknown): string | null {
  if (typeof error !== 'object' || error === null || !('code' in error)) return null;
  return typeof error.code === 'string' ? error.code : null;
}

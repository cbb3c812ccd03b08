/** Why the embedded server cannot be used, in a sentence that says what to do about it. */
export class EmbeddedPostgresError extends Error {
  override name = 'EmbeddedPostgresError';
  /** The same in a few words for anybody to read: it names no place on this machine. */
  readonly reason: string;

  constructor(message: string, reason = 'its log and that of Munim say why') {
    super(message);
    this.reason = reason;
  }
}

/** Why something failed, in a few words for anybody to read. */
export function reasonOf(error: unknown): string {
  if (error instanceof EmbeddedPostgresError) return error.reason;
  const code = errorCode(error);
  if (code === 'ENOSPC') return 'no space is left on the disk';
  return code === null ? 'the log of Munim says why' : `a file or connection was refused (${code})`;
}

/** The code of a system error (`ENOENT`) or of Postgres (`57P03`); null for anything else. */
export function errorCode(error: unknown): string | null {
  if (typeof error !== 'object' || error === null || !('code' in error)) return null;
  return typeof error.code === 'string' ? error.code : null;
}

import { Problem, SqliteError, unavailability } from '../../platform/index.ts';
import { NewerStoreError } from './migrate.ts';

const TRY_AGAIN_S = 5;
const ROOM_AGAIN_S = 60;

/** What SQLite says against its file, by the beginning of its code, in a sentence that says what to do. */
const WORDS: readonly (readonly [code: RegExp, words: (file: string) => string, retryAfter: number])[] = [
  [
    /^SQLITE_(?:BUSY|LOCKED)/,
    () => 'Another program is writing to the options workspace and did not finish in time. Try again.',
    TRY_AGAIN_S,
  ],
  [
    /^SQLITE_FULL/,
    () => 'The disk is full, so nothing was saved in the options workspace. Free some space, then try again.',
    ROOM_AGAIN_S,
  ],
  [
    /^SQLITE_(?:CORRUPT|NOTADB)/,
    (file) =>
      `The file of the options workspace is damaged (${file}). Stop Munim and move the file away; then restore a backup, or start with an empty workspace. Everything else works without it.`,
    ROOM_AGAIN_S,
  ],
  [
    /^SQLITE_READONLY/,
    (file) => `Munim may not write to the options workspace (${file}). Check who owns the file.`,
    ROOM_AGAIN_S,
  ],
  [
    /^SQLITE_IOERR/,
    (file) => `Munim could not read or write the options workspace (${file}). Check the disk.`,
    ROOM_AGAIN_S,
  ],
];

/** How a Postgres server says that it does not let Munim in: SQLSTATE, TLS and the words of its driver. */
const NOT_LET_IN = [/^(?:28...|3D000|42501)$/, /CERT|SSL|TLS|UNABLE_TO_/, /^SASL|support SSL|no pg_hba/];

/** Tables of the store that are not there, and a server that cannot read its own files. */
const DAMAGED = /^(?:42P01|3F000|XX...|58...)$/;

/** True where tables of the store are missing: opening it anew makes those of an empty database. */
export function hasNoTables(error: unknown): boolean {
  const { code } = (error ?? {}) as { code?: unknown };
  return code === '42P01' || code === '3F000';
}

/**
 * A refusal of the store in words: 503 OPTIONS_UNAVAILABLE. What is no fault of the store is given back as it is.
 * @param place of the file, or what the server is called
 * @param isOpening true while the store is being opened, where every error keeps it away
 */
export function storeFailure(error: unknown, place: string, isOpening = false): unknown {
  // The pool of the store throws the errors of the main database.
  if (error instanceof Problem)
    return error.code === 'UNAVAILABLE' ? storeFailure(error.cause, place, isOpening) : error;
  if (error instanceof NewerStoreError)
    return unavailable(
      `The options workspace was made by a newer Munim (${error.message}). Update this one.`,
      ROOM_AGAIN_S,
      error,
    );
  if (!(error instanceof SqliteError)) return serverFailure(error, place, isOpening);
  const { code } = error;
  if (code !== null && /^SQLITE_(?:CONSTRAINT|ERROR|MISMATCH|RANGE|MISUSE)/.test(code)) return error;
  const known = WORDS.find(([pattern]) => pattern.test(code ?? ''));
  if (known === undefined)
    return unavailable(
      `The options workspace cannot be opened (${place}). Check that its folder exists and can be written.`,
      TRY_AGAIN_S,
      error,
    );
  const [, words, retryAfter] = known;
  return unavailable(words(place), retryAfter, error);
}

/** The same for a store on a Postgres server. What counts as away there is decided as it is for the main database. */
function serverFailure(error: unknown, place: string, isOpening: boolean): unknown {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
  if (
    NOT_LET_IN.some((pattern) => [code, message].some((one) => typeof one === 'string' && pattern.test(one)))
  )
    return unavailable(
      `Munim was not let in by ${place}. Check the address, user, password and rights in OPTIONS_DATABASE_URL.`,
      ROOM_AGAIN_S,
      error,
    );
  const away = unavailability(error, true);
  if (away !== null)
    return unavailable(
      away.detail.replace(/^The (database|server)/, 'The $1 of the options workspace'),
      away.retryAfter ?? TRY_AGAIN_S,
      error,
    );
  if (DAMAGED.test(String(code)))
    return unavailable(
      `Tables of the options workspace are missing or damaged (${place}). Check that database; then restore a backup, or empty its schema "options" to start anew. Everything else works without it.`,
      TRY_AGAIN_S,
      error,
    );
  const hint = /^E(?:ACCES|PERM|ROFS|EXIST|NOTDIR|ISDIR)$/.test(String(code))
    ? 'Check that its folder exists and can be written.'
    : 'The log has the details.';
  return isOpening
    ? unavailable(`The options workspace cannot be opened (${place}). ${hint}`, TRY_AGAIN_S, error)
    : error;
}

const unavailable = (detail: string, retryAfter: number, cause: unknown): Problem =>
  new Problem(503, 'OPTIONS_UNAVAILABLE', detail, { retryAfter, cause });

import { Problem, SqliteError } from '../../platform/index.ts';
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

/** A refusal of the store in words: 503 OPTIONS_UNAVAILABLE. What is no fault of the store is given back as it is. */
export function storeFailure(error: unknown, file: string): unknown {
  if (error instanceof NewerStoreError)
    return unavailable(
      `The options workspace was made by a newer Munim (${error.message}). Update this one.`,
      ROOM_AGAIN_S,
      error,
    );
  if (!(error instanceof SqliteError)) return error;
  const { code } = error;
  if (code !== null && /^SQLITE_(?:CONSTRAINT|ERROR|MISMATCH|RANGE|MISUSE)/.test(code)) return error;
  const known = WORDS.find(([pattern]) => pattern.test(code ?? ''));
  if (known === undefined)
    return unavailable(
      `The options workspace cannot be opened (${file}). Check that its folder exists and can be written.`,
      TRY_AGAIN_S,
      error,
    );
  const [, words, retryAfter] = known;
  return unavailable(words(file), retryAfter, error);
}

const unavailable = (detail: string, retryAfter: number, cause: unknown): Problem =>
  new Problem(503, 'OPTIONS_UNAVAILABLE', detail, { retryAfter, cause });

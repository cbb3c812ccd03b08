import {
  beginGeneration,
  type BooksGeneration,
  readGeneration,
  readMarks,
  readSeenBooks,
  type SeenBooks,
  writeSeenBooks,
} from '../../platform/backup/index.ts';
import { type Context, type DbTransaction, lockWithin } from '../../platform/index.ts';

/**
 * Notices a database that was put back in another way than by `npm run restore`: a copied data folder, pg_restore, a replica that
 * lacks the last changes. The number of recorded steps of orders only grows; a file in DATA_DIR holds the last one seen. A database
 * with a smaller number, or without the generation that was seen, is an older one. It cannot tell where the file was put back with
 * the database, is missing, or where nothing happened to any order in between; the last is harmless.
 */
export function createPutBackWatch({
  config,
  database,
  clock,
  log,
}: Pick<Context, 'config' | 'database' | 'clock' | 'log'>) {
  let written: string | null = null;

  return {
    /** Compares the books with what was seen of them, and begins a generation where they are older. @returns theirs */
    async look(): Promise<BooksGeneration | null> {
      const seen = await readSeenBooks(config.DATA_DIR);
      const { books, generation, isOlder } = await database.readAsSystem('see how far books are', (trx) =>
        readBooks(trx, seen),
      );
      if (!isOlder) {
        await this.keep(books);
        return generation;
      }
      log.warn({ seen, found: books }, 'the database is older than it was: it was put back');
      const begun = await database.asSystem('begin a generation of books that were put back', async (trx) => {
        await lockWithin(trx, { kind: 'books' });
        // Another process may have noticed it first.
        const again = await readBooks(trx, seen);
        if (again.generation?.mark !== generation?.mark) return again.generation;
        return await beginGeneration(trx, { began_at: clock.now(), origin: 'FOUND' });
      });
      await this.keep({ ...books, generation: begun?.mark ?? null });
      return begun;
    },

    /** Keeps what was seen. Without the file, the next put-back is not noticed; that stops nothing. */
    async keep(books: FoundBooks): Promise<void> {
      const text = JSON.stringify(books);
      // Where no order ever took a step, there is nothing to send twice.
      if (written === text || (books.generation === null && books.steps === '0')) return;
      try {
        await writeSeenBooks(config.DATA_DIR, { ...books, at: clock.now().toISOString() });
        written = text;
      } catch (error) {
        log.warn({ err: error }, 'how far the books are could not be kept beside the database');
      }
    },
  };
}

async function readBooks(trx: DbTransaction, seen: SeenBooks | null) {
  const { rows } = await trx.raw<{ rows: { steps: string }[] }>(
    `select coalesce(pg_sequence_last_value(pg_get_serial_sequence('policy.policy_order_events', 'id')::regclass), 0)::text
       as steps`,
  );
  const steps = rows[0]?.steps ?? '0';
  const [generation, marks] = [await readGeneration(trx), await readMarks(trx)];
  const books: FoundBooks = { generation: generation?.mark ?? null, steps };
  return { books, generation, isOlder: seen !== null && isOlder(books, { generation, marks }, seen) };
}

type FoundBooks = Omit<SeenBooks, 'at'>;

/** Whether books are older than what was seen of them. @param marks of all their generations */
export function isOlder(
  books: FoundBooks,
  { generation, marks }: { generation: Pick<BooksGeneration, 'began_at'> | null; marks: readonly string[] },
  seen: SeenBooks,
): boolean {
  if (seen.generation === books.generation) return BigInt(books.steps) < BigInt(seen.steps);
  if (seen.generation === null || marks.includes(seen.generation)) return false;
  // Without the generation that was seen they are from before it, unless Munim restored an older backup since.
  return generation === null || generation.began_at <= new Date(seen.at);
}

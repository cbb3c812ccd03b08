import path from 'node:path';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import type { Knex } from 'knex';

/** Books as they were put back at some moment. */
export interface BooksGeneration {
  /** Grows with each restore, also of one backup twice: the second it began, since 1970. */
  id: string;
  /** Unlike the number, no other books have it. */
  mark: string;
  began_at: Date;
  /** RESTORE: by `npm run restore`. FOUND: the database was seen to be older than before. */
  origin: 'RESTORE' | 'FOUND';
  /** When the backup was made; null where it is not known what was put back. */
  backup_made_at: Date | null;
  backup_name: string | null;
}

/** The generation of the books; null where they were never restored. */
export async function readGeneration(trx: Knex.Transaction): Promise<BooksGeneration | null> {
  const row = (await trx('platform.books_generations').orderBy('id', 'desc').first()) as
    | BooksGeneration
    | undefined;
  return row ?? null;
}

/** A count would be given out again by a backup of before: then tags of orders, which are made of it, would be too. */
const NEXT_ID = 'greatest(platform.books_generation() + 1, extract(epoch from clock_timestamp())::bigint)';

/** Begins a generation: what was planned in the one before is not sent any more. */
export async function beginGeneration(
  trx: Knex.Transaction,
  of: Pick<BooksGeneration, 'began_at' | 'origin'> &
    Partial<Pick<BooksGeneration, 'backup_made_at' | 'backup_name'>>,
): Promise<BooksGeneration> {
  const rows = (await trx('platform.books_generations')
    .insert({ ...of, id: trx.raw(NEXT_ID) })
    .returning('*')) as BooksGeneration[];
  const [begun] = rows;
  if (begun === undefined) throw new Error('a generation of the books was not written');
  return begun;
}

/** Which generations there were. @returns their marks */
export async function readMarks(trx: Knex.Transaction): Promise<string[]> {
  return (await trx('platform.books_generations').pluck('mark')) as string[];
}

/** How far the books had come when they were seen last, kept beside the database. */
export interface SeenBooks {
  /** The mark of their generation; null where they were never restored. */
  generation: string | null;
  /** A number that only grows while the books go on. */
  steps: string;
  /** When that was seen, ISO UTC. */
  at: string;
}

/** A file, so that a database that is put back does not bring back an old one. */
const fileIn = (dataDir: string): string => path.join(dataDir, 'books.mark');

/** What was seen of the books; null where nothing that can be read is there. */
export async function readSeenBooks(dataDir: string): Promise<SeenBooks | null> {
  try {
    const { generation, steps, at } = JSON.parse(
      await readFile(fileIn(dataDir), 'utf8'),
    ) as Partial<SeenBooks>;
    if (typeof steps !== 'string' || !/^\d{1,18}$/.test(steps)) return null;
    if (typeof at !== 'string' || Number.isNaN(Date.parse(at))) return null;
    return { generation: typeof generation === 'string' ? generation : null, steps, at };
  } catch {
    return null;
  }
}

export async function writeSeenBooks(dataDir: string, seen: SeenBooks): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const draft = `${fileIn(dataDir)}.new-${process.pid}`;
  await writeFile(draft, JSON.stringify(seen), { mode: 0o600, flush: true });
  await rename(draft, fileIn(dataDir));
}

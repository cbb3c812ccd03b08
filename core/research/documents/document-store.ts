import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { Context, DbTransaction } from '../../platform/index.ts';
import type { DocumentSource } from '../port/index.ts';
import {
  type DocumentKey,
  documentKey,
  isOfAnotherDay,
  isServedBy,
  keyText,
  withoutSecrets,
} from './document-key.ts';
import { mergeOf } from './merged-lists.ts';

/** A document to be kept. */
interface NewDocument {
  source: DocumentSource;
  path: string;
  body: Buffer;
  mediaType: string;
  origin: 'NETWORK' | 'FILE';
  /** As whoever imports it says; null where nobody does. */
  publishedAt: string | null;
}

/** A kept version of a document, without its body. */
export interface KeptDocument {
  id: string;
  path: string;
  sha256: string;
  size: number;
  mediaType: string;
  origin: 'NETWORK' | 'FILE';
  publishedAt: string | null;
  fetchedAt: string;
  /** Whether it was asked for in just these words; else it is a file under fewer parameters, or a list up to another day. */
  isExact: boolean;
}

/** What is kept at most: versions of one path, and packed bytes of all of them together. */
export interface StoreLimits {
  versions: number;
  bytes: number;
}
const STORE_LIMITS: StoreLimits = { versions: 5, bytes: 512_000_000 };

/** What the limits mean, for whoever runs the server. */
export const PRUNING_RULE =
  'Munim keeps the newest 5 versions of each document, every imported list, and 512 MB in total. Beyond that, it deletes the oldest documents of sources first and imported files last.';

const pack = promisify(gzip);
const unpack = promisify(gunzip);
/** Largest body, as unpacked, so that a kept one can never unpack to more. */
export const LARGEST_DOCUMENT = 64_000_000;
/** Bytes that are unpacked at once; the least that zlib takes is 64. */
const SMALLEST_CHUNK = 1024;
/** How many are kept between two looks at the whole. */
const LOOK_AFTER = 64;

interface Row {
  id: string;
  path: string;
  sha256: string;
  size: number;
  media_type: string;
  origin: 'NETWORK' | 'FILE';
  published_at: Date | null;
  fetched_at: Date;
}

interface FindOptions {
  isLoose: boolean;
  /** Only what was kept by then. */
  knownBy?: string | null;
  /** Of several versions, the one that was public at that moment. */
  publishedBy?: string | null;
}

export type DocumentStore = ReturnType<typeof createDocumentStore>;

export const sha256Of = (body: Buffer): string => createHash('sha256').update(body).digest('hex');

/** Documents in the database: every version that differs, found by what was asked for. */
export function createDocumentStore(
  { database, clock }: Pick<Context, 'database' | 'clock'>,
  limits: StoreLimits = STORE_LIMITS,
) {
  let puts = 0;

  async function pruneAll(trx: DbTransaction): Promise<number> {
    const { rows } = await trx.raw<{ rows: { id: string }[] }>(
      `delete from portfolio.evidence_documents where id in (
         select id from (
           select id, sum(octet_length(body)) over (order by origin, fetched_at desc, id desc) as total
           from portfolio.evidence_documents
         ) kept where total > ?
       ) returning id`,
      [limits.bytes],
    );
    return rows.length;
  }

  return {
    /** Keeps a document. A body that is known already is not kept twice; only that the source gave it again is noted. */
    async put(document: NewDocument): Promise<{
      isNew: boolean;
      sha256: string;
      fetchedAt: string;
      /** As whoever imported this very body says; null where nobody does. */
      publishedAt: string | null;
    }> {
      const { source, body, mediaType, origin, publishedAt } = document;
      const path = withoutSecrets(document.path);
      const sha256 = sha256Of(body);
      const packed = await pack(body);
      const { place } = documentKey(source, path);
      // Each list that somebody imported may be of other companies, and of another time.
      const keepsFiles = mergeOf(source, place) !== null;
      const now = clock.now();
      puts += 1;
      return await database.asSystem('keep a document that research read', async (trx) => {
        const { rows } = await trx.raw<{
          rows: { is_new: boolean; fetched_at: Date; published_at: Date | null }[];
        }>(
          `insert into portfolio.evidence_documents as kept
             (source, path, place, sha256, body, size, media_type, origin, published_at, first_at, fetched_at)
           values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
           on conflict (source, path, sha256) do update set
             fetched_at = case when excluded.origin = 'FILE' then kept.fetched_at
               else greatest(kept.fetched_at, excluded.fetched_at) end,
             published_at = coalesce(excluded.published_at, kept.published_at)
           returning xmax = 0 as is_new, fetched_at, published_at`,
          [
            source,
            path,
            place,
            sha256,
            packed,
            body.length,
            mediaType.slice(0, 100),
            origin,
            publishedAt,
            now,
            now,
          ],
        );
        await trx.raw(
          `delete from portfolio.evidence_documents where source = ? and path = ? and id not in (
             select id from portfolio.evidence_documents where source = ? and path = ?
             order by fetched_at desc, id desc limit ?)${keepsFiles ? " and origin <> 'FILE'" : ''}`,
          [source, path, source, path, limits.versions],
        );
        if (puts % LOOK_AFTER === 0) await pruneAll(trx);
        const [row] = rows;
        return {
          isNew: row?.is_new ?? false,
          sha256,
          fetchedAt: (row?.fetched_at ?? now).toISOString(),
          publishedAt: row?.published_at?.toISOString() ?? null,
        };
      });
    },

    /** Whether this very body is kept under that path. */
    async has(source: DocumentSource, path: string, sha256: string): Promise<boolean> {
      return await database.asSystem('look whether a document is kept', async (trx) => {
        const found = (await trx('portfolio.evidence_documents')
          .where({ source, path: withoutSecrets(path), sha256 })
          .first('id')) as { id: string } | undefined;
        return found !== undefined;
      });
    },

    /**
     * The newest version of what a request asks for, or the newest that was known by a moment.
     * @param isLoose whether a file that was recorded under fewer parameters, or a list up to another day, may stand for it
     */
    async find(source: DocumentSource, path: string, options: FindOptions): Promise<KeptDocument | null> {
      return (await this.findAll(source, path, options))[0] ?? null;
    },

    /** Every version that may stand for it, the best first. */
    async findAll(
      source: DocumentSource,
      path: string,
      { isLoose, knownBy = null, publishedBy = null }: FindOptions,
    ): Promise<KeptDocument[]> {
      const asked = documentKey(source, path);
      const rows = await database.asSystem('find a document that research read', async (trx) => {
        const query = trx('portfolio.evidence_documents')
          .where({ source, place: asked.place })
          .orderBy([
            { column: 'fetched_at', order: 'desc' },
            { column: 'id', order: 'desc' },
          ])
          .select('id', 'path', 'sha256', 'size', 'media_type', 'origin', 'published_at', 'fetched_at');
        if (knownBy !== null) void query.where('first_at', '<=', knownBy);
        return (await query) as Row[];
      });
      return serving(source, asked, publishedBy === null ? rows : inTime(rows, publishedBy), isLoose);
    },

    async body(id: string): Promise<Buffer | null> {
      const row = await database.asSystem(
        'read a document that research read',
        async (trx) =>
          (await trx('portfolio.evidence_documents').where({ id }).first('body', 'size')) as
            | { body: Buffer; size: number }
            | undefined,
      );
      if (row === undefined) return null;
      // In one piece: many that are put together in the end take long, and twice the memory.
      const chunkSize = Math.max(SMALLEST_CHUNK, row.size + 1);
      return await unpack(row.body, { maxOutputLength: LARGEST_DOCUMENT, chunkSize });
    },

    /** Paths of a source that begin so, in order, each once. */
    async paths(source: DocumentSource, prefix: string): Promise<string[]> {
      return await database.asSystem('list documents that research read', async (trx) => {
        const { rows } = await trx.raw<{ rows: { path: string }[] }>(
          `select distinct path from portfolio.evidence_documents where source = ? and starts_with(path, ?)
           order by path limit 1000`,
          [source, prefix],
        );
        return rows.map(({ path }) => path);
      });
    },

    /**
     * What is kept of a source under paths that begin so, in order: when the newest version of each was published and given, and whether
     * somebody imported it.
     */
    async pages(
      source: DocumentSource,
      prefix: string,
    ): Promise<{ path: string; publishedAt: string | null; fetchedAt: string; isImported: boolean }[]> {
      return await database.asSystem('list documents that research read', async (trx) => {
        const { rows } = await trx.raw<{
          rows: { path: string; published_at: Date | null; fetched_at: Date; is_imported: boolean }[];
        }>(
          `select path, bool_or(origin = 'FILE') as is_imported, max(fetched_at) as fetched_at,
             (array_agg(published_at order by fetched_at desc, id desc))[1] as published_at
           from portfolio.evidence_documents where source = ? and starts_with(path, ?)
           group by path order by path limit 1000`,
          [source, prefix],
        );
        return rows.map(({ path, published_at, fetched_at, is_imported }) => ({
          path,
          publishedAt: published_at?.toISOString() ?? null,
          fetchedAt: fetched_at.toISOString(),
          isImported: is_imported,
        }));
      });
    },

    /** Brings the whole within its limit. @returns how many documents went */
    async prune(): Promise<number> {
      return await database.asSystem('remove the oldest documents of research', pruneAll);
    },
  };
}

/**
 * Versions of a document as a moment knew them, where somebody says when one of them came out: first what was public or kept
 * by then, the latest first; then what has no date and was kept later; last what came out later.
 */
function inTime(rows: readonly Row[], moment: string): readonly Row[] {
  if (rows.every(({ published_at }) => published_at === null)) return rows;
  const since = ({ published_at, fetched_at }: Row): number => (published_at ?? fetched_at).getTime();
  const rank = (row: Row): number =>
    since(row) <= Date.parse(moment) ? 0 : row.published_at === null ? 1 : 2;
  return rows.toSorted((one, other) => rank(one) - rank(other) || since(other) - since(one));
}

function serving(
  source: DocumentSource,
  asked: DocumentKey,
  rows: readonly Row[],
  isLoose: boolean,
): KeptDocument[] {
  const wanted = keyText(asked);
  const found = rows.flatMap((row) => {
    const recorded = documentKey(source, row.path);
    const isExact = keyText(recorded) === wanted;
    const mayServe =
      isLoose && ((row.origin === 'FILE' && isServedBy(asked, recorded)) || isOfAnotherDay(asked, recorded));
    return isExact || mayServe
      ? [{ row, named: isExact ? Number.MAX_SAFE_INTEGER : recorded.params.size, isExact }]
      : [];
  });
  // The order of equal ones stays: the first is the newest.
  return found
    .toSorted((one, other) => other.named - one.named)
    .map(({ row, isExact }) => ({
      id: row.id,
      path: row.path,
      sha256: row.sha256,
      size: row.size,
      mediaType: row.media_type,
      origin: row.origin,
      publishedAt: row.published_at?.toISOString() ?? null,
      fetchedAt: row.fetched_at.toISOString(),
      isExact,
    }));
}

import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { Context, DbTransaction } from '../../platform/index.ts';
import type { DocumentSource } from '../port/index.ts';
import { documentKey, withoutSecrets } from './document-key.ts';
import { inTime, type KeptDocument, serving, type VersionRow } from './document-versions.ts';
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

/** What became of a document that was kept. */
interface StoredDocument {
  isNew: boolean;
  sha256: string;
  fetchedAt: string;
  /** As whoever imported this very body says; null where nobody does. */
  publishedAt: string | null;
}

/** What is kept at most: versions of one path, and packed bytes of all of them together. */
interface StoreLimits {
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

  async function insert(trx: DbTransaction, one: PackedDocument, now: Date): Promise<StoredDocument> {
    const { source, path, place, sha256, packed, size, mediaType, origin, publishedAt } = one;
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
      [source, path, place, sha256, packed, size, mediaType.slice(0, 100), origin, publishedAt, now, now],
    );
    const [row] = rows;
    return {
      isNew: row?.is_new ?? false,
      sha256,
      fetchedAt: (row?.fetched_at ?? now).toISOString(),
      publishedAt: row?.published_at?.toISOString() ?? null,
    };
  }

  /** Each list that somebody imported stays: it may be of other companies, and of another time. */
  async function dropOldVersions(trx: DbTransaction, of: readonly PackedDocument[]): Promise<void> {
    if (of.length === 0) return;
    await trx.raw(
      `delete from portfolio.evidence_documents where id in (
         select id from (
           select kept.id, kept.origin, put.keeps_files,
             row_number() over (partition by source, path order by kept.fetched_at desc, kept.id desc) as nr
           from (select distinct * from unnest(?::text[], ?::text[], ?::boolean[]) as put (source, path, keeps_files)) put
           join portfolio.evidence_documents kept using (source, path)
         ) versions where nr > ? and not (keeps_files and origin = 'FILE'))`,
      [
        of.map(({ source }) => source),
        of.map(({ path }) => path),
        of.map(({ source, place }) => mergeOf(source, place) !== null),
        limits.versions,
      ],
    );
  }

  /** The versions that may stand for it, the best first; with the body of one that is alone, if bodies are wanted. */
  async function versionsOf(
    trx: DbTransaction,
    source: DocumentSource,
    path: string,
    { isLoose, knownBy = null, publishedBy = null }: FindOptions,
    withBody = false,
  ): Promise<{ versions: KeptDocument[]; only: BodyRow | null }> {
    const asked = documentKey(source, path);
    const query = trx('portfolio.evidence_documents')
      .where({ source, place: asked.place })
      .orderBy([
        { column: 'fetched_at', order: 'desc' },
        { column: 'id', order: 'desc' },
      ])
      .select('id', 'path', 'sha256', 'size', 'media_type', 'origin', 'published_at', 'fetched_at');
    if (knownBy !== null) void query.where('first_at', '<=', knownBy);
    if (withBody) void query.select(trx.raw('case when count(*) over () = 1 then body end as body'));
    const rows = (await query) as (VersionRow & { body?: Buffer | null })[];
    const versions = serving(source, asked, publishedBy === null ? rows : inTime(rows, publishedBy), isLoose);
    const [one] = rows;
    return { versions, only: one?.body ? { body: one.body, size: one.size } : null };
  }

  return {
    /** Keeps a document. A body that is known already is not kept twice; only that the source gave it again is noted. */
    async put(document: NewDocument): Promise<StoredDocument> {
      const [stored] = await this.putAll([document]);
      if (stored === undefined) throw new Error('the document was not kept');
      return stored;
    },

    /** Keeps documents in one transaction. @returns what became of each, in their order */
    async putAll(documents: readonly NewDocument[]): Promise<StoredDocument[]> {
      const now = clock.now();
      const packed = await Promise.all(documents.map(async (one) => await packedOf(one)));
      const stored = new Map<PackedDocument, StoredDocument>();
      await database.asSystem('keep documents that research read', async (trx) => {
        // Two who keep many in different orders would each wait for the other.
        if (packed.length > 1)
          await trx.raw('lock table portfolio.evidence_documents in share row exclusive mode');
        for (const one of packed) stored.set(one, await insert(trx, one, now));
        // A file that was there before adds no version, nor does it change which is the newest.
        const changed = packed.filter((one) => one.origin === 'NETWORK' || stored.get(one)?.isNew === true);
        await dropOldVersions(trx, changed);
      });
      const looks = Math.floor(puts / LOOK_AFTER);
      puts += packed.length;
      if (Math.floor(puts / LOOK_AFTER) > looks) await this.prune();
      return packed.flatMap((one) => stored.get(one) ?? []);
    },

    /** Whether this very body is kept under that path. */
    async has(source: DocumentSource, path: string, sha256: string): Promise<boolean> {
      return await database.readAsSystem('look whether a document is kept', async (trx) => {
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
      const { versions } = await database.readAsSystem('find a document that research read', async (trx) =>
        versionsOf(trx, source, path, options),
      );
      return versions[0] ?? null;
    },

    /** Every version that may stand for it, the best first and with its body; null where none is kept. */
    async read(
      source: DocumentSource,
      path: string,
      options: FindOptions,
    ): Promise<{ kept: KeptDocument; body: Buffer; versions: readonly KeptDocument[] } | null> {
      const found = await database.readAsSystem('read a document that research read', async (trx) => {
        const { versions, only } = await versionsOf(trx, source, path, options, true);
        const [kept] = versions;
        if (kept === undefined) return null;
        const row = only ?? (await bodyRow(trx, kept.id));
        return row === undefined ? null : { kept, row, versions };
      });
      if (found === null) return null;
      const { kept, versions, row } = found;
      return { kept, versions, body: await unpacked(row) };
    },

    async body(id: string): Promise<Buffer | null> {
      const row = await database.readAsSystem('read a document that research read', (trx) =>
        bodyRow(trx, id),
      );
      return row === undefined ? null : await unpacked(row);
    },

    /** What a source's documents are found by, each once. */
    async places(source: DocumentSource): Promise<ReadonlySet<string>> {
      return await database.readAsSystem('list documents that research read', async (trx) => {
        const rows = (await trx('portfolio.evidence_documents').where({ source }).distinct('place')) as {
          place: string;
        }[];
        return new Set(rows.map(({ place }) => place));
      });
    },

    /** Paths of a source that begin so, in order, each once. */
    async paths(source: DocumentSource, prefix: string): Promise<string[]> {
      return await database.readAsSystem('list documents that research read', async (trx) => {
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
      return await database.readAsSystem('list documents that research read', async (trx) => {
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

interface PackedDocument extends Omit<NewDocument, 'body'> {
  place: string;
  sha256: string;
  packed: Buffer;
  /** Bytes of the body as it came. */
  size: number;
}

async function packedOf({ body, ...document }: NewDocument): Promise<PackedDocument> {
  const path = withoutSecrets(document.path);
  const { place } = documentKey(document.source, path);
  return { ...document, path, place, sha256: sha256Of(body), packed: await pack(body), size: body.length };
}

interface BodyRow {
  body: Buffer;
  size: number;
}

const bodyRow = async (trx: DbTransaction, id: string): Promise<BodyRow | undefined> =>
  (await trx('portfolio.evidence_documents').where({ id }).first('body', 'size')) as BodyRow | undefined;

/** In one piece: many that are put together in the end take long, and twice the memory. */
const unpacked = async ({ body, size }: BodyRow): Promise<Buffer> =>
  await unpack(body, {
    maxOutputLength: LARGEST_DOCUMENT,
    chunkSize: Math.max(SMALLEST_CHUNK, size + 1),
  });

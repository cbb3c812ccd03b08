import type { Context } from '../../../platform/index.ts';
import type { DocumentStore } from '../document-store.ts';
import { sha256Of } from '../document-store.ts';
import { inTurns } from '../../port/index.ts';
import { isIssuerPage } from '../issuer-transport.ts';
import { filesOf, type FolderFile } from './evidence-folder.ts';
import { MANIFEST, type ManifestRow, readManifest } from './manifest.ts';
import { recogniseDays } from './recognise-days.ts';
import { isXbrl, namedIn, recogniseJson, xbrlPath } from './recognise-json.ts';
import { type FolderFacts, recogniseFeed, recognisePage } from './recognise-page.ts';
import { document, type Recognised, type Recognition, refused, taken } from './recognised.ts';

/** What became of a document of a file. */
interface ImportedDocument {
  source: string;
  path: string;
  isNew: boolean;
}

/** What became of a file. */
export interface ImportedFile {
  file: string;
  /** What it is; null where it was not taken. */
  what: string | null;
  problem: string | null;
  documents: readonly ImportedDocument[];
  /** Parts of it that were not taken, with the reason. */
  leftOut: readonly string[];
}

const TYPES: Readonly<Record<string, string>> = {
  html: 'text/html',
  htm: 'text/html',
  txt: 'text/plain',
  json: 'application/json',
  xml: 'application/xml',
  csv: 'text/csv',
  pdf: 'application/pdf',
};

/** Documents of a file that are kept in one transaction. */
const AT_ONCE = 50;

/** Keeps the evidence of a folder, so that runs need no network. */
export function createEvidenceImport(
  { config }: Pick<Context, 'config'>,
  store: Pick<DocumentStore, 'putAll' | 'has' | 'prune'>,
) {
  async function areNew(documents: readonly Recognised[], isDry: boolean): Promise<boolean[]> {
    if (!isDry) {
      const stored = await store.putAll(documents.map((one) => ({ ...one, origin: 'FILE' as const })));
      return stored.map(({ isNew }) => isNew);
    }
    const isNew: boolean[] = [];
    for (const { source, path, body } of documents)
      isNew.push(!(await store.has(source, path, sha256Of(body))));
    return isNew;
  }

  return {
    /**
     * Takes what it knows; a file that cannot be read loses nothing of the others.
     * @param done is told of each file as it is finished
     * @throws NoFolder
     */
    async importFolder(folder: string, isDry: boolean, done: (file: ImportedFile) => void): Promise<void> {
      const { facts, manifest } = await lookAround(folder, config.RESEARCH_ISSUER_DOMAINS, done);
      for await (const file of filesOf(folder)) {
        if (file.name === MANIFEST) continue;
        const found = recognise(file, facts, manifest.get(file.name));
        if (found.documents === null) {
          done({ file: file.name, what: null, problem: found.problem, documents: [], leftOut: [] });
          continue;
        }
        const documents: ImportedDocument[] = [];
        for await (const some of inTurns(found.documents, AT_ONCE)) {
          const isNew = await areNew(some, isDry);
          documents.push(
            ...some.map(({ source, path }, at) => ({ source, path, isNew: isNew[at] ?? false })),
          );
        }
        done({ file: file.name, what: found.what, problem: null, documents, leftOut: found.leftOut });
      }
      if (!isDry) await store.prune();
    },
  };
}

/** What one file of the folder says of others. */
async function lookAround(
  folder: string,
  domains: FolderFacts['domains'],
  done: (file: ImportedFile) => void,
): Promise<{ facts: FolderFacts; manifest: ReadonlyMap<string, ManifestRow> }> {
  const symbols = new Set<string>();
  const filed: FolderFacts['filed'][number][] = [];
  let manifest: ReadonlyMap<string, ManifestRow> = new Map();
  for await (const { name, body } of filesOf(folder)) {
    if (body === null || !/\.json$/i.test(name)) continue;
    if (name === MANIFEST) {
      const { rows, problems } = readManifest(body);
      manifest = rows;
      if (problems.length > 0)
        done({ file: name, what: 'list of files', problem: null, documents: [], leftOut: problems });
      continue;
    }
    const named = namedIn(body);
    for (const symbol of named.symbols) symbols.add(symbol);
    filed.push(...named.filed);
  }
  return { facts: { domains, symbols: [...symbols], filed }, manifest };
}

function recognise(
  { name, body, problem }: FolderFile,
  facts: FolderFacts,
  row: ManifestRow | undefined,
): Recognition {
  if (body === null) return refused(problem);
  const ending = /\.([a-z]+)$/i.exec(name)?.[1]?.toLowerCase() ?? '';
  if (row !== undefined) return named(row, body, TYPES[ending] ?? 'application/octet-stream', facts);
  switch (ending) {
    case 'json':
      return recogniseJson(name, body);
    case 'csv':
      return recogniseDays(body);
    case 'xml': {
      const start = body.subarray(0, 4000).toString('utf8');
      if (isXbrl(name, start))
        return taken('filing in XBRL at NSE', [
          document('nse_archive', xbrlPath(name), body, 'application/xml'),
        ]);
      return /<rss[\s>]/.test(start) ? recogniseFeed(body) : refused('it is neither a filing nor a feed');
    }
    case 'html':
    case 'htm':
    case 'txt':
      return recognisePage(name, body, facts);
    default:
      return refused('Munim does not know this kind of file');
  }
}

/** What stands in `evidence.json`: its word, but for the operator's list of sites. */
function named(row: ManifestRow, body: Buffer, mediaType: string, { domains }: FolderFacts): Recognition {
  if (row.source === 'issuer' && !isIssuerPage(new URL(row.path), domains))
    return refused(`${new URL(row.path).hostname} is not in RESEARCH_ISSUER_DOMAINS`);
  return taken(`document of ${row.source}`, [
    document(row.source, row.path, body, mediaType, row.publishedAt),
  ]);
}

import { type Context, withTimeOf } from '../../../platform/index.ts';
import { createDocumentStore, PRUNING_RULE } from '../document-store.ts';
import { createEvidenceImport, type ImportedFile } from './evidence-import.ts';

/** What the command line says beyond its own usage. */
export const EVIDENCE_IMPORT_HELP = [
  '  A folder with files such as:',
  '    …-bodies.json            answers by the path of the request (NSE, BSE, SEC, Yahoo)',
  '    INDAS_….xml, BANKING_….xml, INTEGRATED_FILING_….xml, nse-xbrl-files.json   filings at NSE',
  '    companyfacts-….json, submissions-….json, exhibits (ex99….html)   filings with SEC',
  '    sec_bhavdata_full_….csv, ind_close_all_….csv   closes of NSE, one day or all days in one file',
  '    google-news.xml          headlines',
  '    .html, .txt              pages of a company, where RESEARCH_ISSUER_DOMAINS has its site',
  '    evidence.json            where files were published: { "file": { "source", "path" or "url", "published_at" } }',
  '  --dry-run                  show what would be kept and keep nothing',
  `  ${PRUNING_RULE}`,
];

/** So many documents of a file are named; of the rest only the number is said. */
const MOST_NAMED = 20;

/** The words of the command line, or null where they make no sense. */
export function evidenceImportWords(args: readonly string[]): { folder: string; isDry: boolean } | null {
  const rest = args.filter((word) => word !== '--dry-run');
  const [folder] = rest;
  if (folder === undefined || rest.length > 1 || folder.startsWith('--')) return null;
  return { folder, isDry: args.includes('--dry-run') };
}

/**
 * Imports a folder and says what was taken, what was not and why.
 * @returns whether anything was taken and nothing that was known is broken
 */
export async function importEvidence(
  context: Pick<Context, 'config' | 'clock' | 'database'>,
  { folder, isDry }: { folder: string; isDry: boolean },
  say: (line: string) => void,
): Promise<boolean> {
  const files: ImportedFile[] = [];
  const evidence = createEvidenceImport(context, createDocumentStore(context));
  await withTimeOf('job', () =>
    evidence.importFolder(folder, isDry, (file) => {
      files.push(file);
      for (const line of linesOf(file, isDry)) say(line);
    }),
  );
  const all = files.flatMap(({ documents }) => documents);
  const fresh = all.filter(({ isNew }) => isNew).length;
  const left = files.filter(({ problem }) => problem !== null).length;
  const parts = files.reduce((sum, { leftOut }) => sum + leftOut.length, 0);
  say(
    `${files.length} files: ${files.length - left} taken, ${left} not. ${counted(all.length)}, ${fresh} new` +
      `${parts === 0 ? '' : `, ${parts} parts excluded`}.`,
  );
  if (isDry) say('Dry run: nothing was kept.');
  else if (all.length > 0)
    say('Next: start a research run in mode OFFLINE. It reads only what is kept and asks no source.');
  else say('Nothing was kept. See npm run import-evidence -- --help for the files that Munim knows.');
  return all.length > 0 && parts === 0;
}

const counted = (count: number): string => `${count} ${count === 1 ? 'document' : 'documents'}`;

function linesOf({ file, what, problem, documents, leftOut }: ImportedFile, isDry: boolean): string[] {
  if (problem !== null || what === null) return [`${file}: not taken, ${problem ?? 'reason unknown'}.`];
  const fresh = documents.filter(({ isNew }) => isNew).length;
  const verb = isDry ? 'would be new' : 'new';
  const shown =
    documents.length > MOST_NAMED ? [...documents.slice(0, 2), ...documents.slice(-1)] : documents;
  return [
    `${file}: ${what}. ${counted(documents.length)}, ${fresh} ${verb}.`,
    ...shown.map(({ source, path, isNew }) => `  ${source} ${path}${isNew ? '' : ' (known)'}`),
    ...(shown.length < documents.length ? [`  … ${documents.length - shown.length} more between them`] : []),
    ...leftOut.slice(0, MOST_NAMED).map((words) => `  excluded: ${words}`),
    ...(leftOut.length > MOST_NAMED ? [`  … and ${leftOut.length - MOST_NAMED} more excluded`] : []),
  ];
}

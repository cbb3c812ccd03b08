import * as yup from 'yup';
import { jsonOf } from '../../parsing/json.ts';
import { MalformedDocument } from '../../parsing/malformed.ts';
import { validated } from './company-facts.ts';
import type { Filing, Submissions } from './submissions.ts';

/** A filing in which a company tells its results or its outlook, by exhibits. Paths are of the source `sec_archive`. */
export interface ResultsRelease {
  /** `sec:{accession}` */
  source_id: string;
  accession: string;
  form: string;
  accepted_at: string;
  /** The day of what it reports; null where it says none. */
  report_date: string | null;
  items: readonly string[];
  primary_path: string | null;
  /** The list of its documents: the exhibits are seldom the main one. */
  index_path: string;
}

/** Results of operations, and what is disclosed to all at once. */
const ITEMS = ['2.02', '7.01'];

/** The folder of a filing in EDGAR's archive. */
export function folderOf(cik: string, accession: string): string {
  return `/Archives/edgar/data/${cik.replace(/^0+/, '')}/${accession.replaceAll('-', '')}`;
}

/** The path of a filing's main document; null where it is not named. */
function primaryPath(cik: string, { accession, primary_document }: Filing): string | null {
  return primary_document === null ? null : `${folderOf(cik, accession)}/${primary_document}`;
}

/**
 * The 8-K filings with results or guidance, the newest first.
 * @param by ISO-8601 in UTC: none that was accepted later
 */
export function resultsExhibits({ cik, filings }: Submissions, by: string): ResultsRelease[] {
  return filings
    .filter(({ form, items, accepted_at }) => {
      const isResults = /^8-K(\/A)?$/.test(form) && items.some((item) => ITEMS.includes(item));
      return isResults && Date.parse(accepted_at) <= Date.parse(by);
    })
    .toSorted((one, other) => Date.parse(other.accepted_at) - Date.parse(one.accepted_at))
    .map((filing) => ({
      source_id: `sec:${filing.accession}`,
      accession: filing.accession,
      form: filing.form,
      accepted_at: filing.accepted_at,
      report_date: filing.report_date,
      items: filing.items,
      primary_path: primaryPath(cik, filing),
      index_path: `${folderOf(cik, filing.accession)}/index.json`,
    }));
}

const indexSchema = yup.object({
  directory: yup
    .object({
      name: yup.string().required(),
      item: yup.array(yup.object({ name: yup.string().required() })).required(),
    })
    .required(),
});
const EXHIBIT = /ex(?:hibit)?[-_.]?99.*\.(?:html?|txt)$/i;
const PAGE = /^[\w-][\w.-]*\.(?:html?|txt)$/i;
/** Pages that EDGAR makes itself. */
const MADE = /^R\d+\.html?$|-index(?:-headers)?\.html?$|^\d{10}-\d{2}-\d{6}\.txt$/i;

/**
 * Paths of the exhibits of a filing, from the list of its documents (`index.json` of its folder). Where no name says exhibit
 * 99, every page beside the main document.
 * @throws MalformedDocument, for the list of another filing too
 */
export function exhibitPaths(body: Buffer, { index_path, primary_path }: ResultsRelease): string[] {
  const { directory } = validated(indexSchema, jsonOf(body), 'no list of documents of a filing');
  const folder = index_path.slice(0, index_path.lastIndexOf('/'));
  if (directory.name.replace(/\/$/, '') !== folder)
    throw new MalformedDocument(
      `The list of documents belongs to another filing: ${directory.name.slice(0, 100)}.`,
    );
  const pages = directory.item
    .map(({ name }) => name)
    .filter((name) => PAGE.test(name) && !MADE.test(name) && `${folder}/${name}` !== primary_path);
  const exhibits = pages.filter((name) => EXHIBIT.test(name));
  return (exhibits.length > 0 ? exhibits : pages).map((name) => `${folder}/${name}`);
}

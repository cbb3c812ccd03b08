import * as yup from 'yup';
import { isCalendarDate } from '../../../platform/dates.ts';
import { parserNamed } from '../../parsing/document-parser.ts';
import { jsonOf } from '../../parsing/json.ts';
import { cikText, isCik, validated } from './company-facts.ts';

/** A filing as EDGAR lists it. */
export interface Filing {
  accession: string;
  form: string;
  /** When EDGAR took it, ISO-8601 in UTC: from then on it is public. */
  accepted_at: string;
  /** The next business day for what is taken after 17:30 in New York. */
  filing_date: string;
  /** The end of its period; null where it has none. */
  report_date: string | null;
  /** Of an 8-K: `['2.02', '9.01']`. */
  items: string[];
  /** Name of its main document within its folder; null where it is not named. */
  primary_document: string | null;
}

export interface Submissions {
  /** Ten digits. */
  cik: string;
  name: string;
  /** The newest first. */
  former_names: string[];
  tickers: string[];
  filings: Filing[];
  /** Further lists of older filings, by the days of their filing dates. */
  older: { name: string; from: string; to: string }[];
}

const texts = yup.mixed<string[]>((value): value is string[] => isTexts(value));
const isTexts = (value: unknown) => Array.isArray(value) && value.every((one) => typeof one === 'string');
const columns = {
  accessionNumber: texts.required(),
  filingDate: texts.required(),
  reportDate: texts.required(),
  acceptanceDateTime: texts.required(),
  form: texts.required(),
  items: texts.optional(),
  primaryDocument: texts.optional(),
};
const listSchema = yup.object(columns).test('columns', 'the columns differ in length', (list) =>
  // Columns that do not match would give every filing the moment of another.
  Object.keys(columns).every((name) => {
    const column = list[name as keyof typeof columns];
    return column === undefined || column.length === list.accessionNumber.length;
  }),
);
const documentSchema = yup.object({
  cik: yup.mixed<string | number>((value): value is string | number => isCik(value)).required(),
  name: yup.string().required(),
  tickers: texts.optional(),
  formerNames: yup.array(yup.object({ name: yup.string().required() })).optional(),
  filings: yup
    .object({
      recent: listSchema.required(),
      files: yup
        .array(
          yup.object({
            // It becomes a path.
            name: yup
              .string()
              .required()
              .matches(/^CIK\d{10}-submissions-\d{3}\.json$/),
            filingFrom: yup.string().required(),
            filingTo: yup.string().required(),
          }),
        )
        .optional(),
    })
    .required(),
});

/**
 * `/submissions/CIK….json`.
 * @throws MalformedDocument
 */
export function readSubmissions(body: Buffer): Submissions {
  const { cik, name, tickers, formerNames, filings } = validated(
    documentSchema,
    jsonOf(body),
    'no list of filings of the SEC',
  );
  return {
    cik: cikText(cik),
    name,
    former_names: (formerNames ?? []).map((one) => one.name),
    tickers: tickers ?? [],
    filings: filingsOf(filings.recent),
    older: (filings.files ?? []).map((one) => ({ name: one.name, from: one.filingFrom, to: one.filingTo })),
  };
}
export const SUBMISSIONS = parserNamed<typeof readSubmissions>('sec_submissions');

/**
 * One of the older lists, `/submissions/CIK…-submissions-001.json`.
 * @throws MalformedDocument
 */
export function readOlderFilings(body: Buffer): Filing[] {
  return filingsOf(validated(listSchema, jsonOf(body), 'no list of filings of the SEC'));
}
export const OLDER_FILINGS = parserNamed<typeof readOlderFilings>('sec_older_filings');

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,3})?Z$/;
/** A document in the folder of its filing; nothing that leads out of it. */
const DOCUMENT = /^(?:[\w-][\w.-]*\/)?[\w-][\w.-]*$/;

function filingsOf(list: yup.InferType<typeof listSchema>): Filing[] {
  return list.accessionNumber.flatMap((accession, at): Filing[] => {
    const accepted = list.acceptanceDateTime[at] ?? '';
    const filing_date = list.filingDate[at] ?? '';
    const report = list.reportDate[at] ?? '';
    const document = list.primaryDocument?.[at] ?? '';
    // A filing whose moment cannot be read is as good as none: its facts fall back to their filing date.
    if (!INSTANT.test(accepted) || Number.isNaN(Date.parse(accepted))) return [];
    return [
      {
        accession,
        form: list.form[at] ?? '',
        accepted_at: new Date(accepted).toISOString(),
        filing_date,
        report_date: isCalendarDate(report) ? report : null,
        items: (list.items?.[at] ?? '').split(',').filter((item) => item !== ''),
        primary_document: DOCUMENT.test(document) ? document : null,
      },
    ];
  });
}

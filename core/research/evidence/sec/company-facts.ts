import * as yup from 'yup';
import { isCalendarDate } from '../../../platform/dates.ts';
import { decimal } from '../../../platform/money.ts';
import { parserNamed } from '../../parsing/document-parser.ts';
import { jsonOf } from '../../parsing/json.ts';
import { MalformedDocument } from '../../parsing/malformed.ts';
import { type MetricId, type MetricUnit, METRICS } from '../../port/metrics.ts';
import { METRIC_TAGS, SPLIT_TAG } from './tags.ts';

/** One row of the SEC's companyfacts that says a figure of ours. */
export interface FactRow {
  /** `split` for the ratio of a split. */
  metric: MetricId | 'split';
  /** With its taxonomy, such as `us-gaap:Revenues`. */
  tag: string;
  /** Place of the tag in its list: the first is preferred. */
  rank: number;
  is_stand_in: boolean;
  /** Currency; `shares` or `pure` for what is no money. */
  unit: string;
  start: string | null;
  end: string;
  value: string | null;
  reason: string | null;
  accession: string;
  /** The fiscal year of the filing, never of the row. */
  fy: number | null;
  form: string;
  /** The filing date, which may lie after the moment of publication. */
  filed: string;
}

export interface CompanyFacts {
  /** Ten digits. */
  cik: string;
  name: string;
  rows: FactRow[];
  /** What was left out and why, in words. */
  notes: string[];
}

const record = yup.mixed<Record<string, unknown>>((value): value is Record<string, unknown> =>
  isRecord(value),
);
const documentSchema = yup.object({
  cik: yup.mixed<string | number>((value): value is string | number => isCik(value)).required(),
  entityName: yup.string().required(),
  facts: record.required(),
});
const conceptSchema = yup.object({ units: record.required() });

interface ReceivedRow {
  start?: string;
  end: string;
  accn: string;
  fy?: number | null;
  form: string;
  filed: string;
  val?: unknown;
}
// One test for a whole row: there are thousands, and a schema of each field takes as long as the rest of the work.
const rowSchema = yup.mixed<ReceivedRow>((value): value is ReceivedRow => isReceivedRow(value)).required();

/** `val` is looked at by itself: what is no figure is unavailable, and no fault of the file. */
function isReceivedRow(value: unknown): value is ReceivedRow {
  if (!isRecord(value)) return false;
  const { start, end, accn, fy = null, form, filed } = value;
  return (
    (start === undefined || isDay(start)) &&
    isDay(end) &&
    isDay(filed) &&
    typeof accn === 'string' &&
    /^\d{10}-\d{2}-\d{6}$/.test(accn) &&
    (fy === null || Number.isSafeInteger(fy)) &&
    typeof form === 'string' &&
    form.length <= 20
  );
}

function isDay(value: unknown): value is string {
  return typeof value === 'string' && isCalendarDate(value);
}

interface Use {
  metric: FactRow['metric'];
  rank: number;
  is_stand_in: boolean;
  unit: MetricUnit | 'SPLIT';
}

/** What a tag is used for. */
const USES = new Map<string, Use[]>();
const use = (tag: string, one: Use) => USES.set(tag, [...(USES.get(tag) ?? []), one]);
for (const { metric, tags, stand_ins = [] } of METRIC_TAGS) {
  const { unit } = METRICS[metric];
  for (const [rank, tag] of tags.entries()) use(tag, { metric, rank, is_stand_in: false, unit });
  for (const [nr, tag] of stand_ins.entries())
    use(tag, { metric, rank: tags.length + nr, is_stand_in: true, unit });
}
use(SPLIT_TAG, { metric: 'split', rank: 0, is_stand_in: false, unit: 'SPLIT' });

const UNITS: Partial<Record<Use['unit'], RegExp>> = {
  MONEY: /^[A-Z]{3}$/,
  MONEY_PER_SHARE: /^[A-Z]{3}\/shares$/,
  SHARES: /^shares$/,
  SPLIT: /^pure$/,
};

/**
 * The rows that matter of `/api/xbrl/companyfacts/CIK….json`, for the thread of `core/research/parsing`.
 * @param from a day: periods that end before it are passed over
 * @throws MalformedDocument for what is no such file
 */
export function readCompanyFacts(body: Buffer, { from }: { from: string }): CompanyFacts {
  const document = validated(documentSchema, jsonOf(body), 'no file of facts of the SEC');
  const left: string[] = [];
  const rows: FactRow[] = [];
  for (const [tag, uses] of USES) {
    const [taxonomy = '', name = ''] = tag.split(':');
    const concepts = document.facts[taxonomy];
    if (!isRecord(concepts) || !Object.hasOwn(concepts, name)) continue;
    const { units } = validated(conceptSchema, concepts[name], `no facts under ${tag}`);
    for (const [unit, list] of Object.entries(units)) {
      const fitting = uses.filter((one) => UNITS[one.unit]?.test(unit));
      if (fitting.length === 0 || !Array.isArray(list)) continue;
      for (const received of list as unknown[]) {
        if (isBefore(received, from)) continue;
        const row = rowOf(received, tag, unit);
        if (row === null) left.push(tag);
        else
          for (const { metric, rank, is_stand_in } of fitting)
            rows.push({ ...row, metric, rank, is_stand_in });
      }
    }
  }
  return {
    cik: cikText(document.cik),
    name: document.entityName,
    rows: rows.filter(({ metric, start }) => metric === 'split' || hasItsDays(metric, start)),
    notes: [...new Set(left)].map((tag) => {
      const { length } = left.filter((one) => one === tag);
      return `${length} ${length === 1 ? 'row' : 'rows'} of ${tag} excluded: no end date or no filing.`;
    }),
  };
}
export const COMPANY_FACTS = parserNamed<typeof readCompanyFacts>('sec_company_facts');

/** A flow without its first day, or a stock with one, is another figure under the same name. */
function hasItsDays(metric: MetricId, start: string | null): boolean {
  return (METRICS[metric].kind === 'FLOW') === (start !== null);
}

/** Half of the rows are years old: they are not looked at any further. */
function isBefore(received: unknown, from: string): boolean {
  return isRecord(received) && typeof received.end === 'string' && received.end < from;
}

function rowOf(
  received: unknown,
  tag: string,
  unit: string,
): Omit<FactRow, 'metric' | 'rank' | 'is_stand_in'> | null {
  if (!rowSchema.isValidSync(received, { strict: true })) return null;
  const { start = null, end, accn, fy = null, form, filed } = received;
  if (start !== null && start > end) return null;
  const stated = figureOf(received.val);
  return { tag, unit, start, end, ...stated, accession: accn, fy, form, filed };
}

/** Digits of which a double keeps every one. */
const EXACT_DIGITS = 15;

/** Exact text of a number as JSON.parse gives it, or why there is none. Text is never read as a number. */
function figureOf(val: unknown): { value: string | null; reason: string | null } {
  const none = (reason: string) => ({ value: null, reason });
  if (typeof val !== 'number') {
    const said = typeof val === 'string' ? `"${val.slice(0, 20)}"` : 'nothing';
    return none(`The filing says ${said} instead of a number.`);
  }
  if (!Number.isFinite(val)) return none('The filing states a number that is too large.');
  const exact = decimal(val);
  if (!Number.isSafeInteger(val) && exact.precision() > EXACT_DIGITS)
    return none('The filing states more digits than Munim can read exactly.');
  return { value: exact.toFixed(), reason: null };
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A CIK as the SEC's files write it: a number, or up to ten digits. */
export function isCik(value: unknown): value is string | number {
  return /^\d{1,10}$/.test(String(value)) && (typeof value === 'string' || Number.isSafeInteger(value));
}

/** Ten digits. */
export function cikText(cik: string | number): string {
  return String(cik).padStart(10, '0');
}

/** @throws MalformedDocument with what was wrong first */
export function validated<T>(schema: yup.Schema<T>, value: unknown, words: string): T {
  try {
    return schema.validateSync(value, { strict: true });
  } catch (error) {
    if (!(error instanceof yup.ValidationError)) throw error;
    throw new MalformedDocument(`There is ${words}: ${error.message.slice(0, 200)}.`);
  }
}

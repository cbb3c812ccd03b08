import { dayInWords, istDate, utcDate } from '../../../platform/index.ts';
import type { StoredReport } from '../../publication/index.ts';
import { dataText } from '../../prompts/index.ts';

/** What stands where something was taken out. */
const REMOVED = '[removed]';

/** From so many characters on, a string is taken out of the middle of a word as well. */
const LONG = 6;
/** From so many decimal places on, a number in prose that equals a cost is one. */
const COST_PLACES = 3;
/** A longer text is cut; what both reports may take together is the limit of a request. */
const LONGEST_TEXT = 40_000;

/** Ids of one report, with what they are called where judges see them. */
export type Labels = ReadonlyMap<string, string>;

/** Makes a text of a report one that tells nobody who wrote it, when, by what and at what cost. */
export type Scrub = (this: void, text: string) => string;

/**
 * Strings by which a report could be told from another: its run, hashes, instants, models, providers, costs. What is an
 * ordinary word or a bare number, such as the provider `gateway` or the instrument 12, identifies nothing alone and stays
 * where a sentence has it.
 * @param fileNames of the files it came in, without their folders
 */
export function identifyingStrings(stored: StoredReport, fileNames: readonly string[]): string[] {
  const ofFiles = fileNames.flatMap((name) => [name, name.replace(/\.[^.]*$/, '')]).filter(isTelling);
  if (stored.version === '1.0') return ofFiles;
  const { run_id, identity, generated_at, as_of, payload_hash, stages, sources, facts, cost_usd_total } =
    stored.publication;
  const days = [istDate(new Date(generated_at)), utcDate(Date.parse(generated_at))];
  const ofEvidence = new Set([
    ...facts.flatMap(({ period }) => [period.key, period.start, period.end]),
    ...sources.flatMap(({ published_at }) =>
      published_at === null ? [] : [istDate(new Date(published_at)), utcDate(Date.parse(published_at))],
    ),
  ]);
  return [
    ...[
      run_id,
      identity.instrument_id,
      identity.isin ?? '',
      payload_hash,
      ...stages.map(({ provider }) => provider ?? ''),
      ...sources.flatMap(({ provider, evidence_hash, url }) => [provider, evidence_hash, url ?? '']),
    ].filter(isTelling),
    ...ofFiles,
    ...stages.flatMap(({ model }) => model ?? []),
    generated_at,
    as_of,
    ...sources.map(({ fetched_at }) => fetched_at),
    ...[cost_usd_total, ...stages.map(({ cost_usd }) => cost_usd)].flatMap(costForms),
    // The day on which it was written may be one of the evidence too.
    ...days.filter((day) => !ofEvidence.has(day)).flatMap(dayForms),
  ];
}

/** What a report is about, which stays whatever else is called alike, such as a file named after its share. */
export const namesIn = (stored: StoredReport): string[] =>
  stored.version === '1.0'
    ? []
    : [stored.publication.identity.symbol, stored.publication.identity.company_name];

/** It has a letter, and a sign that no ordinary word has. */
const isTelling = (text: string): boolean => /\p{L}/u.test(text) && /[^\p{L}\s'’]/u.test(text);

function costForms(cost: number | null): string[] {
  if (cost === null) return [];
  const text = String(cost);
  const places = text.split('.')[1] ?? '';
  const isTelltale = text.includes('e') || places.length >= COST_PLACES;
  return isTelltale ? [text, cost.toFixed(10).replace(/0+$/, '')] : [];
}

const MONTHS = new Intl.DateTimeFormat('en-GB', { month: 'long', timeZone: 'UTC' });

function dayForms(day: string): string[] {
  const [year = '', month = '', of = ''] = day.split('-');
  const short = dayInWords(day);
  const name = MONTHS.format(new Date(`${day}T00:00:00Z`));
  const [number = '', abbreviated = ''] = short.split(' ');
  return [
    day,
    short,
    `${number} ${name} ${year}`,
    `${abbreviated} ${number}, ${year}`,
    `${name} ${number}, ${year}`,
    `${of}/${month}/${year}`,
    `${month}/${of}/${year}`,
    `${of}-${month}-${year}`,
  ];
}

/** Sentences that say how a report came about, and banners over it. */
const BANNERS: readonly RegExp[] = [
  /\bdraft\s*[-–—:]*\s*not approved for publication\b[^.\n]*\.?/giu,
  /\bnot QA approved\b[^.\n]*\.?/giu,
  /(?<=^|[.!?]\s+)(?:(?:this|the)\s+(?:report|dossier|analysis|note)\s+(?:was|is|has been)\s+)?(?:generated|produced|written|prepared|drafted|compiled)\s+(?:automatically\s+)?(?:by|with|using|on|at)\b(?:[^.!?]|[.](?=\S))*[.!?]?/giu,
  /\bas an AI(?:\s+language)?(?:\s+model)?\b(?:[^.!?]|[.](?=\S))*[.!?]?/giu,
];
const LINKS = /\b(?:https?:\/\/|www\.)\S+/giu;

/**
 * @param strings of all reports that are compared, so that neither keeps what the other loses
 * @param labels ids of this report
 * @param texts all that will be scrubbed: what is in none needs no looking for
 */
export function createScrub(strings: readonly string[], labels: Labels, texts: readonly string[]): Scrub {
  const lower = texts.map((text) => dataText(text, LONGEST_TEXT).toLowerCase()).join('\n');
  const wanted = new Map<string, string>();
  for (const [id, label] of labels)
    if (isTelling(id)) wanted.set(dataText(id, LONGEST_TEXT).toLowerCase(), label);
  for (const string of strings) {
    const plain = dataText(string, LONGEST_TEXT).toLowerCase();
    if (plain !== '') wanted.set(plain, REMOVED);
  }
  const found = [...wanted.keys()]
    .filter((string) => lower.includes(string))
    .toSorted((one, other) => other.length - one.length);
  const pattern = found.length === 0 ? null : new RegExp(found.map(literally).join('|'), 'giu');
  return (text) => {
    const plain = BANNERS.reduce((left, banner) => left.replace(banner, ''), dataText(text, LONGEST_TEXT));
    const named =
      pattern === null
        ? plain
        : plain.replace(pattern, (string) => wanted.get(string.toLowerCase()) ?? REMOVED);
    return named.replace(LINKS, REMOVED).replace(/\s+/g, ' ').trim();
  };
}

function literally(string: string): string {
  const escaped = string.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
  // A number or a day may touch a letter, and is no part of a longer number.
  if (!/\p{L}/u.test(string)) return `(?<!\\d|\\d[.,])${escaped}(?!\\d)`;
  return string.length >= LONG && isTelling(string)
    ? escaped
    : `(?<![\\p{L}\\p{N}_])${escaped}(?![\\p{L}\\p{N}_])`;
}

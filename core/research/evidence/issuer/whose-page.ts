import type { ResearchSubject } from '../../port/index.ts';
import type { VisibleText } from '../guidance/visible-text.ts';

/** Legal forms by which a text names a company. */
const FORM = String.raw`(?:Limited|LIMITED|Ltd|LTD|Incorporated|Inc|INC|Corporation|Corp|CORP|PLC|plc)\b`;
const WORD = String.raw`[\p{Lu}\d][\p{L}\p{N}&.'’-]{0,40}`;
const COMPANY = new RegExp(String.raw`(?:${WORD} (?:(?:of|and|the|&) )?){1,6}${FORM}`, 'gu');
/** Companies that the pages of others name: exchanges, depositories and registrars. */
const EVERYWHERE =
  /stock exchange|\bbse\b|\bnse\b|deposit(ory|ories)|intime|kfin|computershare|clearing corporation/i;
const SUFFIX = /[\s,]+(limited|ltd|incorporated|inc|corporation|corp|plc)\.?$/i;
/** A first word that many companies share tells nothing. */
const SHARED = new Set(
  'india indian bharat hindustan national united general global american first international state great oriental'.split(
    ' ',
  ),
);
/** The part of a page in which it says what it is about. */
const HEAD_BLOCKS = 5;
const LONGEST_HEAD = 200;
const LONGEST_TEXT = 200_000;

export type Whose = { is: 'OWN' | 'UNSAID' } | { is: 'OTHER'; name: string };

/**
 * Of whom a page is, by its own words. `OTHER` where its title or its first lines name another company, and nothing on it names the
 * subject, as on sites that several companies share; `UNSAID` where it names nobody.
 */
export function whosePage(
  { title, blocks, tables }: VisibleText,
  subject: Pick<ResearchSubject, 'symbol' | 'name' | 'isin' | 'former_symbols'>,
): Whose {
  const text = [title ?? '', ...blocks, ...tables.flat(2)].join('\n').slice(0, LONGEST_TEXT);
  const head = [title ?? '', ...blocks.slice(0, HEAD_BLOCKS).map((one) => one.slice(0, LONGEST_HEAD))].join(
    '\n',
  );
  const symbols = [subject.symbol, ...subject.former_symbols].map((one) => one.replace(/\.(NS|BO)$/i, ''));
  const codes = [
    ...symbols.filter((one) => one.length >= 3),
    ...(subject.isin === null ? [] : [subject.isin]),
  ];
  const words = new Set(text.split(/[^\p{L}\p{N}&-]+/u));
  if (codes.some((one) => words.has(one))) return { is: 'OWN' };
  // Without a name nobody can tell who else is meant.
  if (subject.name === null) return { is: 'UNSAID' };
  const own = plain(subject.name);
  if (` ${plainText(text)} `.includes(` ${own} `)) return { is: 'OWN' };
  const first = own.split(' ')[0] ?? '';
  const strangers = [...head.matchAll(COMPANY)]
    .map(([name]) => name.trim())
    .filter((name) => !EVERYWHERE.test(name));
  const namesake = strangers.some((name) => plain(name).startsWith(`${first} `));
  const isTelling = first.length >= 5 && !SHARED.has(first) && !namesake;
  if (isTelling && ` ${plainText(text)} `.includes(` ${first} `)) return { is: 'OWN' };
  const [name] = strangers;
  return name === undefined ? { is: 'UNSAID' } : { is: 'OTHER', name };
}

/** A company's name without its legal form. */
const plain = (name: string): string => plainText(name.trim().replace(SUFFIX, ''));

function plainText(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

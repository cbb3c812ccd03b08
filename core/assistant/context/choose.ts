import type { ContextReader, HeldName, Question } from './context-reader.ts';

/** Sections of one answer beside those that are always there. */
const MOST_SECTIONS = 6;
/** Symbols that a question names. */
const MOST_MENTIONED = 10;
/** A page is a hint, a word a wish. */
const BY_PAGE = 1;
const BY_WORD = 2;
const BY_NAME = 2;
/** The section that knows single holdings. */
const HOLDINGS = 'holdings';

/** Words that many names begin with, so that they name nothing. */
const COMMON = new Set(
  'india indian bank fund funds mutual limited ltd the of and hdfc icici axis kotak nippon aditya birla tata state motilal'.split(
    ' ',
  ),
);

/** Short symbols that are ordinary words as well count in capitals only. */
const ORDINARY = new Set(
  'a i an am as at be by do go he if in is it me my no of on or so to up us we all and any are buy can day did for get had has her him his how its let low may new not now off one our out own per put see set she sip tax the too top two use was way who why yes you'.split(
    ' ',
  ),
);

const escaped = (word: string) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Symbols whose symbol or name stands in the question, in the order in which they are held. */
export function mentionedIn(text: string, held: readonly HeldName[]): string[] {
  const words = new Set(text.match(/[A-Za-z0-9&.-]+/g) ?? []);
  const lower = new Set([...words].map((word) => word.toLowerCase().replace(/(?:'s|[.-]+)$/, '')));
  const whole = ` ${text.toLowerCase()} `;
  const isNamed = ({ symbol, name }: HeldName): boolean => {
    const small = symbol.toLowerCase();
    if (ORDINARY.has(small) ? words.has(symbol) : lower.has(small)) return true;
    if (name === null) return false;
    const plain = name.toLowerCase();
    if (plain.length > 4 && whole.includes(` ${plain}`)) return true;
    const [first = ''] = plain.split(/[\s,.-]+/);
    return first.length > 3 && !COMMON.has(first) && lower.has(first);
  };
  return [...new Set(held.filter(isNamed).map(({ symbol }) => symbol))].slice(0, MOST_MENTIONED);
}

/** How much a question asks for a section: its words, the page, what is named. */
function scoreOf(reader: ContextReader, { text, page, mentioned }: Question): number {
  const words = new RegExp(`\\b(?:${reader.about.map(escaped).join('|')})(?:s|es|'s)?\\b`, 'gi');
  const found = new Set((text.match(words) ?? []).map((word) => word.toLowerCase()));
  const isOn = page !== null && (page === reader.href || page.startsWith(`${reader.href}/`)) && page !== '/';
  return (
    found.size * BY_WORD +
    (isOn ? BY_PAGE : 0) +
    (reader.section === HOLDINGS && mentioned.length > 0 ? BY_NAME : 0)
  );
}

/** The readers that a question needs, the most wanted first; those that are always there come before. */
export function choose(readers: readonly ContextReader[], question: Question): ContextReader[] {
  const always = readers.filter(({ when }) => when === 'always');
  const scored = readers
    .filter(({ when }) => when !== 'always')
    .map((reader) => ({ reader, score: scoreOf(reader, question) }))
    .filter(({ score }) => score > 0)
    // Sorting keeps the order of the table among equals.
    .toSorted((one, other) => other.score - one.score)
    .slice(0, MOST_SECTIONS);
  const isNamed = scored.some(({ score }) => score >= BY_WORD);
  const unsaid = isNamed
    ? []
    : readers.filter((one) => one.when === 'unsaid' && !scored.some(({ reader }) => reader === one));
  return [...always, ...scored.map(({ reader }) => reader), ...unsaid];
}

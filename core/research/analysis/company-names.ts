import type { EvidencePacket, Fact, ResearchSubject } from '../port/index.ts';

/** The companies that a sentence names and no evidence of the run does, as they are written. */
export type NameCheck = (sentence: string) => string[];

/** Where names of companies may come from. */
interface NameGrounds {
  subject: Pick<ResearchSubject, 'name' | 'symbol'>;
  profileName: string | null;
  peers: readonly { symbol: string; name: string | null }[];
  packets: readonly Pick<EvidencePacket, 'title' | 'publisher' | 'entity' | 'passages'>[];
  facts: readonly Pick<Fact, 'scope_detail'>[];
}

const WORD = String.raw`\p{Lu}[\p{L}\d&'’.-]*`;
/** What stands at the end of the name of a company. */
const LEGAL = String.raw`(?:Limited|Ltd|Inc|Incorporated|Corp|Corporation|PLC|Plc|plc|LLC|LLP|AG|GmbH|Holdings|Industries|Enterprises|Technologies|Laboratories|Motors|Group|Bank)`;
const WITH_LEGAL = new RegExp(
  String.raw`(?<![\p{L}\d])((?:${WORD}\s+(?:(?:&|and|of)\s+)?){1,5})${LEGAL}(?![\p{L}\d])`,
  'gu',
);
/** What one company has to do with another: whoever is named right after it is one. */
const RELATION = String.raw`(?:acquir(?:e|es|ed|ing)|acquisition (?:of|by)|acquired by|merg(?:e|es|ed|ing) with|merger with|takeover (?:of|by|from|bid by|bid from)|taken over by|bought by|sold to|sale to|stake in|partner(?:s|ed|ing|ship)? with|joint venture with|owned by|subsidiary of|supplier (?:of|to)|supplies to|(?:customers?|clients?|competitors?|rivals?|suppliers?) such as|compet(?:e|es|ed|ing) with|orders? from|contracts? (?:with|from)|(?:offer|bid|investment) (?:by|from))`;
const RELATED = new RegExp(
  String.raw`\b${RELATION}\s+(?:the |a |an |its )?((?:${WORD})(?:\s+(?:&\s+)?${WORD}){0,4})`,
  'gu',
);
const LISTED = /\b(?:NSE|BSE|NASDAQ|Nasdaq|NYSE)\s?:\s?([A-Z][A-Z0-9&.-]{0,14})/g;

/** Words that begin a sentence or a name and are no part of one. */
const OPENING = new Set(
  'a additionally also although an and as at both but by each every finally for from however if in indeed its meanwhile moreover no of on one or other our overall since some still that the their therefore these this those thus to today when while with yet'.split(
    ' ',
  ),
);
/** Places, peoples, offices and kinds of firms: capitals without being a company. */
const NO_COMPANY = new Set(
  [
    'africa african america american asia asian australia britain british canada china chinese dubai europe european germany german gulf india indian indonesia italy japan japanese korea korean london mumbai delhi russia singapore uk us usa vietnam',
    'government centre state ministry parliament railways army navy board management company group bank banks industries technologies motors holdings',
    'january february march april may june july august september october november december',
  ].flatMap((words) => words.split(' ')),
);
const INSTITUTIONS = [
  'reserve',
  'central',
  'world',
  'federal reserve',
  'european central',
  'investment',
  'state',
];

const plain = (text: string): string =>
  text
    .toLowerCase()
    .replace(/['’]s\b/gu, '')
    .replace(/[^\p{L}\d]+/gu, ' ')
    .trim();

/** Checks of runs by the evidence that they rest on: prompts and reports of one run ask the same. */
const kept = new WeakMap<NameGrounds['packets'], { grounds: NameGrounds; check: NameCheck }>();

/**
 * Looks for invented companies: names with a legal form, names right after what one company does with another, and symbols of
 * exchanges. A name that stands in the evidence, or is the company's or a peer's, is no invention. Other names in capitals are
 * not looked at: too many words have them (decisions/Safety of models).
 */
export function nameCheckOf(grounds: NameGrounds): NameCheck {
  const before = kept.get(grounds.packets);
  if (before?.grounds.facts === grounds.facts && before.grounds.peers === grounds.peers) return before.check;
  const known = new Map<string, boolean>();
  const isKnown = (name: string): boolean => {
    const told = known.get(name) ?? isTold(name, grounds);
    known.set(name, told);
    return told;
  };
  const check: NameCheck = (sentence) => [
    ...new Set(
      namesIn(sentence)
        .filter((one) => isStrange(one, isKnown))
        .map(({ as }) => as),
    ),
  ];
  kept.set(grounds.packets, { grounds, check });
  return check;
}

/**
 * Whether a name stands in what names somebody, the shortest texts first. Passages of a run are megabytes: words are looked for
 * before their order is.
 */
function isTold(name: string, { subject, profileName, peers, packets, facts }: NameGrounds): boolean {
  // The words of a plain name are letters and digits alone.
  const words = name.split(' ');
  const inOrder = new RegExp(`(?<![\\p{L}\\d])${words.join(`(?:['’]s)?[^\\p{L}\\d]+`)}(?![\\p{L}\\d])`, 'u');
  const isIn = (text: string | null): boolean => {
    if (text === null) return false;
    const small = text.toLowerCase();
    return words.every((word) => small.includes(word)) && inOrder.test(small);
  };
  return (
    [subject.name, subject.symbol, profileName].some(isIn) ||
    peers.some((peer) => isIn(peer.symbol) || isIn(peer.name)) ||
    packets.some(({ title, publisher, entity }) =>
      [title, publisher, entity.name, entity.symbol].some(isIn),
    ) ||
    facts.some(({ scope_detail }) => isIn(scope_detail)) ||
    packets.some(({ passages }) => passages.some(({ text }) => isIn(text)))
  );
}

interface Named {
  /** As it is written. */
  as: string;
  /** In small letters, without what opens it. */
  words: string[];
  /** The first word begins the sentence, so that its capital may mean nothing. */
  opens: boolean;
}

function namesIn(sentence: string): Named[] {
  const found: Named[] = [];
  const add = (as: string, at: number): void => {
    const all = plain(as).split(' ');
    const first = all.findIndex((word) => !OPENING.has(word));
    if (first === -1) return;
    found.push({
      as: as.trim().replace(/[.’'-]+$/u, ''),
      words: all.slice(first),
      opens: at === 0 && first === 0,
    });
  };
  for (const match of sentence.matchAll(WITH_LEGAL)) {
    const name = (match[1] ?? '').trim();
    if (!match[0].endsWith('Bank') || !INSTITUTIONS.includes(plain(name.replace(/^The /, ''))))
      add(name, match.index);
  }
  // "Customers such as …" may open a sentence.
  const lowered = sentence.charAt(0).toLowerCase() + sentence.slice(1);
  for (const { 1: name = '' } of lowered.matchAll(RELATED)) add(name, -1);
  for (const { 1: symbol = '' } of sentence.matchAll(LISTED)) add(symbol, -1);
  return found;
}

function isStrange({ words, opens }: Named, isKnown: (name: string) => boolean): boolean {
  if (words.every((word) => NO_COMPANY.has(word) || /^(?:fy)?\d+$/.test(word))) return false;
  if (isKnown(words.join(' '))) return false;
  // "Lately Kaveri Flowtech Limited": the first word is none of the name. What is left is more than a word such as "Pumps".
  return !(opens && words.length > 2 && isKnown(words.slice(1).join(' ')));
}

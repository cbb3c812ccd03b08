import { Decimal, decimal } from '../../platform/index.ts';

export const ACTION_KINDS = [
  'SPLIT',
  'CONSOLIDATION',
  'BONUS',
  'RIGHTS',
  'DEMERGER',
  'SCHEME',
  'CAPITAL_REDUCTION',
  'DIVIDEND',
  'DISTRIBUTION',
  'INTEREST',
  'REDEMPTION',
  'BUYBACK',
  'MEETING',
  'UNKNOWN',
] as const;
export type ActionKind = (typeof ACTION_KINDS)[number];

/** One action of an announcement. Numbers are exact text. */
export interface ReadAction {
  kind: ActionKind;
  /** `old_shares` become `new_shares`; null for what has no ratio, such as a demerger. */
  new_shares: string | null;
  old_shares: string | null;
  /** Money for one share or unit; null where none is said. */
  amount: string | null;
  status: 'READ' | 'UNREADABLE';
}

/** Kinds that move the price by more than the money paid, without a ratio that the announcement states. */
export const WITHOUT_RATIO: ReadonlySet<ActionKind> = new Set([
  'RIGHTS',
  'DEMERGER',
  'SCHEME',
  'CAPITAL_REDUCTION',
]);

/** More new shares for one old one than any company has given; such a number is a slip. */
const MOST_FOR_ONE = 200;
/** A bonus below one share for a hundred is paid in something else than shares. */
const LEAST_FOR_ONE = 1.01;

const MONEY = String.raw`R[SE]?\.?\s*(\d+(?:\.\d+)?)(?:\s*\/\s*-?|\s*-(?=\s|$))?`;
const EACH = String.raw`(?:\s*(?:PER|PR|EACH|A)?\s*(?:EQUITY\s+)?(?:SHARE|SHR|SH|UNIT)S?\b\.?|\s*EACH\b)?`;
const DASH = String.raw`[\s:.-]*`;
const FACE_VALUES = String.raw`${DASH}(?:OF\s+(?:EQUITY\s+)?SHARES?\s*)?${DASH}(?:FROM|FRM)?${DASH}(?:${MONEY}|(\d+(?:\.\d+)?))${EACH}\s*TO\s*(?:${MONEY}|(\d+(?:\.\d+)?))${EACH}`;
const FACE_VALUE = String.raw`(?:FACE\s*VALUE|F\.?V\.?)`;
const SUBDIVISION = String.raw`SUB${DASH}DIVI?SION`;
const WHICH = String.raw`(?:(?:\d+(?:ST|ND|RD|TH)|FIRST|SECOND|THIRD|FOURTH|FINAL|INTERIM|INTRM|INTERM|INT|SPECIAL|SPL|SPCL|ANNUAL|ONE\s*TIME|FINL|FIN)[\s.-]*)*`;

interface Pattern {
  match: RegExp;
  read: (words: readonly (string | undefined)[], faceValue: string | null) => ReadAction;
}

/** In this order, since what one has read is taken out of the text before the next one looks. */
const PATTERNS: readonly Pattern[] = [
  {
    // A bonus of debentures or preference shares leaves the number of shares as it is.
    match:
      /\bBON(?:US)?(?:\s+ISSUE)?(?:\s+OF)?[\s-]*(?:\d+\s*:\s*\d+\s*)?(?:NCRPS|NCRP|NCDS?|CCPS|DEB(?:ENTURE)?S?|PREF\w*)(?:\s+SHARES?)?[\s:-]*(?:\d+\s*:\s*\d+)?/,
    read: () => plain('SCHEME'),
  },
  {
    match:
      /\bBON(?:US)?(?:\s+ISSUE)?(?:\s+(?:OF\s+)?(?:EQUITY\s+)?SHARES?)?(?:\s+IN\s+(?:THE\s+)?RATIO(?:\s+OF)?)?[\s:.-]*(\d+)\s*:\s*(\d+)/,
    read: ([, given = '', held = '']) =>
      withRatio('BONUS', decimal(given).plus(held).toFixed(), decimal(held).toFixed()),
  },
  {
    match: new RegExp(
      String.raw`(?:\b${FACE_VALUE}\s*)?\b(?:REVERSE\s+(?:STOCK\s+)?SPLIT|CONSOLIDATION|CONSOL)(?:\s*\/\s*SPLIT)?${FACE_VALUES}`,
    ),
    read: (words) => byFaceValue(words, 'CONSOLIDATION'),
  },
  {
    match: new RegExp(
      String.raw`(?:\b${FACE_VALUE}\s*(?:STOCK\s*)?(?:SPLIT|SPLT|SPL|${SUBDIVISION})?|\b(?:STOCK\s*)?(?:SPLIT|SPLT|SPL|${SUBDIVISION}))\s*(?:\(\s*${SUBDIVISION}\s*\))?${FACE_VALUES}`,
    ),
    read: (words) => byFaceValue(words, 'SPLIT'),
  },
  {
    match: new RegExp(
      String.raw`\bRIGHTS?(?:\s+ISSUE)?(?:\s+(?:OF\s+)?(?:EQUITY\s+)?SHARES?)?${DASH}(?:\d+\s*:\s*\d+)?\s*(?:(?:@|AT)\s*)?(?:(?:A\s+)?(?:PREMIUM|PREM|PRM|PRICE)(?:\s+OF)?)?\s*(?:${MONEY}|(?:@|AT)\s*PAR\b)?${EACH}`,
    ),
    read: () => plain('RIGHTS'),
  },
  { match: /\bDE-?\s?MERGERS?\b|\bSPIN-?\s?OFF\b/, read: () => plain('DEMERGER') },
  {
    match:
      /\b(?:COMPOSITE\s+)?SCH(?:EME)?\s+OF\s+(?:ARRANGEMENT|AGMT|ARNGMT|AMALGAMATION|MERGER)\b|\bAMALGAMATION\b|\bMERGER\b/,
    read: () => plain('SCHEME'),
  },
  {
    match: /\b(?:REDUCTION\s+OF\s+(?:SHARE\s+)?CAPITAL|(?:SHARE\s+)?CAPITAL\s+REDUCTION)\b/,
    read: () => plain('CAPITAL_REDUCTION'),
  },
  {
    // What a trust pays out, with its parts; the whole stands first.
    match: new RegExp(
      String.raw`\b(?:INCOME\s+)?DISTRIBUTION${DASH}(?:${MONEY})?${EACH}(?:\s*(?:CONSISTS?|CONSISTING|COMPRISING|COMPRISES|AS)\b.*)?`,
    ),
    read: ([, amount]) => ({ ...plain('DISTRIBUTION'), amount: amount ?? null }),
  },
  {
    match: new RegExp(
      String.raw`\b${WHICH}DIV(?:IDEND|DEND|D)?S?\b${DASH}(?:(?:OF\s+)?(?:${MONEY}|(\d+(?:\.\d+)?)\s*%))?${EACH}`,
    ),
    read: ([, money, percent], faceValue) => ({
      ...plain('DIVIDEND'),
      amount: money ?? (percent === undefined ? null : ofFaceValue(percent, faceValue)),
    }),
  },
  { match: /\bINTEREST(?:\s+PAYMENTS?)?\b/, read: () => plain('INTEREST') },
  { match: /\b(?:PART\s+)?REDEMPTION\b/, read: () => plain('REDEMPTION') },
  { match: /\bBUY\s?-?\s?BACK(?:\s+OF\s+(?:EQUITY\s+)?SHARES?)?\b/, read: () => plain('BUYBACK') },
  {
    match:
      /\b(?:ANNUAL\s+GENERAL\s+MEETING|EXTRA\s?-?\s?ORDINARY\s+GENERAL\s+MEETING|COURT\s+CONVENED\s+MEETING|GENERAL\s+MEETING|AGM|EGM|EOGM|BOOK\s+CLOSURE|ELECTION\s+OF\s+DIRECTORS)\b/,
    read: () => plain('MEETING'),
  },
];

const FILLER = /\b(?:AND|WITH|OF|THE|PER|PR|SHARE|SH|UNIT|EQUITY)\b|[&/\-–,.;:+()]/g;

/**
 * The actions that an exchange's free text announces, in the order in which they stand there: `Bonus 1:1` gives two
 * shares for one, `Face Value Split … From Rs 10/- … To Rs 2/-` five. What is left over and not understood is an action of
 * its own, UNKNOWN and UNREADABLE, and so is a ratio that cannot be: nothing is guessed.
 * @param faceValue of one share, for dividends in per cent.
 */
export function readActionText(text: string, faceValue: string | null = null): ReadAction[] {
  let rest = text
    .toUpperCase()
    .replace(/\s+/g, ' ')
    // The older field was too short for spaces: "RS10TORE1", "BONUS DEB1:1".
    .replace(/(\d)\s*TO\s*(R[SE]|\d)/g, '$1 TO $2')
    .replace(/(\/-)\s*TO\s*(R[SE]|\d)/g, '$1 TO $2')
    .replace(/\b(DEB|NCRPS|NCD)(\d)/g, '$1 $2')
    .replace(/\b(INT|SPL|FIN)DIV/g, '$1 DIV')
    // As BSE writes them: "Rs. - 5.0000", "A.G.M.".
    .replace(/\b(R[SE])\.?\s*-\s*(?=\d)/g, '$1 ')
    .replace(/\b([AE])\.\s?G\.\s?M\b\.?/g, '$1GM')
    .trim();
  const found: { at: number; action: ReadAction }[] = [];
  for (const { match, read } of PATTERNS) {
    for (let words = match.exec(rest); words !== null; words = match.exec(rest)) {
      found.push({ at: words.index, action: read(words, faceValue) });
      // The others keep their places.
      const blank = ' '.repeat(words[0].length - 1);
      rest = `${rest.slice(0, words.index)}/${blank}${rest.slice(words.index + words[0].length)}`;
    }
  }
  const left = rest.replace(FILLER, ' ').trim();
  const actions = found.toSorted((a, b) => a.at - b.at).map(({ action }) => action);
  const distinct = actions.filter(
    (one, at) => one.kind !== 'SCHEME' || actions.findIndex(({ kind }) => kind === 'SCHEME') === at,
  );
  return left === '' && distinct.length > 0 ? distinct : [...distinct, unreadable('UNKNOWN')];
}

function plain(kind: ActionKind): ReadAction {
  return { kind, new_shares: null, old_shares: null, amount: null, status: 'READ' };
}

function unreadable(kind: ActionKind): ReadAction {
  return { ...plain(kind), status: 'UNREADABLE' };
}

function withRatio(kind: ActionKind, newShares: string, oldShares: string): ReadAction {
  const isSound = isSoundRatio(newShares, oldShares);
  return isSound ? { ...plain(kind), new_shares: newShares, old_shares: oldShares } : unreadable(kind);
}

/** True for a ratio that a company may have given: above nothing, and not absurdly large or small. */
export function isSoundRatio(newShares: string, oldShares: string): boolean {
  const [to, from] = [decimal(newShares), decimal(oldShares)];
  if (to.lte(0) || from.lte(0)) return false;
  const larger = Decimal.max(to.div(from), from.div(to));
  return larger.gte(LEAST_FOR_ONE) && larger.lte(MOST_FOR_ONE);
}

/** Ten rupees to two: five shares for one. A split lowers the face value and a consolidation raises it, or it is neither. */
function byFaceValue(words: readonly (string | undefined)[], kind: 'SPLIT' | 'CONSOLIDATION'): ReadAction {
  const [before, after] = [words[1] ?? words[2] ?? '0', words[3] ?? words[4] ?? '0'];
  const isRaised = decimal(after).gt(before);
  if (isRaised !== (kind === 'CONSOLIDATION')) return unreadable(kind);
  return withRatio(kind, decimal(before).toFixed(), decimal(after).toFixed());
}

function ofFaceValue(percent: string, faceValue: string | null): string | null {
  return faceValue === null ? null : decimal(faceValue).times(percent).div(100).toFixed();
}

/** Names of companies as people write them, from the capitals of exchanges and depositories. Browser-safe. */

/** Abbreviations with a vowel. Words of consonants alone stay in capitals anyway. */
const ABBREVIATIONS = new Set(
  (
    'ABB ACC ADF AGI AIA AMC AMD APL AU BASF BEML BHEL BSE CAMS CE CEAT CESC CG CRISIL EIH EID EIL ' +
    'EPL ESAB ESG ETF FIEM GAIL GE GIC GOCL HAL HEG HLE HOEC IBM ICICI ICRA IDBI IDFC IEX IFB IFCI ' +
    'IFGL IIFL IL INOX IOB IOC IOL IPCA IRB IRCON IRCTC IRFC IT ITC ITD ITI JTEKT KEC KEI KIOCL KPIT ' +
    'LIC MAS MOIL MSTC NALCO NAV NELCO NESCO NIIT NOCIL NSE NTPC NYSE ONGC PI PSU REIT RITES SAIL SBI ' +
    'SEPC SIS TCI TIL UCO UFO UK UPL US USA UTI VA VIP'
  ).split(' '),
);
/** Words of consonants alone that are no abbreviations. */
const WORDS_WITHOUT_VOWEL = new Set(['DR', 'MR', 'MRS', 'ST', 'LTD', 'PVT']);
const SMALL_WORDS = new Set(['AND', 'AT', 'BY', 'FOR', 'IN', 'OF', 'ON', 'THE', 'TO']);
const LEGAL_FORM = /[\s,.(-]+(?:private\s+|pvt\.?\s+|\(p\)\s*)?(?:limited|ltd)\b[.)]*$/i;
const MOST_CONSONANTS = 5;

/**
 * `Tata Consultancy Services` from `TATA CONSULTANCY SERVICES LTD`. The legal form at the end goes. A name that has a small
 * letter already keeps its letters; abbreviations such as HDFC, ITC and SBI stay in capitals.
 */
export function companyName(name: string): string {
  const short = withoutLegalForm(name.trim().replace(/\s+/g, ' '));
  if (/\p{Ll}/u.test(short)) return short;
  return short
    .split(' ')
    .map((word, at) => (at > 0 && SMALL_WORDS.has(word) ? word.toLowerCase() : wordOf(word)))
    .join(' ');
}

/** The company of a symbol, or the symbol where no name is known. */
export const nameOrSymbol = ({ name, symbol }: { name: string | null; symbol: string }): string =>
  name === null ? symbol : companyName(name);

function withoutLegalForm(name: string): string {
  const short = name.replace(LEGAL_FORM, '').trim();
  return short === '' || short === name ? name : withoutLegalForm(short);
}

/** Each run of letters by itself: `JOHN-DEERE`, `(INDIA)`, `L&T`; text after an apostrophe belongs to its word. */
const wordOf = (word: string): string =>
  word.replace(/[\p{Lu}\p{M}]+(?:['’][\p{Lu}\p{M}]+)*/gu, (run, at: number) => {
    const isPartOfInitials = run.length === 1;
    const isCounted = run.length < 3 && /\d$/.test(word.slice(0, at));
    return isPartOfInitials || isCounted || isAbbreviation(run) ? run : inSmall(run);
  });

const isAbbreviation = (word: string): boolean =>
  ABBREVIATIONS.has(word) ||
  (word.length <= MOST_CONSONANTS && /^[B-DF-HJ-NP-TV-XZ]+$/.test(word) && !WORDS_WITHOUT_VOWEL.has(word));

/** `Reddy’s` and `O’Neil`: a lone letter after an apostrophe is small. */
const inSmall = (word: string): string =>
  word
    .split(/(['’])/)
    .map((part, at) => (at > 0 && part.length === 1 ? part.toLowerCase() : capital(part)))
    .join('');

const capital = (word: string): string => {
  const [first = '', ...rest] = word;
  return `${first}${rest.join('').toLowerCase()}`;
};

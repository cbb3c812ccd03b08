/** A transaction, a security or a position of an OFX file: its values by name, the first of each name. */
export interface OfxRecord {
  /** BUYSTOCK, STOCKINFO, POSSTOCK … */
  kind: string;
  values: ReadonlyMap<string, string>;
  /** Where it begins. */
  line: number;
}

/** A statement of one account, and the securities that all statements of the file share. */
export interface OfxAccount {
  /** Who runs it and its number; '' where the file does not say. */
  id: string;
  currency: string;
  /** YYYYMMDD… as found. */
  from: string;
  until: string;
  cash: string | null;
  transactions: OfxRecord[];
  positions: OfxRecord[];
}
interface OfxFile {
  accounts: OfxAccount[];
  securities: OfxRecord[];
  /** Whether it holds a bank's or a card's statement. */
  hasBank: boolean;
}

const TRANSACTION =
  /^(?:(?:BUY|SELL)(?:STOCK|MF|DEBT|OTHER|OPT)|CLOSUREOPT|INCOME|REINVEST|RETOFCAP|SPLIT|TRANSFER|INVEXPENSE|MARGININTEREST|JRNLFUND|JRNLSEC|INVBANKTRAN)$/;
const SECURITY = /^(?:STOCK|MF|DEBT|OTHER|OPT)INFO$/;
const POSITION = /^POS(?:STOCK|MF|DEBT|OTHER|OPT)$/;
/** Longer than any value of the specification. */
const LONGEST_VALUE = 1000;
const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
};

/**
 * Reads OFX of both kinds, SGML in which values have no end tags, and XML. It goes through the tags once and keeps no tree:
 * within a transaction every name means one thing, so that neither depth nor a missing end tag matters.
 */
export function parseOfx(text: string): OfxFile {
  const file: OfxFile = { accounts: [], securities: [], hasBank: false };
  let account: OfxAccount | null = null;
  let open: { kind: string; values: Map<string, string>; line: number } | null = null;
  let isOtherCurrency = false;
  let broker = '';
  let list = '';
  let line = 1;
  let counted = 0;
  const lineAt = (at: number): number => {
    for (
      let next = text.indexOf('\n', counted);
      next !== -1 && next < at;
      next = text.indexOf('\n', counted)
    ) {
      line++;
      counted = next + 1;
    }
    return line;
  };
  for (const found of text.matchAll(/<(\/?)([A-Z][A-Z0-9._]{0,40})(?:\s*\/)?>([^<]*)/gi)) {
    const name = (found[2] as string).toUpperCase();
    const isEnd = found[1] === '/';
    if (name === 'ORIGCURRENCY') isOtherCurrency = !isEnd;
    if (name === 'CCSTMTRS' || name === 'STMTRS') file.hasBank = true;
    if (name === 'INVSTMTRS') {
      account = isEnd
        ? null
        : { id: '', currency: '', from: '', until: '', cash: null, transactions: [], positions: [] };
      if (account !== null) file.accounts.push(account);
      broker = '';
      list = '';
      open = null;
      continue;
    }
    if (isEnd) {
      if (open !== null && (open.kind === name || name === list)) open = null;
      if (name === list) list = '';
      continue;
    }
    const value = valueOf(found[3] as string);
    if (name === 'INVTRANLIST' || name === 'INVPOSLIST') {
      list = name;
      continue;
    }
    // A tag without a value that is within no entry is an entry, of a kind that is not known where it is in no list.
    const isUnknown = open === null && value === '' && list !== '';
    const isTransaction: boolean =
      account !== null && (TRANSACTION.test(name) || (isUnknown && list === 'INVTRANLIST'));
    const isPosition: boolean =
      account !== null && (POSITION.test(name) || (isUnknown && list === 'INVPOSLIST'));
    if (isTransaction || isPosition || SECURITY.test(name)) {
      open = { kind: name, values: new Map(), line: lineAt(found.index) };
      if (isTransaction) account?.transactions.push(open);
      else if (isPosition) account?.positions.push(open);
      else file.securities.push(open);
      continue;
    }
    if (value === '') continue;
    if (open !== null) {
      // What a trade cost in another currency is told beside what it cost in the account's.
      if (!isOtherCurrency && !open.values.has(name)) open.values.set(name, value);
    } else if (account !== null) {
      if (name === 'BROKERID') broker = value;
      if (name === 'ACCTID') account.id = `${broker}\n${value}`;
      if (name === 'CURDEF') account.currency = value;
      if (name === 'DTSTART') account.from = value;
      if (name === 'DTASOF') account.until = value;
      if (name === 'AVAILCASH') account.cash = value;
    }
  }
  return file;
}

function valueOf(text: string): string {
  const value = text
    .slice(0, LONGEST_VALUE * 2)
    .trim()
    .slice(0, LONGEST_VALUE);
  return value.replace(/&(#x?[0-9a-f]{1,6}|[a-z]{2,5});/gi, (whole, name: string) => entity(name) ?? whole);
}

function entity(name: string): string | null {
  if (!name.startsWith('#')) return ENTITIES[name.toLowerCase()] ?? null;
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number.parseInt(name.slice(1), 10);
  return code >= 32 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff)
    ? String.fromCodePoint(code)
    : null;
}

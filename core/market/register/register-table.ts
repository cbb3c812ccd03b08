import { readFile } from 'node:fs/promises';
import path from 'node:path';
import * as yup from 'yup';

/** How well a row of the register is known. Rows that sources contradict are not in it. */
export type Evidence =
  /** Its source and something independent agree: prices, ISINs or a second list. */
  | 'CONFIRMED'
  /** One publication only. */
  | 'SINGLE'
  /** Read from a jump of the price or from a change of the ISIN. */
  | 'DERIVED'
  /** The ratio has no public source: a person must check it. */
  | 'RECALLED'
  /** Only the day was published. */
  | 'DATE_ONLY';

/** A split, bonus or consolidation: `old_shares` become `new_shares`, as exact text. */
export interface RegisterRatio {
  /** The first day at the new price, YYYY-MM-DD. */
  ex_date: string;
  /** The symbol of that day. */
  symbol: string;
  market: 'IN' | 'US';
  kind: 'SPLIT' | 'BONUS' | 'CONSOLIDATION';
  /** False where the source has only the total of the shares, so that it may be a split or a bonus. */
  is_kind_known: boolean;
  new_shares: string;
  old_shares: string;
  isins: readonly string[];
  evidence: Evidence;
  source: string;
}

/** A merger, a demerger or another scheme. What is not published is null. */
export interface RegisterScheme {
  ex_date: string;
  /** The share that goes, or that gives a part away, by the symbol of that day. */
  symbol: string;
  kind: 'MERGER' | 'DEMERGER' | 'CONSOLIDATION';
  into_symbol: string | null;
  /** `new_shares` of the other company for `old_shares`. */
  new_shares: string | null;
  old_shares: string | null;
  /** Of a demerger: percentage points of the cost that go to the new company, as published for section 49(2C). */
  cost_pct: string | null;
  evidence: Evidence;
  source: string;
}

/** From `on` (its first day) the NSE symbol `from` is called `to`. */
export interface RegisterRename {
  from: string;
  to: string;
  on: string;
  isin: string | null;
  source: string;
}

const FATES = [
  'MERGED',
  'BOUGHT_OUT',
  'EXTINGUISHED',
  'WORTHLESS',
  'LIQUIDATION',
  'SUSPENDED',
  'RELISTED',
  'CONSOLIDATED',
  'LISTED_ELSEWHERE',
  'UNKNOWN',
] as const;

/** A share that stopped trading at NSE, and what its holders got. */
export interface ExtinguishedShare {
  symbol: string;
  isin: string | null;
  /** YYYY-MM-DD. */
  last_traded: string;
  /** Rupees for a share, exact text. */
  last_close: string | null;
  fate: (typeof FATES)[number];
  /** Of MERGED and CONSOLIDATED "42 HDFCBANK 25", of BOUGHT_OUT the rupees for a share, of RELISTED the later symbol. */
  received: string | null;
  effective_date: string | null;
  evidence: Evidence;
  source: string;
}

export interface RegisterTable {
  ratios: readonly RegisterRatio[];
  schemes: readonly RegisterScheme[];
  renames: readonly RegisterRename[];
  /** ISINs that no other row has, with a day on which the symbol had it. */
  isins: readonly { on: string; symbol: string; isin: string }[];
  extinguished: readonly ExtinguishedShare[];
}

const lines = yup.array().of(yup.string().required()).required();
const fileSchema = yup.object({
  sources: lines,
  ratios: lines,
  us_ratios: lines,
  schemes: lines,
  renames: lines,
  isins: lines,
  extinguished: lines,
});

const EVIDENCE = { C: 'CONFIRMED', S: 'SINGLE', D: 'DERIVED', R: 'RECALLED', O: 'DATE_ONLY' } as const;
const RATIO_KINDS = { S: 'SPLIT', B: 'BONUS', C: 'CONSOLIDATION', X: 'SPLIT' } as const;
const SCHEME_KINDS = { M: 'MERGER', A: 'MERGER', D: 'DEMERGER', C: 'CONSOLIDATION' } as const;

const DAY = String.raw`(\d{4}-\d\d-\d\d)`;
const SYMBOL = String.raw`([^\s|]+)`;
const NUMBER = String.raw`(\d+(?:\.\d+)?)`;
const ISIN = '([A-Z]{2}[A-Z0-9]{10})';
const END = String.raw`([CSDRO])\|(\d+)`;
const row = (...cells: string[]) => new RegExp(`^${cells.join(String.raw`\|`)}$`);

const RATIO = row(DAY, SYMBOL, '([SBCX])', NUMBER, NUMBER, `${ISIN}?`, `${ISIN}?`, END);
const US_RATIO = row(DAY, SYMBOL, '([SC])', NUMBER, NUMBER, END);
const SCHEME = row(DAY, SYMBOL, '([MADC])', `${SYMBOL}?`, `${NUMBER}?`, `${NUMBER}?`, `${NUMBER}?`, END);
const RENAME = row(DAY, SYMBOL, SYMBOL, `${ISIN}?`, String.raw`(\d+)`);
const NAMED_ISIN = row(DAY, SYMBOL, ISIN, String.raw`(\d+)`);
const EXTINGUISHED = row(
  DAY,
  SYMBOL,
  `${ISIN}?`,
  `${NUMBER}?`,
  `(${FATES.join('|')})`,
  '([^|]+)?',
  `${DAY}?`,
  END,
);

/**
 * The register as the file has it.
 * @throws Error that names the section and the row that cannot be read.
 */
export function parseRegister(text: string): RegisterTable {
  const file = fileSchema.validateSync(JSON.parse(text), { strict: true });
  const sourceAt = (cell = '') => {
    const source = file.sources[Number(cell)];
    if (source === undefined) throw new Error(`Register of corporate actions: there is no source ${cell}.`);
    return source;
  };
  function read<T>(
    section: Exclude<keyof typeof file, 'sources'>,
    shape: RegExp,
    of: (cells: string[]) => T,
  ): T[] {
    return file[section].map((line) => {
      const cells = shape.exec(line);
      if (cells === null)
        throw new Error(`Register of corporate actions, ${section}: "${line}" cannot be read.`);
      return of(cells.slice(1));
    });
  }
  const evidence = (cell = '') => EVIDENCE[cell as keyof typeof EVIDENCE];
  return {
    ratios: [
      ...read(
        'ratios',
        RATIO,
        ([day = '', symbol = '', kind, to = '', from = '', before, after, status, source]): RegisterRatio => {
          return {
            ex_date: day,
            symbol,
            market: 'IN',
            kind: RATIO_KINDS[kind as keyof typeof RATIO_KINDS],
            is_kind_known: kind !== 'X',
            new_shares: to,
            old_shares: from,
            isins: [before, after].filter((isin) => isin !== undefined),
            evidence: evidence(status),
            source: sourceAt(source),
          };
        },
      ),
      ...read(
        'us_ratios',
        US_RATIO,
        ([day = '', symbol = '', kind, to = '', from = '', status, source]): RegisterRatio => {
          return {
            ex_date: day,
            symbol,
            market: 'US',
            kind: RATIO_KINDS[kind as keyof typeof RATIO_KINDS],
            is_kind_known: true,
            new_shares: to,
            old_shares: from,
            isins: [],
            evidence: evidence(status),
            source: sourceAt(source),
          };
        },
      ),
    ],
    schemes: read(
      'schemes',
      SCHEME,
      ([day = '', symbol = '', kind, into, to, from, cost, status, source]) => ({
        ex_date: day,
        symbol,
        kind: SCHEME_KINDS[kind as keyof typeof SCHEME_KINDS],
        into_symbol: into ?? null,
        new_shares: to ?? null,
        old_shares: from ?? null,
        cost_pct: cost ?? null,
        evidence: evidence(status),
        source: sourceAt(source),
      }),
    ),
    renames: read('renames', RENAME, ([on = '', from = '', to = '', isin, source]) => ({
      from,
      to,
      on,
      isin: isin ?? null,
      source: sourceAt(source),
    })),
    isins: read('isins', NAMED_ISIN, ([on = '', symbol = '', isin = '']) => ({
      on,
      symbol,
      isin,
    })),
    extinguished: read(
      'extinguished',
      EXTINGUISHED,
      ([last = '', symbol = '', isin, close, fate, got, on, status, source]) => ({
        symbol,
        isin: isin ?? null,
        last_traded: last,
        last_close: close ?? null,
        fate: fate as ExtinguishedShare['fate'],
        received: got ?? null,
        effective_date: on ?? null,
        evidence: evidence(status),
        source: sourceAt(source),
      }),
    ),
  };
}

/** Beside this file in the sources, in dist/ and in the program. */
export async function readRegisterFile(): Promise<RegisterTable> {
  return parseRegister(await readFile(path.join(import.meta.dirname, 'register.json'), 'utf8'));
}

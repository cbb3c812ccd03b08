import { daysBetween } from '../../platform/index.ts';
import {
  type ExtinguishedShare,
  readRegisterFile,
  type RegisterRatio,
  type RegisterRename,
  type RegisterScheme,
  type RegisterTable,
} from './register-table.ts';

/** A share in the words of a ledger: the symbols that it had, and its ISINs. */
interface Share {
  symbols: readonly string[];
  isins: readonly string[];
}

/** The corporate actions that ship with the product, looked up by symbol or ISIN. */
export interface Register {
  renames: readonly RegisterRename[];
  /** Splits, bonuses and consolidations under any of the symbols, or of any of the ISINs, the oldest first. */
  ratiosOf(share: Share, market: RegisterRatio['market']): RegisterRatio[];
  /** Mergers, demergers and other schemes of shares with these symbols, the oldest first. */
  schemesOf(symbols: readonly string[]): RegisterScheme[];
  /** NSE symbols of ISINs, each with a day on which it was that: a file of BSE has codes or other names. */
  symbolsOf(isins: readonly string[]): { symbol: string; on: string }[];
  /**
   * The end of a share that NSE no longer lists; null for any other. The ISIN decides where one is known, else the symbol.
   * @param share.until the last day on which the books have it: long after its last session it is another share.
   */
  fateOf(share: Share & { until?: string | null }): ExtinguishedShare | null;
  /** Shares that NSE no longer lists, whose symbol begins with the text or whose ISIN it is. */
  searchExtinguished(text: string): ExtinguishedShare[];
}

/** Fewer letters of a symbol mean too many shares. */
const LEAST_LETTERS = 3;
/** A symbol is not given to another company sooner after the last day of its share. */
const REUSED_DAYS = 90;
const INDIAN_SHARE = /^INE.{9}$/;

/** The part of an ISIN that a change of face value leaves: issuer and kind of an Indian share, else all of it. */
const shareKey = (isin: string): string => (INDIAN_SHARE.test(isin) ? isin.slice(0, 9) : isin);

let shipped: Promise<Register> | undefined;

/** The register that ships with the product; read when it is needed first, once for the process. */
export async function corporateActionRegister(): Promise<Register> {
  shipped ??= readRegisterFile().then(createRegister);
  return await shipped;
}

/** Lookups over a register. */
export function createRegister(table: RegisterTable): Register {
  const ratios = {
    IN: groups(table.ratios, (one) => (one.market === 'IN' ? [one.symbol] : [])),
    US: groups(table.ratios, (one) => (one.market === 'US' ? [one.symbol] : [])),
  };
  const ratiosByShare = groups(table.ratios, ({ isins }) => isins.map(shareKey));
  const schemes = groups(table.schemes, ({ symbol }) => [symbol]);
  const named = [
    ...table.ratios.flatMap(({ isins, symbol, ex_date: on }) => isins.map((isin) => ({ isin, symbol, on }))),
    ...table.renames.flatMap(({ isin, to: symbol, on }) => (isin === null ? [] : [{ isin, symbol, on }])),
    ...table.isins,
    ...table.extinguished.flatMap(({ isin, symbol, last_traded: on }) =>
      isin === null ? [] : [{ isin, symbol, on }],
    ),
  ];
  const symbols = groups(named, ({ isin }) => [shareKey(isin)]);
  const gone = groups(table.extinguished, ({ symbol }) => [symbol]);
  const goneByIsin = new Map(table.extinguished.map((one) => [one.isin, one]));
  return {
    renames: table.renames,
    ratiosOf: (share, market) =>
      inOrder([
        ...share.symbols.flatMap((symbol) => ratios[market].get(symbol) ?? []),
        ...share.isins.flatMap((isin) => ratiosByShare.get(shareKey(isin)) ?? []),
      ]),
    schemesOf: (wanted) => inOrder(wanted.flatMap((symbol) => schemes.get(symbol) ?? [])),
    symbolsOf: (isins) =>
      [...new Set(isins.map(shareKey))].flatMap((key) =>
        (symbols.get(key) ?? []).map(({ symbol, on }) => ({ symbol, on })),
      ),
    searchExtinguished: (text) =>
      table.extinguished.filter(
        ({ symbol, isin }) =>
          symbol === text || isin === text || (text.length >= LEAST_LETTERS && symbol.startsWith(text)),
      ),
    fateOf({ symbols: names, isins, until }) {
      if (isins.length > 0)
        return isins.map((isin) => goneByIsin.get(isin)).find((one) => one !== undefined) ?? null;
      // A symbol may have been given to another company since.
      const isThen = (one: ExtinguishedShare) =>
        daysBetween(one.last_traded, until ?? one.last_traded) <= REUSED_DAYS;
      return names.flatMap((symbol) => gone.get(symbol) ?? []).findLast(isThen) ?? null;
    },
  };
}

function groups<T>(rows: readonly T[], keysOf: (row: T) => readonly string[]): Map<string, T[]> {
  const found = new Map<string, T[]>();
  for (const row of rows)
    for (const key of new Set(keysOf(row))) {
      const group = found.get(key);
      if (group === undefined) found.set(key, [row]);
      else group.push(row);
    }
  return found;
}

function inOrder<T extends { ex_date: string }>(rows: readonly T[]): T[] {
  return [...new Set(rows)].sort((a, b) => (a.ex_date < b.ex_date ? -1 : Number(a.ex_date > b.ex_date)));
}

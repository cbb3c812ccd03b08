import type { ShareAction } from '../../market/index.ts';
import type { Evidence, Register, RegisterRatio, RegisterScheme } from '../../market/register/index.ts';
import { daysApart } from '../../platform/index.ts';
import { SAME_EVENT_DAYS } from './decision-on.ts';
import { isOtherCompany, shareOfIsin } from './isin-changes.ts';
import type { LedgerHistory } from './ledger-history.ts';
import { isNamed, type NameOfShare } from './names.ts';

/** Source of an action that the shipped register knows. */
const REGISTER = 'REGISTER';
/** Source of a split that may be a bonus: the register has the total of the shares alone. */
const REGISTER_TOTAL = 'REGISTER_TOTAL';

/** A split, bonus or consolidation with its ratio, from an exchange, a provider or the register. */
export interface KnownRatio extends Pick<ShareAction, 'exchange' | 'kind' | 'ex_date' | 'source'> {
  new_shares: string;
  old_shares: string;
  /** The exchange's own words; null where there are none. */
  raw: string | null;
  evidence: Evidence | null;
}

/**
 * The register's splits, bonuses and consolidations of a share, by its ISINs, else by the name that it had on the day.
 * What an exchange announced itself is left out.
 */
export function registeredRatios(
  history: LedgerHistory,
  names: readonly NameOfShare[],
  register: Register,
  announced: readonly KnownRatio[],
): KnownRatio[] {
  const market = history.currency === 'INR' ? 'IN' : history.currency === 'USD' ? 'US' : null;
  if (market === null) return [];
  const isins = ofOneCompany(history.isins);
  return register
    .ratiosOf({ symbols: names.map(({ symbol }) => symbol), isins }, market)
    .filter((one) => isRowOf(one, isins, names) && !isAnnounced(one, announced))
    .map((one) => ({
      exchange: market === 'IN' ? 'NSE' : 'NYSE',
      kind: one.kind,
      ex_date: one.ex_date,
      new_shares: one.new_shares,
      old_shares: one.old_shares,
      source: one.is_kind_known ? REGISTER : REGISTER_TOTAL,
      raw: null,
      evidence: one.evidence,
    }));
}

/** None where they are of several companies: one of them is a mistake, and which is unknown. */
export function ofOneCompany(isins: readonly string[]): readonly string[] {
  return isins.some((one) => isins.some((other) => isOtherCompany(one, other))) ? [] : isins;
}

/** The ISIN decides where both sides have one; a symbol may have been another company's then. */
function isRowOf(row: RegisterRatio, isins: readonly string[], names: readonly NameOfShare[]): boolean {
  if (row.isins.some((one) => isins.some((own) => shareOfIsin(one) === shareOfIsin(own)))) return true;
  if (!isNamed(names, row.symbol, row.ex_date)) return false;
  return !row.isins.some((one) => isins.some((own) => isOtherCompany(one, own)));
}

function isAnnounced(row: RegisterRatio, announced: readonly KnownRatio[]): boolean {
  return announced.some(
    ({ kind, ex_date, source }) =>
      source !== 'YAHOO' &&
      daysApart(ex_date, row.ex_date) <= SAME_EVENT_DAYS &&
      (kind === row.kind || !row.is_kind_known),
  );
}

/** A merger or demerger with its terms. */
type KnownScheme = RegisterScheme & { into_symbol: string; new_shares: string; old_shares: string };

/** The register's schemes of a share by the names of their days: those with terms, and those of which only the day is known. */
export function registeredSchemes(
  names: readonly NameOfShare[],
  register: Register,
): { known: KnownScheme[]; dated: RegisterScheme[] } {
  const all = register
    .schemesOf([...new Set(names.map(({ symbol }) => symbol))])
    .filter(({ symbol, ex_date }) => isNamed(names, symbol, ex_date));
  const isKnown = (one: RegisterScheme): one is KnownScheme =>
    one.into_symbol !== null && one.new_shares !== null && one.old_shares !== null;
  return { known: all.filter(isKnown), dated: all.filter((one) => !isKnown(one)) };
}

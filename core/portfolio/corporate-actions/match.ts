import type { SymbolChange } from '../../market/instruments/index.ts';
import { effectiveRatios, type ShareAction } from '../../market/index.ts';
import type { KnownScheme } from './known-schemes.ts';
import { type NameOfShare, namesOfShare } from './names.ts';
import type { ActionTerms } from './action-terms.ts';
import type { LedgerActionView } from './view.ts';
import type { AskedAction } from './action-service.ts';
import type { LedgerHistory } from './ledger-history.ts';
import { type IsinChange, isSameShare, ratioOfChange } from './isin-changes.ts';
import { daysApart } from '../../platform/index.ts';

/** An action that may concern a position of the ledger. */
export interface Candidate extends AskedAction {
  portfolio: string;
  currency: string;
  /** TERMS: the announcement does not say which share comes, how many, or what part of the cost goes with it. */
  needs: 'TERMS' | null;
  /** The exchange's own words; null where there are none. */
  announced: string | null;
  /** Its instrument in the registry, for the price of a fraction; null where that does not know it. */
  instrument_id: string | null;
  /** The ledger has rows under the name that the share took: they belong together whether or not any were held. */
  has_sibling: boolean;
  /** The change of ISIN in the person's own trades that it explains; null for none. */
  isin_change: IsinChange | null;
  /** It was applied and undone. */
  is_undone: boolean;
}

/** What is known beside the ledger. */
export interface Facts {
  actions: readonly ShareAction[];
  schemes: readonly KnownScheme[];
  changes: readonly SymbolChange[];
  decided: readonly LedgerActionView[];
  /** Actions with a later ex-date have not happened yet. */
  today: string;
  /** The instrument of a position, by `keyOf`; none where the registry does not know it. */
  instruments: ReadonlyMap<string, string>;
}

/** Two sources may name days that differ a little for one event. */
const SAME_EVENT_DAYS = 7;
const SCHEME_DAYS = 45;
const SAME_RATIO = 1e-3;

export const keyOf = ({ portfolio_id, symbol }: { portfolio_id: string; symbol: string }): string =>
  `${portfolio_id}\0${symbol}`;

/** The changes of symbol at the exchanges where a currency is traded. */
export function changesIn(currency: string, changes: readonly SymbolChange[]): SymbolChange[] {
  return changes.filter(({ exchange }) => isIndian(exchange) === (currency === 'INR'));
}

/** Everything that may have happened to the shares of a ledger while it had them, by ex-date. Units are somebody else's question. */
export function candidates(histories: readonly LedgerHistory[], facts: Facts): Candidate[] {
  return histories
    .flatMap((history) => candidatesOf(history, histories, facts))
    .sort(
      (a, b) =>
        compare(a.ex_date, b.ex_date) || compare(a.portfolio, b.portfolio) || compare(a.symbol, b.symbol),
    );
}

function candidatesOf(history: LedgerHistory, all: readonly LedgerHistory[], facts: Facts): Candidate[] {
  const { first_date, currency, asset_class } = history;
  if (asset_class === 'Mutual Fund' || asset_class === 'Unlisted' || asset_class === 'Cash') return [];
  const changes = changesIn(currency, facts.changes);
  const names = namesOfShare(history.symbol, history.last_date, changes);
  const instrument_id = facts.instruments.get(keyOf(history)) ?? null;
  const like = (terms: Partial<Candidate> & Pick<Candidate, 'kind' | 'ex_date' | 'source'>): Candidate => ({
    portfolio_id: history.portfolio_id,
    portfolio: history.portfolio,
    currency,
    symbol: history.symbol,
    position: history.symbol,
    new_shares: null,
    old_shares: null,
    into_symbol: null,
    into_isin: null,
    cost_pct: null,
    fraction_price: null,
    needs: null,
    announced: null,
    instrument_id,
    has_sibling: false,
    is_undone: false,
    isin_change: changeAround(history, terms.ex_date),
    ...terms,
  });
  const isHeldThen = (day: string) => first_date < day && day <= facts.today;
  const found: Candidate[] = [];
  const next = names.find(
    ({ symbol, until }) => symbol === history.symbol && until !== null && isHeldThen(until),
  );
  const renamed = next === undefined ? undefined : names[names.indexOf(next) + 1];
  if (next?.until && renamed !== undefined) {
    const later = new Set(names.slice(names.indexOf(renamed)).map(({ symbol }) => symbol));
    const has_sibling = all.some(
      (other) => other.portfolio_id === history.portfolio_id && later.has(other.symbol) && other !== history,
    );
    found.push(
      like({ kind: 'RENAME', ex_date: next.until, into_symbol: renamed.symbol, source: 'NSE', has_sibling }),
    );
  } else {
    const later = laterName(history, all);
    if (later !== null)
      found.push(
        like({ kind: 'RENAME', ex_date: later.first_date, into_symbol: later.symbol, source: 'FILE' }),
      );
  }
  const own = facts.actions.filter((action) => isOf(action, names, instrument_id, currency));
  const ratios = own.flatMap((action) =>
    action.new_shares === null || action.old_shares === null
      ? []
      : [
          {
            ...action,
            new_shares: Number(action.new_shares),
            old_shares: Number(action.old_shares),
            exact: action,
          },
        ],
  );
  for (const { exact, ex_date, source } of onceByExchanges(effectiveRatios(ratios))) {
    const { kind } = exact;
    if (!isHeldThen(ex_date) || (kind !== 'SPLIT' && kind !== 'BONUS' && kind !== 'CONSOLIDATION')) continue;
    const { new_shares, old_shares, raw } = exact;
    found.push(like({ kind, ex_date, new_shares, old_shares, source, announced: raw }));
  }
  const schemes = facts.schemes.filter(
    (scheme) =>
      currency === 'INR' && isHeldThen(scheme.ex_date) && isNamed(names, scheme.symbol, scheme.ex_date),
  );
  for (const { kind, ex_date, into_symbol, new_shares, old_shares, cost_pct } of schemes) {
    const into = namesOfShare(into_symbol, ex_date, changes);
    // Where its rows go by a later name already, the shares come under that one.
    const known = into.find(({ symbol }) =>
      all.some((other) => other.portfolio_id === history.portfolio_id && other.symbol === symbol),
    );
    const name = known?.symbol ?? into_symbol;
    if (name === history.symbol) continue;
    found.push(
      like({ kind, ex_date, into_symbol: name, new_shares, old_shares, cost_pct, source: 'COMPANY' }),
    );
  }
  for (const { kind, ex_date, source, raw, new_shares } of own) {
    if (new_shares !== null || !isHeldThen(ex_date)) continue;
    if (schemes.some((scheme) => daysApart(scheme.ex_date, ex_date) <= SCHEME_DAYS)) continue;
    found.push(
      like({
        kind: kind === 'SCHEME' ? 'MERGER' : 'DEMERGER',
        ex_date,
        source,
        announced: raw,
        needs: 'TERMS',
      }),
    );
  }
  return [...found, ...changesOfIsin(history, names, found, facts.decided).map(like)];
}

/** Splits and consolidations that only the person's own trades tell of: another ISIN at another price. */
function changesOfIsin(
  history: LedgerHistory,
  names: readonly NameOfShare[],
  announced: readonly Candidate[],
  decided: readonly LedgerActionView[],
): (Partial<Candidate> & Pick<Candidate, 'kind' | 'ex_date' | 'source'>)[] {
  const isName = new Set([history.symbol, ...history.symbols, ...names.map(({ symbol }) => symbol)]);
  const own = decided.filter(
    (one) => one.portfolio_id === history.portfolio_id && isName.has(one.symbol) && one.status !== 'UNDONE',
  );
  return history.isin_changes.flatMap((change) => {
    const around = (day: string) => changeAround(history, day) === change;
    const moves = [...own, ...announced].filter(({ kind, ex_date }) => kind !== 'RENAME' && around(ex_date));
    if (history.first_date >= change.on || own.some((one) => isDecisionOn(one, change))) return [];
    // A scheme brings another ISIN too, and its own terms say what became of the units.
    if (moves.some(({ kind }) => !isRatioKind(kind))) return [];
    const applied = moves.filter((one) => !('status' in one && one.status === 'DECLINED'));
    if (applied.length < moves.length) return [];
    const known = applied.filter((one) => 'status' in one || decisionOn(one, [...isName], own) === null);
    const told = known.reduce((product, one) => product * ratioOf(one), 1);
    // What is announced may be what the ledger records.
    const isRecorded = Math.abs(told / change.recorded - 1) < SAME_RATIO;
    const ratio = ratioOfChange(change, isRecorded ? 1 : told, history.currency);
    if (ratio === null ? known.length > 0 : ratio[0] === ratio[1]) return [];
    const isFewer = ratio === null ? change.price_after > change.price_before : ratio[0] < ratio[1];
    return [
      {
        kind: isFewer ? 'CONSOLIDATION' : 'SPLIT',
        ex_date: change.on,
        new_shares: ratio === null ? null : String(ratio[0]),
        old_shares: ratio === null ? null : String(ratio[1]),
        into_isin: change.to_isin,
        needs: ratio === null ? 'TERMS' : null,
        source: 'FILE',
      } as const,
    ];
  });
}

/** The change of ISIN that an action of a day explains: trades may carry the old one for some days more. */
function changeAround({ isin_changes }: LedgerHistory, day: string): IsinChange | null {
  return (
    isin_changes.find(
      ({ after, on }) => (after < day && day <= on) || (day > on && daysApart(on, day) <= SAME_EVENT_DAYS),
    ) ?? null
  );
}

const isDecisionOn = ({ source, kind, into_isin }: LedgerActionView, { to_isin }: IsinChange): boolean =>
  source === 'FILE' && isRatioKind(kind) && into_isin === to_isin;

/** Where the same share goes on under another symbol after its last trade, and no list tells of it. */
function laterName(history: LedgerHistory, all: readonly LedgerHistory[]): LedgerHistory | null {
  return (
    all
      .filter(
        (other) =>
          other.portfolio_id === history.portfolio_id &&
          other.currency === history.currency &&
          other.symbol !== history.symbol &&
          other.first_date > history.last_date &&
          other.isins.some((isin) => history.isins.some((own) => isSameShare(own, isin))),
      )
      .toSorted((a, b) => compare(a.first_date, b.first_date))[0] ?? null
  );
}

/** One event that two exchanges announce for days which differ a little counts once, as the first of them has it. */
function onceByExchanges<
  T extends { ex_date: string; exact: ShareAction; new_shares: number; old_shares: number },
>(actions: readonly T[]): T[] {
  const kept: T[] = [];
  for (const one of actions) {
    const isRepeated = kept.some(
      (other) =>
        other.exact.exchange !== one.exact.exchange &&
        other.exact.kind === one.exact.kind &&
        daysApart(other.ex_date, one.ex_date) <= SAME_EVENT_DAYS &&
        Math.abs(ratioOf(other) / ratioOf(one) - 1) < SAME_RATIO,
    );
    if (!isRepeated) kept.push(one);
  }
  return kept;
}

/** Whether an announcement is of this share: by the registry, else by the name that it had on the day. */
function isOf(
  action: ShareAction,
  names: readonly NameOfShare[],
  instrumentId: string | null,
  currency: string,
): boolean {
  if (isIndian(action.exchange) !== (currency === 'INR')) return false;
  if (action.instrument_id !== null) return action.instrument_id === instrumentId;
  return isNamed(names, action.symbol, action.ex_date);
}

function isNamed(names: readonly NameOfShare[], symbol: string, day: string): boolean {
  // An action on the first day of a new name may be announced under either of the two.
  return names.some(
    (name) =>
      name.symbol === symbol && (name.from ?? '') <= day && (name.until === null || day <= name.until),
  );
}

/** The decision that was made about an action, whichever source and name it was known by then. */
export function decisionOn<T extends LedgerActionView>(
  candidate: Pick<
    Candidate,
    | 'portfolio_id'
    | 'kind'
    | 'ex_date'
    | 'symbol'
    | 'new_shares'
    | 'old_shares'
    | 'into_symbol'
    | 'source'
    | 'needs'
    | 'isin_change'
  >,
  names: readonly string[],
  decisions: readonly T[],
): T | null {
  const isNameOf = new Set([candidate.symbol, ...names]);
  return (
    decisions.find((one) => {
      if (one.portfolio_id !== candidate.portfolio_id || !isNameOf.has(one.symbol)) return false;
      if (one.kind === candidate.kind && one.ex_date === candidate.ex_date) return true;
      // The exchange's list may name what was decided by the person's own trades, for the day on which it was.
      const { isin_change } = candidate;
      if (isin_change !== null && isRatioKind(candidate.kind) && isDecisionOn(one, isin_change)) return true;
      // "Scheme of arrangement" may be either: the person who gave the terms knew which.
      if (candidate.needs === 'TERMS' && (one.kind === 'MERGER' || one.kind === 'DEMERGER')) {
        return daysApart(one.ex_date, candidate.ex_date) <= SCHEME_DAYS;
      }
      if (!isRatioKind(one.kind) || !isRatioKind(candidate.kind)) {
        return one.kind === candidate.kind && daysApart(one.ex_date, candidate.ex_date) <= SCHEME_DAYS;
      }
      // A provider calls a bonus a split; a split and a bonus that exchanges announce are two events.
      const isSameKind =
        one.kind === candidate.kind || !(isExchange(one.source) && isExchange(candidate.source));
      return (
        isSameKind &&
        daysApart(one.ex_date, candidate.ex_date) <= SAME_EVENT_DAYS &&
        Math.abs(ratioOf(one) / ratioOf(candidate) - 1) < SAME_RATIO
      );
    }) ?? null
  );
}

const isRatioKind = (kind: ActionTerms['kind']): boolean =>
  kind === 'SPLIT' || kind === 'BONUS' || kind === 'CONSOLIDATION';

function ratioOf(of: { new_shares: string | number | null; old_shares: string | number | null }): number {
  return Number(of.new_shares ?? 1) / Number(of.old_shares ?? 1);
}

const isExchange = (source: string): boolean => source === 'NSE' || source === 'BSE';
const isIndian = (exchange: string): boolean => exchange === 'NSE' || exchange === 'BSE';

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

import { type CloseJump, effectiveRatios, type ShareAction } from '../../market/index.ts';
import type { Evidence, Register } from '../../market/register/index.ts';
import { type ChangesBySymbol, isNamed, type NameOfShare, namesOfShare, type ShareNames } from './names.ts';
import { type KnownRatio, registeredRatios, registeredSchemes } from './registered.ts';
import type { LedgerActionView } from './view.ts';
import type { LedgerHistory } from './ledger-history.ts';
import type { Candidate } from './candidate.ts';
import { ratioOf, SAME_EVENT_DAYS, SAME_RATIO, SCHEME_DAYS } from './decision-on.ts';
import { splitOfJump, splitsOfJumps } from './close-jumps.ts';
import {
  changeAround,
  changesOfIsin,
  historiesByShare,
  type HistoriesByShare,
  laterName,
} from './own-trades.ts';
import { daysApart } from '../../platform/index.ts';

/** What is known beside the ledger. */
interface Facts {
  actions: readonly ShareAction[];
  register: Register;
  /** The changes of symbol at the exchanges where a currency is traded. */
  changes: (currency: string) => ChangesBySymbol;
  /** The names of a position, by `keyOf`. */
  names: ReadonlyMap<string, ShareNames>;
  decided: readonly LedgerActionView[];
  /** Jumps of the closes of an instrument, by its id. */
  jumps: ReadonlyMap<string, readonly CloseJump[]>;
  /** Actions with a later ex-date have not happened yet. */
  today: string;
  /** The instrument of a position, by `keyOf`; none where the registry does not know it. */
  instruments: ReadonlyMap<string, string>;
}

export const keyOf = ({ portfolio_id, symbol }: { portfolio_id: string; symbol: string }): string =>
  `${portfolio_id}\0${symbol}`;

/** Everything that may have happened to the shares of a ledger while it had them, by ex-date, without regard to units. */
export function candidates(histories: readonly LedgerHistory[], facts: Facts): Candidate[] {
  const byShare = historiesByShare(histories);
  return histories
    .flatMap((history) => candidatesOf(history, histories, byShare, facts))
    .sort(
      (a, b) =>
        compare(a.ex_date, b.ex_date) ||
        compare(a.portfolio, b.portfolio) ||
        compare(a.symbol, b.symbol) ||
        // A bonus is given on what a split of the same morning made.
        Number(a.kind === 'BONUS') - Number(b.kind === 'BONUS'),
    );
}

function candidatesOf(
  history: LedgerHistory,
  all: readonly LedgerHistory[],
  byShare: HistoriesByShare,
  facts: Facts,
): Candidate[] {
  const { first_date, currency, asset_class } = history;
  if (asset_class === 'Mutual Fund' || asset_class === 'Unlisted' || asset_class === 'Cash') return [];
  const { own: ownNames, all: names } = facts.names.get(keyOf(history)) ?? { own: [], all: [] };
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
    evidence: null,
    other_receivers: [],
    announced: null,
    instrument_id,
    has_sibling: false,
    jump: null,
    is_undone: false,
    isin_change: changeAround(history, terms.ex_date),
    ...terms,
  });
  // Once a rename joins the rows of both names, their actions are those of the new one.
  let until = facts.today;
  const isHeldThen = (day: string) => first_date < day && day <= until;
  const found: Candidate[] = [];
  const next = ownNames.find(
    ({ symbol, until }) => symbol === history.symbol && until !== null && isHeldThen(until),
  );
  const renamed = next === undefined ? undefined : ownNames[ownNames.indexOf(next) + 1];
  if (next?.until && renamed !== undefined) {
    const later = new Set(ownNames.slice(ownNames.indexOf(renamed)).map(({ symbol }) => symbol));
    const has_sibling = all.some(
      (other) => other.portfolio_id === history.portfolio_id && later.has(other.symbol) && other !== history,
    );
    found.push(
      like({ kind: 'RENAME', ex_date: next.until, into_symbol: renamed.symbol, source: 'NSE', has_sibling }),
    );
    const isDeclined = facts.decided.some(
      (one) =>
        one.portfolio_id === history.portfolio_id &&
        one.symbol === history.symbol &&
        one.kind === 'RENAME' &&
        one.status === 'DECLINED',
    );
    if (has_sibling && !isDeclined) until = next.until;
  } else {
    const later = laterName(history, byShare);
    if (later !== null)
      found.push(like({ kind: 'RENAME', ex_date: later.ex_date, into_symbol: later.symbol, source: 'FILE' }));
  }
  const own = facts.actions.filter((action) => isOf(action, names, instrument_id, currency));
  const announced = own.flatMap((action): KnownRatio[] => {
    const { new_shares, old_shares } = action;
    return new_shares === null || old_shares === null
      ? []
      : [{ ...action, new_shares, old_shares, evidence: null }];
  });
  const ratios = [...announced, ...registeredRatios(history, names, facts.register, announced)].map(
    (exact) => ({
      ...exact,
      new_shares: Number(exact.new_shares),
      old_shares: Number(exact.old_shares),
      exact,
    }),
  );
  for (const { exact, ex_date, source } of onceByExchanges(effectiveRatios(ratios))) {
    const { kind } = exact;
    if (!isHeldThen(ex_date) || (kind !== 'SPLIT' && kind !== 'BONUS' && kind !== 'CONSOLIDATION')) continue;
    const { new_shares, old_shares, raw, evidence } = exact;
    found.push(
      like({
        kind,
        ex_date,
        new_shares,
        old_shares,
        source,
        announced: raw,
        evidence,
        needs: needsOf(evidence),
      }),
    );
  }
  const schemes = currency === 'INR' ? registeredSchemes(names, facts.register) : { known: [], dated: [] };
  const isNear = (ex_date: string) => (one: { ex_date: string }) =>
    daysApart(one.ex_date, ex_date) <= SCHEME_DAYS;
  const namesOf = (symbol: string, ex_date: string) =>
    namesOfShare(symbol, ex_date, facts.changes(currency)).map((name) => name.symbol);
  for (const scheme of schemes.known) {
    const { kind, ex_date, into_symbol, new_shares, old_shares, cost_pct, evidence } = scheme;
    if (!isHeldThen(ex_date)) continue;
    // Where its rows go by a later name already, the shares come under that one.
    const name =
      namesOf(into_symbol, ex_date).find((symbol) =>
        all.some((other) => other.portfolio_id === history.portfolio_id && other.symbol === symbol),
      ) ?? into_symbol;
    if (name === history.symbol) continue;
    const others = schemes.known.filter((one) => one !== scheme && one.ex_date === ex_date);
    found.push(
      like({
        kind,
        ex_date,
        into_symbol: name,
        new_shares,
        old_shares,
        cost_pct,
        source: 'COMPANY',
        evidence,
        needs: needsOf(evidence),
        other_receivers: others.flatMap((one) => namesOf(one.into_symbol, ex_date)),
      }),
    );
  }
  const isOpen = (ex_date: string) => isHeldThen(ex_date) && !schemes.known.some(isNear(ex_date));
  const open = own.filter(({ new_shares, ex_date }) => new_shares === null && isOpen(ex_date));
  for (const { kind, ex_date, source, raw } of open)
    found.push(
      like({
        kind: kind === 'SCHEME' ? 'MERGER' : 'DEMERGER',
        ex_date,
        source,
        announced: raw,
        needs: 'TERMS',
      }),
    );
  for (const { kind, ex_date, evidence } of schemes.dated)
    if (isOpen(ex_date) && !open.some(isNear(ex_date)))
      found.push(like({ kind, ex_date, source: 'REGISTER', evidence, needs: 'TERMS' }));
  const jumps = (facts.jumps.get(instrument_id ?? '') ?? []).filter(({ on }) => isHeldThen(on));
  for (const change of changesOfIsin(history, names, found, facts.decided)) {
    const asked = like(change);
    const within = jumps.find(({ on }) => changeAround(history, on) === asked.isin_change);
    const split = asked.needs === null || within === undefined ? null : splitOfJump(within, currency);
    found.push(split === null ? asked : { ...asked, ...split, needs: null });
  }
  const isOwn = new Set([history.symbol, ...history.symbols, ...names.map(({ symbol }) => symbol)]);
  const decided = facts.decided.filter(
    (one) => one.portfolio_id === history.portfolio_id && isOwn.has(one.symbol) && one.status !== 'UNDONE',
  );
  const explained = jumps.filter(({ on }) => changeAround(history, on) === null);
  return [...found, ...splitsOfJumps(explained, currency, [...found, ...decided]).map(like)];
}

/** A ratio that no public source confirms is a person's to check. */
const needsOf = (evidence: Evidence | null): Candidate['needs'] => (evidence === 'RECALLED' ? 'TERMS' : null);

/** One event that two exchanges announce for days which differ a little counts once, as the first of them has it. */
function onceByExchanges<
  T extends { ex_date: string; exact: KnownRatio; new_shares: number; old_shares: number },
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

/** True for an exchange where rupees are paid. */
export const isIndian = (exchange: string): boolean => exchange === 'NSE' || exchange === 'BSE';

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

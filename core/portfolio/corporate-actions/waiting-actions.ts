import { bareSymbol, type Instruments, type Resolver } from '../../market/instruments/index.ts';
import type { CloseJump, MarketHistory } from '../../market/index.ts';
import { type Clock, daysApart, decimal, istDate } from '../../platform/index.ts';
import { corporateActionRegister } from '../../market/register/index.ts';
import { isRatioKind } from './action-terms.ts';
import type { Candidate, WaitingAction } from './candidate.ts';
import { decisionOn, ratioOf, SAME_RATIO } from './decision-on.ts';
import { candidates, isIndian, keyOf } from './match.ts';
import { changesBySymbol, type ShareNames, shareNames } from './names.ts';
import { ofOneCompany } from './registered.ts';
import { termsOf } from './terms.ts';
import { joinRenames, splitsOfRename } from './renamed-splits.ts';
import { toActionSuggestion } from './suggestion.ts';
import type { ActionLedger, ActionService } from './action-service.ts';
import type { LedgerActionView } from './view.ts';
import type { LedgerHistory } from './ledger-history.ts';

/** Further apart, no recorded row stands for either of two actions. */
const TWIN_DAYS = 60;

interface WaitingActions extends ActionLedger {
  waiting: WaitingAction[];
}

interface KnownOfShares {
  histories: readonly LedgerHistory[];
  /** By `keyOf`. */
  names: ReadonlyMap<string, ShareNames>;
  all: readonly Candidate[];
  decided: readonly LedgerActionView[];
  /** By instrument. */
  jumps: ReadonlyMap<string, readonly CloseJump[]>;
  /** Instruments, by `keyOf`. */
  ids: ReadonlyMap<string, string>;
}

interface WaitingActionsDependencies {
  actions: Pick<ActionService, 'ledger' | 'assess' | 'joinedChanges'>;
  instruments: Pick<Instruments, 'names'>;
  history: Pick<MarketHistory, 'shareActions' | 'firstClose' | 'closeJumps'>;
  clock: Clock;
}

/** Finds what happened to the shares that a person held and that their ledger does not record. */
export function createWaitingActions({ actions, instruments, history, clock }: WaitingActionsDependencies) {
  /** Suggestions without a decision, with the terms as they would be applied. @param given the ledger, if already read. */
  async function waiting(userId: string, given?: ActionLedger): Promise<WaitingActions> {
    const ledger = given ?? (await actions.ledger(userId));
    const { histories, decided } = ledger;
    if (histories.length === 0) return { ...ledger, waiting: [] };
    const { resolver, changes } = await instruments.names();
    const ids = instrumentsOf(histories, resolver);
    const register = await corporateActionRegister();
    const indian = changesBySymbol(changes.filter(({ exchange }) => isIndian(exchange)));
    const foreign = changesBySymbol(changes.filter(({ exchange }) => !isIndian(exchange)));
    const changesOf = (currency: string) => (currency === 'INR' ? indian : foreign);
    const names = new Map(
      histories.map((one) => [
        keyOf(one),
        shareNames({ ...one, isins: ofOneCompany(one.isins) }, changesOf(one.currency), register),
      ]),
    );
    const symbolsOf = (of: ShareNames | undefined) => of?.all.map(({ symbol }) => symbol) ?? [];
    const known = await history.shareActions(
      [...new Set(ids.values())],
      [...new Set([...names.values()].flatMap(symbolsOf))],
    );
    const jumps = new Map<string, CloseJump[]>();
    for (const jump of await history.closeJumps(sharesOf(histories, ids)))
      jumps.set(jump.instrument_id, [...(jumps.get(jump.instrument_id) ?? []), jump]);
    const undecided = (all: readonly Candidate[]) =>
      all.flatMap((one) => {
        const decision = (of: readonly LedgerActionView[]) =>
          decisionOn(one, symbolsOf(names.get(keyOf(one))), of);
        if (decision(decided.filter(({ status }) => status !== 'UNDONE')) !== null) return [];
        return [{ ...one, is_undone: decision(decided) !== null }];
      });
    const all = candidates(histories, {
      jumps,
      actions: known,
      register,
      changes: changesOf,
      names,
      decided,
      today: istDate(clock.now()),
      instruments: ids,
    });
    const found = undecided(all);
    for (const rename of found.filter(({ kind }) => kind === 'RENAME'))
      found.push(
        ...undecided(await withRename(userId, rename, { histories, names, all, decided, jumps, ids })),
      );
    const applied = decided.filter(({ status, kind }) => status === 'APPLIED' && isRatioKind(kind));
    const assessed = await actions.assess(
      userId,
      found,
      histories.flatMap((history) => {
        const isName = new Set([history.symbol, ...symbolsOf(names.get(keyOf(history)))]);
        return applied
          .filter((one) => one.portfolio_id === history.portfolio_id && isName.has(one.symbol))
          .map((one) => ({ ...termsOf(one), position: history.symbol }));
      }),
    );
    const open: WaitingAction[] = [];
    for (const [at, candidate] of found.entries()) {
      const assessment = assessed[at];
      if (assessment === undefined || assessment.is_recorded) continue;
      if (assessment.units_before === 0 && !candidate.has_sibling) continue;
      // Trades and closes only suggest it; sales of more shares than it leaves contradict it.
      if (assessment.oversells && isGuess(candidate)) continue;
      // A demerger of one share for ten gives a holder of nine nothing but cash; below that there is nothing at all.
      if (
        candidate.needs === null &&
        assessment.units_after + assessment.fraction === 0 &&
        assessment.units_before > 0
      )
        continue;
      const price = assessment.fraction > 0 ? await fractionPrice(candidate, resolver) : null;
      open.push({
        recorded: found.filter(
          (other, nth) => assessed[nth]?.is_recorded === true && isTwin(candidate, other),
        ),
        rename: null,
        candidate: { ...candidate, fraction_price: price === null ? null : decimal(price).toFixed() },
        view: toActionSuggestion(candidate, assessment, price),
      });
    }
    return { ...ledger, waiting: joinRenames(open) };
  }

  /** Effect that came with a new symbol, where the person has rows under both. */
  async function withRename(
    userId: string,
    rename: Candidate,
    { histories, names, all, decided, jumps, ids }: KnownOfShares,
  ): Promise<Candidate[]> {
    const { portfolio_id, position, into_symbol, ex_date } = rename;
    const of = (symbol: string | null) =>
      histories.find((one) => one.portfolio_id === portfolio_id && one.symbol === symbol);
    const [history, next] = [of(position), of(into_symbol)];
    if (history === undefined || next === undefined || next.first_date < ex_date) return [];
    const both = [history, next];
    return splitsOfRename(rename, {
      history,
      changes: await actions.joinedChanges(userId, { portfolio_id, symbols: [position, next.symbol] }),
      names: both.flatMap((one) => names.get(keyOf(one))?.all ?? []),
      announced: all.filter((one) =>
        both.some(({ symbol }) => symbol === one.position && one.portfolio_id === portfolio_id),
      ),
      decided,
      jumps: both.flatMap((one) => jumps.get(ids.get(keyOf(one)) ?? '') ?? []),
    });
  }

  /** Fractions are sold by the company for about the close of the ex-date. */
  async function fractionPrice(candidate: Candidate, resolver: Resolver): Promise<number | null> {
    const { into_symbol, instrument_id, ex_date } = candidate;
    let id = instrument_id;
    if (into_symbol !== null) {
      const into = resolver.resolve({ symbol: into_symbol, on: ex_date });
      id = into.outcome === 'FOUND' ? into.instrument.id : null;
    }
    return id === null ? null : ((await history.firstClose(id, ex_date))?.close ?? null);
  }

  return waiting;
}

/** True for an action that only the person's own trades or the closes suggest. */
const isGuess = ({ source }: Candidate): boolean => source === 'FILE' || source === 'CLOSES';

/** Whether two actions of one share may be taken for each other by what was recorded. */
function isTwin(one: Candidate, other: Candidate): boolean {
  return (
    one.portfolio_id === other.portfolio_id &&
    one.position === other.position &&
    isRatioKind(one.kind) &&
    isRatioKind(other.kind) &&
    Math.abs(ratioOf(one) / ratioOf(other) - 1) < SAME_RATIO &&
    daysApart(one.ex_date, other.ex_date) <= TWIN_DAYS
  );
}

/** The instruments of the positions, but for funds: these have no splits that closes tell of. */
function sharesOf(histories: readonly LedgerHistory[], ids: ReadonlyMap<string, string>): string[] {
  const shares = histories.filter(({ asset_class }) => asset_class !== 'Mutual Fund');
  return [...new Set(shares.flatMap((one) => ids.get(keyOf(one)) ?? []))];
}

/** What the registry makes of each position; those that it does not know are not there. */
function instrumentsOf(histories: readonly LedgerHistory[], resolver: Resolver): Map<string, string> {
  const found = new Map<string, string>();
  for (const one of histories) {
    const { outcome, ...rest } = resolver.resolve({
      symbol: bareSymbol(one.symbol),
      isin: one.isins.at(-1) ?? null,
      on: one.last_date,
    });
    if (outcome === 'FOUND' && 'instrument' in rest) found.set(keyOf(one), rest.instrument.id);
  }
  return found;
}

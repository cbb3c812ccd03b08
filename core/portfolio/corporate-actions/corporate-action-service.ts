import type { Instruments } from '../../market/instruments/index.ts';
import type { MarketHistory } from '../../market/index.ts';
import type { Notifications } from '../../notifications/index.ts';
import {
  type Actor,
  answerJson,
  type Context,
  createCache,
  istDate,
  memoryShare,
  notFound,
  parseInput,
  stepOf,
} from '../../platform/index.ts';
import type { PortfolioService } from '../records/index.ts';
import type { ActionLedger, ActionService } from './action-service.ts';
import {
  type ActionSettingsInput,
  actionTermsInput,
  type ActionTermsInput,
  manualActionInput,
} from './inputs.ts';
import { misdated } from './own-trades.ts';
import { appliedNotice, waitingNotice } from './notice.ts';
import type { Candidate, WaitingAction } from './candidate.ts';
import type { ActionTerms } from './action-terms.ts';
import { suggestionId } from './suggestion.ts';
import {
  completeTerms,
  areAppliedTogether,
  declinable,
  isSameAction,
  notWaiting,
  termsOf,
  withoutAnswered,
  withEnteredTerms,
} from './terms.ts';
import { type UndecidedAction, undecidedOf } from './undecided.ts';
import { createWaitingActions } from './waiting-actions.ts';
import type { ActionSearch, ActionSuggestion, CorporateActions, LedgerActionView } from './view.ts';

interface CorporateActionDependencies {
  portfolio: { actions: ActionService; portfolios: PortfolioService };
  instruments: Pick<Instruments, 'names' | 'stamp'>;
  history: Pick<MarketHistory, 'shareActions' | 'firstClose' | 'closeJumps' | 'changeStamp'>;
  notifications: Pick<Notifications, 'notify'>;
}

export type CorporateActionService = ReturnType<typeof createCorporateActions>;

/** What one action makes possible, such as the split of a share that came by a merger, shows in the next round. */
const MOST_ROUNDS = 8;
/** Bytes of JSON that are kept of all persons together. */
const KEPT_BYTES = memoryShare({ of: 512, least: 4, most: 16 });
/** Bytes of a person beside the JSON. */
const PERSON_BYTES = 1000;

/** Actions of a person, with the JSON of the list in UTF-8. */
interface KeptActions {
  undecided: readonly UndecidedAction[];
  count: number;
  body: Buffer;
}

/**
 * Matches what companies did to their shares with what a person held then, asks once, and applies for ever: splits,
 * bonuses, consolidations, renames, mergers and demergers, from the exchanges' lists, the price history's split events,
 * published schemes, or by hand.
 */
export function createCorporateActions(context: Context, parts: CorporateActionDependencies) {
  const { clock, receipts } = context;
  const { portfolio, instruments, history, notifications } = parts;
  const { actions } = portfolio;
  const waiting = createWaitingActions({ actions, instruments, history, clock });
  const kept = createCache<KeptActions>({
    most: Number.POSITIVE_INFINITY,
    mostSize: KEPT_BYTES,
    sizeOf: ({ body }) => PERSON_BYTES + 2 * body.length,
  });

  /** The list of a person; made anew when their ledger, their settings, market data or the day has changed. */
  async function current(userId: string): Promise<KeptActions> {
    const [own, registry, prices] = await Promise.all([
      context.database.revision(userId, ['ledger', 'settings']),
      instruments.stamp(),
      history.changeStamp(),
    ]);
    return await kept.read(userId, `${own} ${registry} ${prices} ${istDate(clock.now())}`, async () => {
      const { waiting: open, decided, apply_actions } = await waiting(userId);
      const views = open.map(({ view }) => view);
      const list: CorporateActions = {
        open: views,
        decided: withoutAnswered(decided),
        apply_automatically: apply_actions,
      };
      return { undecided: undecidedOf(views), count: views.length, body: Buffer.from(answerJson(list)) };
    });
  }

  /**
   * Applies what waits and is beyond doubt, round by round until nothing new shows.
   * @param isAsked by the person; unasked, what only their own trades or a single source suggest stays, and what they undid.
   */
  async function applyOpen(userId: string, actor: Actor, isAsked: boolean): Promise<number> {
    let applied = 0;
    for (let round = 0; round < MOST_ROUNDS; round += 1) {
      // A repeat may find nothing waiting any more: what the first one did is in its receipts.
      const found = await waiting(userId);
      const wanted = found.waiting.filter((one) => one.view.state === 'OPEN' && (isAsked || isCertain(one)));
      const terms = wanted.flatMap(bothOf);
      await applyRecorded(userId, wanted, stepOf(actor, `recorded${round}`));
      const { changed } = await actions.apply(userId, terms, stepOf(actor, `round${round}`));
      applied += changed;
      if (changed === 0) break;
    }
    return applied;
  }

  /** Applies what recorded rows stand for, so that these rows stand for nothing else. */
  async function applyRecorded(userId: string, of: readonly WaitingAction[], actor: Actor): Promise<void> {
    const terms = new Set(of.flatMap(({ recorded }) => recorded));
    if (terms.size > 0) await actions.apply(userId, [...terms], actor);
  }

  /** The waiting actions of these ids; one that was decided in this way already is passed over, as a repeat finds it. */
  async function pick(
    userId: string,
    ids: readonly string[],
    as: LedgerActionView['status'],
  ): Promise<WaitingAction[]> {
    const found = await waiting(userId);
    const byId = new Map(found.waiting.map((one) => [one.view.id, one]));
    const decided = new Map(found.decided.map((one) => [suggestionId(one), one.status]));
    return ids.flatMap((id) => {
      const one = byId.get(id);
      if (one === undefined && decided.get(id) !== as) throw notWaiting();
      return one === undefined ? [] : [one];
    });
  }

  const openOf = async (userId: string, ledger?: ActionLedger): Promise<ActionSuggestion[]> =>
    (await waiting(userId, ledger)).waiting.map(({ view }) => view);

  /**
   * After an import and every morning: dates anew what later files date otherwise, and applies by itself where the person
   * wants that. A repeat changes nothing.
   */
  async function settle(userId: string, actor: Actor): Promise<ActionSearch> {
    const ledger = await actions.ledger(userId);
    const wrong = misdated(ledger.histories, ledger.decided);
    for (const { id, ex_date } of wrong)
      await actions.redate(userId, id, ex_date, stepOf(actor, `redate${id}`));
    const applied = ledger.apply_actions ? await applyOpen(userId, actor, false) : 0;
    const isUnchanged = wrong.length === 0 && applied === 0;
    return { applied, open: await openOf(userId, isUnchanged ? ledger : undefined) };
  }

  return {
    async list(userId: string): Promise<CorporateActions> {
      return JSON.parse((await current(userId)).body.toString()) as CorporateActions;
    },

    /** The same as JSON in UTF-8, made once for all requests that find nothing changed. */
    listJson: async (userId: string): Promise<Buffer> => (await current(userId)).body,

    /** The symbols with an action that waits, for every figure that it would change. Nobody may write into it. */
    undecided: async (userId: string): Promise<readonly UndecidedAction[]> =>
      (await current(userId)).undecided,

    /** How many wait for a decision. */
    count: async (userId: string): Promise<number> => (await current(userId)).count,

    /**
     * Applies actions that wait. `all` applies every one that is beyond doubt, and what shows once these are applied.
     * @param said what the person knows better, by id.
     * @throws 409 ACTION_NOT_WAITING, 422 for terms that are not whole.
     */
    async apply(
      userId: string,
      ids: readonly string[] | 'all',
      actor: Actor,
      said: Readonly<Record<string, unknown>> = {},
    ): Promise<ActionSearch> {
      return await receipts.answerOnce(userId, stepOf(actor, 'all'), async () => {
        if (ids === 'all')
          return { applied: await applyOpen(userId, actor, true), open: await openOf(userId) };
        const wanted = await pick(userId, ids, 'APPLIED');
        const terms = wanted.flatMap((one) => enteredTerms(one, saidOf(said[one.view.id])));
        await applyRecorded(userId, wanted, stepOf(actor, 'recorded'));
        const { changed } = await actions.apply(userId, terms, actor);
        return { applied: changed, open: await openOf(userId) };
      });
    },

    /** Says that actions do not concern the person: they are not asked about again. @throws 409 ACTION_NOT_WAITING. */
    async decline(userId: string, ids: readonly string[], actor: Actor): Promise<ActionSearch> {
      return await receipts.answerOnce(userId, stepOf(actor, 'all'), async () => {
        const terms = (await pick(userId, ids, 'DECLINED')).flatMap(bothOf).map(declinable);
        await actions.decline(userId, terms, actor);
        return { applied: 0, open: await openOf(userId) };
      });
    },

    /** Enters and applies an action by hand. @throws 404 PORTFOLIO_NOT_FOUND, 422. */
    async create(userId: string, body: unknown, actor: Actor): Promise<LedgerActionView> {
      const { portfolio: name, symbol, ex_date, kind, ...said } = parseInput(manualActionInput, body);
      const owner = (await portfolio.portfolios.list(userId)).find(
        (one) => one.name.toLowerCase() === name.trim().toLowerCase(),
      );
      if (owner === undefined) throw notFound('PORTFOLIO');
      const none = { new_shares: null, old_shares: null, into_symbol: null, into_isin: null };
      const terms = completeTerms(
        withEnteredTerms(
          {
            portfolio_id: owner.id,
            symbol: symbol.toUpperCase(),
            kind,
            ex_date,
            source: 'MANUAL',
            cost_pct: null,
            fraction_price: null,
            ...none,
          },
          said,
        ),
      );
      await actions.apply(userId, [terms], actor);
      return await decided(userId, (one) => isSameAction(one, terms));
    },

    /** Applies a decided action again, or with other terms. @throws 404, 422. */
    async change(userId: string, id: string, body: unknown, actor: Actor): Promise<LedgerActionView> {
      const said = saidOf(body);
      const one = await decided(userId, (decision) => decision.id === id);
      if (said.kind !== undefined && said.kind !== one.kind) {
        await actions.undo(userId, id, [], stepOf(actor, 'undo'));
      }
      const terms = completeTerms(withEnteredTerms(termsOf(one), said));
      await actions.apply(userId, [terms], actor);
      return await decided(userId, (decision) => isSameAction(decision, terms));
    },

    /**
     * Takes an applied action out of the ledger: it waits again, and is never applied unasked. A new symbol and the change of units
     * that was applied with it go together. @throws 404 LEDGER_ACTION_NOT_FOUND.
     */
    async undo(userId: string, id: string, actor: Actor): Promise<LedgerActionView> {
      const all = await actions.list(userId);
      const asked = all.find((one) => one.id === id);
      const others = asked === undefined ? [] : all.filter((one) => areAppliedTogether(asked, one));
      return await actions.undo(
        userId,
        id,
        others.map((one) => one.id),
        actor,
      );
    },

    async saveSettings(userId: string, settings: ActionSettingsInput, actor: Actor): Promise<ActionSearch> {
      await actions.changeSettings(userId, { apply_actions: settings.apply_automatically }, actor);
      return await settle(userId, stepOf(actor, 'settle'));
    },

    settle,

    /** The morning's round: settles, and asks about what the person was not asked about yet. @returns how many notices are new. */
    async tellNews(userId: string): Promise<number> {
      const { applied, open } = await settle(userId, { actor: 'job:daily_corporate_actions' });
      const asked = open.filter(({ state, is_undone }) => state !== 'CONTAINED' && !is_undone);
      const notices = [
        ...(applied > 0 ? [appliedNotice(applied, istDate(clock.now()))] : []),
        ...(asked.length > 0 ? [waitingNotice(asked)] : []),
      ];
      let told = 0;
      for (const notice of notices) told += Number((await notifications.notify(userId, notice)).created);
      return told;
    },
  };

  async function decided(userId: string, is: (one: LedgerActionView) => boolean): Promise<LedgerActionView> {
    const one = (await actions.list(userId)).find(is);
    if (one === undefined) throw notFound('LEDGER_ACTION');
    return one;
  }
}

/** Actions that one press decides: one action, before it the new symbol of its morning. */
const bothOf = ({ rename, candidate }: WaitingAction): Candidate[] =>
  rename === null ? [candidate] : [rename, candidate];

/** The terms of what is decided with one press, with what the person knows better. @throws 422. */
function enteredTerms({ rename, candidate }: WaitingAction, said: ActionTermsInput): ActionTerms[] {
  if (rename === null) return [completeTerms(withEnteredTerms(candidate, said))];
  const { into_symbol, ...ofUnits } = said;
  const renamed = completeTerms(withEnteredTerms(rename, into_symbol === undefined ? {} : { into_symbol }));
  const units = completeTerms(withEnteredTerms(candidate, ofUnits));
  const isAfter = candidate.symbol === rename.into_symbol;
  return [renamed, isAfter ? { ...units, symbol: renamed.into_symbol ?? units.symbol } : units];
}

/** True for what may be applied unasked. */
function isCertain({ candidate: { evidence }, rename, view }: WaitingAction): boolean {
  const isConfirmed = evidence === null || evidence === 'CONFIRMED';
  return isConfirmed && view.source !== 'FILE' && rename?.source !== 'FILE' && !view.is_undone;
}

function saidOf(body: unknown): ActionTermsInput {
  return parseInput(actionTermsInput, body ?? {});
}

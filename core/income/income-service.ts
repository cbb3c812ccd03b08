import type { Calendar } from '../market/calendar/index.ts';
import { auditedMutation } from '../audit/index.ts';
import type { Instruments } from '../market/instruments/index.ts';
import type { ActionUpdate } from '../market/index.ts';
import type { Notifications } from '../notifications/index.ts';
import {
  type Actor,
  type Context,
  istDate,
  type DbTransaction,
  withTimeOf,
  type Page,
  parseInput,
  addDays,
  addMonths,
  grouped,
} from '../platform/index.ts';
import { toBondView } from './bond-view.ts';
import { readBond, SAME_COUPON_DAYS } from './coupons.ts';
import type { Difference } from './event-diff.ts';
import { pageOfEvents, readCells, readCoupons, readYears, claimNews, windowOf } from './event-store.ts';
import { toIncomeEventView } from './event-view.ts';
import { toDeclaredView } from './declared-view.ts';
import {
  isBehind,
  keepMark,
  readBehind,
  readHeldBonds,
  readMark,
  readRevisions,
  writeDifference,
  type IncomeRevisions,
} from './income-store.ts';
import { type IncomeQuery, type IncomeSummaryQuery, recomputeInput } from './inputs.ts';
import { incomeNotices } from './news.ts';
import { withIsins, deriveIncome } from './recompute.ts';
import { createSettlementDays } from './settlement-days.ts';
import { findScope, NETWORTH } from '../portfolio/index.ts';
import { summarise } from './summary.ts';
import type { BondView, IncomeEventView, IncomeSummaryView, RecomputeView } from './view.ts';

/** Locks the ledger while the events derived from it are written. */
const INCOME_OF_A_LEDGER = { writes: ['income'], holds: ['ledger'] } as const;

export type Income = ReturnType<typeof createIncome>;

type Known = Parameters<typeof deriveIncome>[1];
type ViewDifference = (trx: DbTransaction, found: Difference) => Promise<RecomputeView>;

/** Recorded events and missing ones, as of a revision. */
interface Look {
  revisions: IncomeRevisions;
  mark: Awaited<ReturnType<typeof readMark>>;
  found: Difference;
}

/** Use-cases of income: what was paid, what is due, what is expected (spec: Income rules 1 to 3). */
export function createIncome(
  context: Context,
  {
    calendar,
    instruments,
    history,
    notifications,
  }: {
    calendar: Calendar;
    instruments: Pick<Instruments, 'resolver'>;
    /** Fetches the announcements of the exchange. */
    history: { keepUpActions(signal?: AbortSignal): Promise<ActionUpdate> };
    notifications: Pick<Notifications, 'notifyWithin'>;
  },
) {
  const { clock, database } = context;
  const mutation = auditedMutation(context);
  const settlement = createSettlementDays(calendar);
  const today = () => istDate(clock.now());

  const unresolved = async (trx: DbTransaction, resolver: Awaited<ReturnType<Instruments['resolver']>>) =>
    withIsins(await readHeldBonds(trx), resolver, today()).flatMap((bond) => {
      const { state, reason } = readBond(bond, today());
      return state === 'UNRESOLVED'
        ? [{ portfolio: bond.portfolio, symbol: bond.symbol, reason: reason ?? '' }]
        : [];
    });

  /** Writes what a look found, or what there is now where somebody wrote after it. */
  const recompute = mutation('income.recompute', {
    topics: INCOME_OF_A_LEDGER,
    long: true,
    async run(change, looked: Look & { known: Known; view: ViewDifference }): Promise<RecomputeView> {
      const { now, trx, userId } = change;
      // This change counted its own topic up by one; more, and somebody wrote after the look.
      const { ledger, income } = await readRevisions(trx, userId);
      const isAsSeen = ledger === looked.revisions.ledger && income === looked.revisions.income + 1n;
      const mark = isAsSeen ? looked.mark : await readMark(trx, userId);
      const found = isAsSeen ? looked.found : await deriveIncome(trx, looked.known);
      const result = await looked.view(trx, found);
      await keepMark(trx, userId, mark);
      if (isEmpty(found)) return result;
      await writeDifference(trx, userId, found, now);
      const { added, changed, cancelled } = result;
      await change.record('INCOME_RECOMPUTED', 'income', { added, changed, cancelled });
      return result;
    },
  });

  return {
    /**
     * Brings the income events in line with the ledger, the announcements and the bonds of today. A second run writes
     * nothing; nobody else's changes of the same owner come in between. With `refresh_declared` the exchange is asked
     * first for what was announced; should that fail, what is known stands and the answer says why.
     * @throws 422 VALIDATION_ERROR
     */
    async recompute(userId: string, actor: Actor, body: unknown = {}): Promise<RecomputeView> {
      const { refresh_declared = false } = parseInput(recomputeInput, body);
      const declared = refresh_declared
        ? toDeclaredView(await history.keepUpActions(AbortSignal.timeout(PATIENCE_MS)))
        : null;
      const resolver = await instruments.resolver();
      const known: Known = { resolver, settlement, today: today() };
      const view: ViewDifference = async (trx, found) => ({
        calculated_at: clock.now().toISOString(),
        added: found.added.length,
        changed: found.changed.filter(({ facts }) => facts.status !== 'CANCELLED').length,
        cancelled: found.changed.filter(({ facts }) => facts.status === 'CANCELLED').length,
        declared,
        unresolved_bonds: await unresolved(trx, resolver),
      });
      // Most runs find nothing: they take no lock and announce nothing.
      const look = async (trx: DbTransaction) => {
        const revisions = await readRevisions(trx, userId);
        const mark = await readMark(trx, userId);
        const found = await deriveIncome(trx, known);
        if (!isEmpty(found)) return { revisions, mark, found, result: null };
        await keepMark(trx, userId, mark);
        return { revisions, mark, found, result: await view(trx, found) };
      };
      const looked = await withTimeOf('long', () => database.asUser(userId, look));
      if (looked.result !== null) return looked.result;
      return await recompute(userId, { ...looked, known, view }, actor);
    },

    /** Persons whose events lag behind what they follow from: an import, a sync, an edit, a new announcement. */
    async behind(): Promise<string[]> {
      return await database.readAsSystem('find whose income lags behind', readBehind);
    },

    /**
     * Notifies a person of what was announced, became theirs or was paid since the last time. What is long past is no
     * news. The notices and that they were written are one change, so that none comes twice or is lost.
     * @returns how many notices are new.
     */
    async tellNews(userId: string): Promise<number> {
      return await database.asUser(userId, async (trx) => {
        let created = 0;
        for (const notice of incomeNotices(await claimNews(trx), today()))
          created += Number((await notifications.notifyWithin(trx, userId, notice)).created);
        return created;
      });
    },

    /** One page of events, the newest day first; cancelled ones only when they are asked for. */
    async events(userId: string, query: IncomeQuery): Promise<Page<IncomeEventView>> {
      const { page, page_size } = windowOf(query);
      return await database.readAsUser(userId, async (trx) => {
        const { rows, total } = await pageOfEvents(trx, query);
        return { items: rows.map(toIncomeEventView), page, page_size, total };
      });
    },

    /** Sums by currency, year, month and symbol. */
    async summary(userId: string, query: IncomeSummaryQuery): Promise<IncomeSummaryView> {
      return await database.readAsUser(userId, async (trx) => {
        const { portfolio = null, symbol = null, year = null } = query;
        const scope = await findScope(trx, portfolio);
        const base = scope ?? (await findScope(trx, NETWORTH));
        return {
          calculated_at: clock.now().toISOString(),
          year,
          portfolio: portfolio === null ? null : (scope?.name ?? portfolio),
          symbol,
          ...summarise(await readCells(trx, query, today()), base?.currency ?? ''),
          years: await readYears(trx),
          provisional_reason: null,
          is_behind: isBehind(await readMark(trx, userId)),
        };
      });
    },

    /** Every bond that is held, with its coupons of the next twelve months and its principal. */
    async bonds(userId: string): Promise<BondView[]> {
      const resolver = await instruments.resolver();
      const day = today();
      return await database.readAsUser(userId, async (trx) => {
        const coupons = grouped(
          await readCoupons(trx, addDays(day, -SAME_COUPON_DAYS), addMonths(day, 12)),
          ({ portfolio_id, symbol }) => `${portfolio_id} ${symbol}`,
        );
        return withIsins(await readHeldBonds(trx), resolver, day).map((bond) =>
          toBondView(bond, coupons.get(`${bond.portfolio_id} ${bond.symbol}`) ?? [], day),
        );
      });
    },
  };
}

/** A person waits no longer than that for the exchange; what is missing then comes with the next morning. */
const PATIENCE_MS = 20_000;

const isEmpty = ({ added, changed }: Difference): boolean => added.length === 0 && changed.length === 0;

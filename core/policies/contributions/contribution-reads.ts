import type { Calendar } from '../../market/calendar/index.ts';
import {
  type Context,
  dayInWords,
  type DbTransaction,
  istDate,
  notFound,
  toNumber,
} from '../../platform/index.ts';
import { beginsInCalendar, instalmentsBetween } from '../../strategies/index.ts';
import { findPolicy } from '../policy-store.ts';
import {
  ContributionBatchItemModel,
  ContributionBatchModel,
  ContributionModel,
  ContributionScheduleModel,
  FundingAllocationModel,
  ValuationRecordModel,
} from './models.ts';
import { personsEvents } from './states.ts';
import type {
  ContributionBatchView,
  ContributionScheduleView,
  ContributionsView,
  ContributionView,
} from './view.ts';

const MOST_ITEMS = 200;
const MOST_BATCHES = 50;
const UPCOMING = 6;
const LAST_DAY = '2200-12-31';
const ROW_ID = /^\d{1,18}$/;

/** @throws 404 CONTRIBUTION_NOT_FOUND */
export async function findContribution(trx: DbTransaction, id: string): Promise<ContributionModel> {
  const row = ROW_ID.test(id) ? await ContributionModel.query(trx).findById(id) : undefined;
  if (row === undefined) throw notFound('CONTRIBUTION');
  return row;
}

export type ContributionReads = ReturnType<typeof createContributionReads>;

/** Schedules, instalments and batches as a person sees them. */
export function createContributionReads(
  { clock, database }: Pick<Context, 'clock' | 'database'>,
  { calendar }: { calendar: Calendar },
) {
  const sessionOf = (day: string) => calendar.sessionOnOrAfter('NSE', day);

  async function contributionViews(
    trx: DbTransaction,
    rows: readonly ContributionModel[],
  ): Promise<ContributionView[]> {
    const ids = rows.map(({ id }) => id);
    const items = await ContributionBatchItemModel.query(trx).findByIds(ids);
    const funding = await FundingAllocationModel.query(trx).whereIn('contribution_id', ids).orderBy('id');
    return rows.map((row): ContributionView => {
      // The one that stands, or else the one that was released last.
      const own = funding.filter(({ contribution_id }) => contribution_id === row.id);
      const reserved = own.find(({ state }) => state !== 'RELEASED') ?? own.at(-1);
      return {
        contribution_id: row.id,
        schedule_id: row.schedule_id,
        policy_id: row.policy_id,
        mode: row.mode,
        nr: row.nr,
        scheduled_date: row.scheduled_date,
        due_date: row.due_date,
        session_date: sessionOf(row.due_date),
        amount: row.amount.toNumber(),
        allocation_mode: row.allocation_mode,
        state: row.state,
        reason: row.reason,
        actions: personsEvents(row.mode, row.state),
        applied_on: row.applied_on,
        applied_at: row.applied_at?.toISOString() ?? null,
        units_issued: toNumber(row.units_issued),
        nav: toNumber(row.nav),
        cash_before: toNumber(row.cash_before),
        cash_after: toNumber(row.cash_after),
        batch_id: items.find(({ contribution_id }) => contribution_id === row.id)?.batch_id ?? null,
        funding:
          reserved === undefined
            ? null
            : {
                funding_id: reserved.id,
                amount: reserved.amount.toNumber(),
                external_reference: reserved.external_reference,
                operator_attested: reserved.operator_attested,
                operator: reserved.operator,
                broker_connection_id: reserved.broker_connection_id,
                state: reserved.state,
                evidence_type: reserved.evidence_type,
                evidence_reference: reserved.evidence_reference,
                reserved_at: reserved.reserved_at.toISOString(),
                applied_at: reserved.applied_at?.toISOString() ?? null,
                consumed_at: reserved.consumed_at?.toISOString() ?? null,
                released_at: reserved.released_at?.toISOString() ?? null,
              },
      };
    });
  }

  function scheduleView(row: ContributionScheduleModel): ContributionScheduleView {
    const { from: curatedFrom } = calendar.curatedRange('NSE');
    const isKnown = beginsInCalendar(row, curatedFrom);
    const today = istDate(clock.now());
    const from = row.counts_from > today ? row.counts_from : today;
    const upcoming =
      row.status === 'ACTIVE' && isKnown ? instalmentsBetween(row, from, LAST_DAY, UPCOMING) : [];
    return {
      schedule_id: row.id,
      policy_id: row.policy_id,
      amount: row.amount.toNumber(),
      frequency: row.frequency,
      start_date: row.start_date,
      allocation_mode: row.allocation_mode,
      status: row.status,
      source: row.source,
      passed_over: isKnown
        ? null
        : `It starts before ${dayInWords(curatedFrom)}, the first day in the exchange calendar, so it brings in no money.`,
      upcoming: upcoming.map(({ nr, date }) => ({
        nr,
        due_date: date,
        session_date: sessionOf(date),
        amount: row.amount.toNumber(),
      })),
      created_at: row.created_at.toISOString(),
    };
  }

  async function batchViews(trx: DbTransaction, policyId: string): Promise<ContributionBatchView[]> {
    const batches = await ContributionBatchModel.query(trx)
      .where({ policy_id: policyId })
      .orderBy('id', 'desc')
      .limit(MOST_BATCHES);
    const items = await ContributionBatchItemModel.query(trx)
      .whereIn(
        'batch_id',
        batches.map(({ id }) => id),
      )
      .orderBy('nr');
    const valuations = await ValuationRecordModel.query(trx).findByIds(
      batches.map(({ valuation_id }) => valuation_id),
    );
    return batches.map((batch): ContributionBatchView => {
      const own = items.filter(({ batch_id }) => batch_id === batch.id);
      const valuation = valuations.find(({ id }) => id === batch.valuation_id);
      if (valuation === undefined) throw new Error('a batch without its valuation');
      return {
        batch_id: batch.id,
        mode: batch.mode,
        effective_date: batch.effective_date,
        requested_allocation_mode: batch.requested_allocation_mode,
        status: batch.status,
        amount: own.reduce((sum, { amount }) => sum + amount.toNumber(), 0),
        contribution_ids: own.map(({ contribution_id }) => contribution_id),
        fallback_code: batch.fallback_code,
        fallback_reason: batch.fallback_reason,
        cycle_id: batch.cycle_id,
        plan_id: batch.plan_id,
        valuation: {
          valued_at: valuation.valued_at.toISOString(),
          kind: valuation.kind,
          cash: valuation.cash.toNumber(),
          positions_value: valuation.positions_value.toNumber(),
          tax_outstanding: valuation.tax_outstanding.toNumber(),
          units_outstanding: valuation.units_outstanding.toNumber(),
          nav_net_of_tax: valuation.nav_net_of_tax.toNumber(),
          prices: valuation.prices,
        },
        created_at: batch.created_at.toISOString(),
        updated_at: batch.updated_at.toISOString(),
      };
    });
  }

  return {
    scheduleView,

    /** @throws 404 CONTRIBUTION_NOT_FOUND */
    async get(userId: string, id: string): Promise<ContributionView> {
      return await database.readAsUser(userId, async (trx) => {
        const [view] = await contributionViews(trx, [await findContribution(trx, id)]);
        if (view === undefined) throw new Error('a contribution without a view');
        return view;
      });
    },

    /** @throws 404 POLICY_NOT_FOUND */
    async list(userId: string, policyId: string): Promise<ContributionsView> {
      return await database.asUser(userId, async (trx) => {
        const policy = await findPolicy(trx, policyId);
        const ofPolicy = { policy_id: policy.id };
        const schedules = await ContributionScheduleModel.query(trx).where(ofPolicy).orderBy('id');
        const { results, total } = await ContributionModel.query(trx)
          .where(ofPolicy)
          .orderBy([
            { column: 'due_date', order: 'desc' },
            { column: 'id', order: 'desc' },
          ])
          .page(0, MOST_ITEMS);
        const items = await contributionViews(trx, results);
        const [next] = await contributionViews(
          trx,
          await ContributionModel.query(trx)
            .where({ ...ofPolicy, mode: policy.mode })
            .whereNotIn('state', ['APPLIED', 'SKIPPED', 'CANCELLED'])
            .orderBy(['due_date', 'id'])
            .limit(1),
        );
        return {
          policy_id: policy.id,
          mode: policy.mode,
          schedules: schedules.map(scheduleView),
          next: next ?? null,
          items,
          total,
          batches: await batchViews(trx, policy.id),
        };
      });
    },
  };
}

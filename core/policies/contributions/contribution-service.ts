import { auditedMutation } from '../../audit/index.ts';
import type { Calendar } from '../../market/calendar/index.ts';
import {
  type Actor,
  conflict,
  type Context,
  dayInWords,
  invalid,
  istDate,
  parseInput,
  toScale,
  unlessUnique,
} from '../../platform/index.ts';
import { PolicyModel } from '../models.ts';
import { findPolicy, retired } from '../policy-store.ts';
import type { ContributionReads } from './contribution-reads.ts';
import {
  confirmInput,
  confirmRules,
  deferInput,
  deferRules,
  reasonInput,
  reconcileInput,
  scheduleInput,
  scheduleRules,
} from './inputs.ts';
import { ContributionModel, ContributionScheduleModel, FundingAllocationModel } from './models.ts';
import { consume } from './reservations.ts';
import { cancelInstalments, insertSchedule, release } from './schedule-store.ts';
import { requireEvent } from './required-state.ts';
import { contributionTransition } from './states.ts';
import type { ContributionScheduleView, ContributionView } from './view.ts';

/** What a person does with schedules and instalments, but for crediting them. */
export function createContributionService(
  context: Pick<Context, 'clock' | 'database' | 'log' | 'receipts'>,
  { calendar, reads }: { calendar: Calendar; reads: ContributionReads },
) {
  const { clock, database } = context;
  const mutation = auditedMutation(context);
  const topics = ['policies'] as const;

  const addSchedule = mutation('contribution.schedule', {
    input: scheduleInput,
    rules: (input) => scheduleRules(input, istDate(clock.now())),
    topics: [...topics],
    async run(change, input, policyId: string) {
      const policy = await change.locked('POLICY', PolicyModel, policyId);
      if (policy.status === 'RETIRED') throw retired('add money to');
      const row = await insertSchedule(
        change.trx,
        policy,
        { ...input, allocation_mode: input.allocation_mode ?? policy.allocation_mode, source: 'PERSON' },
        { calendar, now: change.now },
      );
      await change.record('CONTRIBUTIONS_SCHEDULED', row.id, scheduleFacts(row));
      return { id: row.id };
    },
  });

  const scheduleOf = async (userId: string, id: string): Promise<ContributionScheduleView> =>
    await database.readAsUser(userId, async (trx) =>
      reads.scheduleView(await ContributionScheduleModel.query(trx).findById(id).throwIfNotFound()),
    );

  const cancelSchedule = mutation('contribution.cancel_schedule', {
    topics: [...topics],
    isSeen: ({ isChanged }) => isChanged,
    async run(change, id: string) {
      const { trx, now } = change;
      const row = await change.locked('CONTRIBUTION_SCHEDULE', ContributionScheduleModel, id);
      if (row.status === 'CANCELLED') return { isChanged: false };
      await row.$query(trx).patch({ status: 'CANCELLED', updated_at: now });
      // Money that was confirmed is somebody's decision of its own.
      await cancelInstalments(
        trx,
        { schedule_id: row.id },
        { states: ['SCHEDULED', 'FUNDING_DUE', 'DEFERRED'], reason: 'The schedule was cancelled.', now },
      );
      await change.record('CONTRIBUTIONS_CANCELLED', row.id, scheduleFacts(row));
      return { isChanged: true };
    },
  });

  const confirm = mutation('contribution.confirm', {
    input: confirmInput,
    rules: confirmRules,
    topics: [...topics],
    async run(change, input, id: string) {
      const { trx, now } = change;
      const row = await change.locked('CONTRIBUTION', ContributionModel, id);
      requireEvent(row, 'confirm');
      const policy = await findPolicy(trx, row.policy_id);
      const connection = input.broker_connection_id ?? policy.broker_connection_id;
      if (connection !== policy.broker_connection_id)
        throw invalid([
          {
            field: 'broker_connection_id',
            message: 'broker_connection_id must be the connection that this policy trades over, or omitted.',
          },
        ]);
      const amount = toScale(input.confirmed_amount);
      const reference = input.external_reference?.trim() ?? null;
      const attested = input.operator_attested ?? false;
      await unlessUnique(
        () =>
          FundingAllocationModel.query(trx).insert({
            policy_id: row.policy_id,
            owner_user_id: row.owner_user_id,
            mode: row.mode,
            contribution_id: row.id,
            amount,
            external_reference: reference,
            operator_attested: attested,
            operator: change.actor,
            broker_connection_id: connection,
            reserved_at: now,
          }),
        () =>
          conflict(
            'REFERENCE_ALREADY_USED',
            `Another instalment was already confirmed with the reference ${reference ?? ''}. Each transfer pays for one instalment.`,
          ),
      );
      const { to } = contributionTransition('confirm', row.mode);
      const confirmed = await row
        .$query(trx)
        .patchAndFetch({ state: to, amount, reason: null, updated_at: now });
      await change.record('CONTRIBUTION_CONFIRMED', row.id, { ...factsOf(confirmed), reference, attested });
      return { id: row.id };
    },
  });

  const defer = mutation('contribution.defer', {
    input: deferInput,
    topics: [...topics],
    async run(change, input, id: string) {
      const row = await change.locked('CONTRIBUTION', ContributionModel, id);
      requireEvent(row, 'defer');
      parseInput(deferInput, input, (asked) => deferRules(asked, istDate(change.now), row.due_date));
      const { to } = contributionTransition('defer', row.mode);
      await row.$query(change.trx).patch({
        state: to,
        due_date: input.until,
        reason: `Deferred from ${dayInWords(row.due_date)}.`,
        updated_at: change.now,
      });
      await change.record('CONTRIBUTION_DEFERRED', row.id, { ...factsOf(row), until: input.until });
      return { id: row.id };
    },
  });

  /** Leaves an instalment out, or cancels it with what was reserved. */
  const end = (event: 'skip' | 'cancel') =>
    mutation(`contribution.${event}`, {
      input: reasonInput,
      topics: [...topics],
      async run(change, { reason }, id: string) {
        const { trx, now } = change;
        const row = await change.locked('CONTRIBUTION', ContributionModel, id);
        requireEvent(row, event);
        const { to } = contributionTransition(event, row.mode);
        await row.$query(trx).patch({ state: to, reason: reason?.trim() ?? null, updated_at: now });
        await release(trx, [row.id], now);
        await change.record(
          event === 'skip' ? 'CONTRIBUTION_SKIPPED' : 'CONTRIBUTION_CANCELLED',
          row.id,
          factsOf(row),
        );
        return { id: row.id };
      },
    });
  const skip = end('skip');
  const cancel = end('cancel');

  const reconcile = mutation('contribution.reconcile', {
    input: reconcileInput,
    topics: [...topics],
    async run(change, input, id: string) {
      const { trx, now } = change;
      const row = await change.locked('CONTRIBUTION', ContributionModel, id);
      const reserved = await FundingAllocationModel.query(trx)
        .where({ contribution_id: row.id, state: 'APPLIED_TO_POLICY' })
        .first();
      const reference = input.reference.trim();
      const count =
        reserved === undefined
          ? 0
          : await consume(trx, [reserved.id], { type: 'MANUAL_RECONCILIATION', reference, now });
      if (count === 0)
        throw conflict(
          'NOTHING_RESERVED',
          'No credited money is reserved for this instalment, so there is nothing to reconcile.',
        );
      await change.record('CONTRIBUTION_RECONCILED', row.id, { ...factsOf(row), reference });
      return { id: row.id };
    },
  });

  type OnContribution = (
    userId: string,
    id: string,
    body: unknown,
    actor: Actor,
  ) => Promise<ContributionView>;
  const answered =
    (write: (userId: string, id: string, body: unknown, actor: Actor) => Promise<unknown>): OnContribution =>
    async (userId, id, body, actor) => {
      await write(userId, id, body, actor);
      return await reads.get(userId, id);
    };

  return {
    /**
     * Adds a schedule. Instalments from before today are not made up for.
     * @throws 404 POLICY_NOT_FOUND, 409 POLICY_RETIRED, 422 VALIDATION_ERROR
     */
    async schedule(
      userId: string,
      policyId: string,
      body: unknown,
      actor: Actor,
    ): Promise<ContributionScheduleView> {
      const { id } = await addSchedule(userId, policyId, body, actor);
      return await scheduleOf(userId, id);
    },

    /** Ends a schedule: what is not confirmed is cancelled. A repeat changes nothing. @throws 404 CONTRIBUTION_SCHEDULE_NOT_FOUND */
    async cancelSchedule(userId: string, id: string, actor: Actor): Promise<ContributionScheduleView> {
      await cancelSchedule(userId, id, actor);
      return await scheduleOf(userId, id);
    },

    /**
     * Says that the money of an instalment is there: it is reserved, and nothing else happens.
     * @throws 404 CONTRIBUTION_NOT_FOUND, 409 CONTRIBUTION_STATE, 409 REFERENCE_ALREADY_USED, 422 VALIDATION_ERROR
     */
    confirm: answered(confirm),
    /** @throws 404 CONTRIBUTION_NOT_FOUND, 409 CONTRIBUTION_STATE, 422 VALIDATION_ERROR */
    defer: answered(defer),
    /** @throws 404 CONTRIBUTION_NOT_FOUND, 409 CONTRIBUTION_STATE */
    skip: answered(skip),
    /** @throws 404 CONTRIBUTION_NOT_FOUND, 409 CONTRIBUTION_STATE */
    cancel: answered(cancel),
    /** Says what shows that reserved money was spent. @throws 404 CONTRIBUTION_NOT_FOUND, 409 NOTHING_RESERVED */
    reconcile: answered(reconcile),
  };
}

/** An instalment as it goes on record. */
export const factsOf = ({ policy_id, mode, nr, amount }: ContributionModel) => ({
  policy_id,
  mode,
  nr,
  amount: amount.toFixed(),
});

const scheduleFacts = ({ policy_id, amount, frequency, start_date }: ContributionScheduleModel) => ({
  policy_id,
  amount: amount.toFixed(),
  frequency,
  start_date,
});

import { type AuditedChange, auditedMutation } from '../audit/index.ts';
import type { Calendar } from '../market/calendar/index.ts';
import {
  type Actor,
  conflict,
  type Context,
  type DbTransaction,
  istDate,
  type Leases,
  type Page,
  type PageQuery,
  pageWindow,
  toScale,
} from '../platform/index.ts';
import { allocationModeOf, endContributions, insertScheduleOfConfig } from './contributions/index.ts';
import { policyInput, policyRules } from './inputs.ts';
import { PolicyModel } from './models.ts';
import { changeStatus, findPolicy, insertPolicy } from './policy-store.ts';
import { policyViews } from './policy-views.ts';
import type { PolicyEvent } from './states.ts';
import type { PolicyView } from './view.ts';

interface PolicyServiceParts {
  calendar: Calendar;
  leases: Pick<Leases<'id'>, 'isHeld'>;
}

const EVENT_KINDS = {
  pause: 'POLICY_PAUSED',
  resume: 'POLICY_RESUMED',
  retire: 'POLICY_RETIRED',
} as const satisfies Record<PolicyEvent, string>;

/** What a person does with policies, beside their cycles (spec: Live policies). */
export function createPolicyService(
  context: Pick<Context, 'clock' | 'database' | 'log' | 'receipts'>,
  { calendar, leases }: PolicyServiceParts,
) {
  const { clock, database } = context;
  const mutation = auditedMutation(context);
  const views = async (trx: DbTransaction, rows: readonly PolicyModel[]) =>
    await policyViews(trx, rows, { calendar, today: istDate(clock.now()) });

  async function get(userId: string, id: string): Promise<PolicyView> {
    return await database.readAsUser(userId, async (trx) => {
      const [view] = await views(trx, [await findPolicy(trx, id)]);
      if (view === undefined) throw new Error('a policy without a view');
      return view;
    });
  }

  const create = mutation('policy.create', {
    input: policyInput,
    rules: policyRules,
    topics: ['policies'],
    async run(change, input) {
      const { now, trx, userId } = change;
      const row = await insertPolicy(trx, {
        owner_user_id: userId,
        name: input.name,
        tag_code: input.tag_code,
        config: JSON.stringify(input.config),
        initial_capital: toScale(input.initial_capital),
        allocation_mode: input.allocation_mode ?? allocationModeOf(input.config),
        starts_on: calendar.sessionOnOrAfter('NSE', istDate(now)),
        now,
      });
      await insertScheduleOfConfig(trx, row, input.allocation_mode, { calendar, now });
      await record(change, 'POLICY_CREATED', row);
      return { id: row.id };
    },
  });

  /** An event that came before changes nothing, and nothing of it goes on record. */
  const statusChange = (event: PolicyEvent) => {
    const write = mutation(`policy.${event}`, {
      topics: ['policies'],
      isSeen: ({ isChanged }) => isChanged,
      async run(change, id: string) {
        // What it missed while it was paused is valued afterwards, and not traded.
        const set =
          event === 'resume' ? { trades_from: calendar.sessionOnOrAfter('NSE', istDate(change.now)) } : {};
        const { row, isChanged } = await changeStatus(change.trx, id, event, change.now, set);
        if (isChanged && event === 'retire') await endContributions(change.trx, row.id, change.now);
        if (isChanged) await record(change, EVENT_KINDS[event], row);
        return { isChanged };
      },
    });
    return async (userId: string, id: string, actor: Actor): Promise<PolicyView> => {
      await write(userId, id, actor);
      return await get(userId, id);
    };
  };

  return {
    /** The newest first. */
    async list(userId: string, query: PageQuery): Promise<Page<PolicyView>> {
      return await database.readAsUser(userId, async (trx) => {
        const { page, page_size } = pageWindow(query);
        const { results, total } = await PolicyModel.query(trx)
          .orderBy('id', 'desc')
          .page(page - 1, page_size);
        return { items: await views(trx, results), page, page_size, total };
      });
    },

    /** @throws 404 POLICY_NOT_FOUND */
    get,

    /**
     * Makes a policy on paper. It takes part from the next session on.
     * @throws 422 SOURCE_RUN_REQUIRES_PROMOTION_ENDPOINT, 422 VALIDATION_ERROR, 409 TAG_CODE_CONFLICT
     */
    async create(userId: string, body: unknown, actor: Actor): Promise<PolicyView> {
      const { id } = await create(userId, body, actor);
      return await get(userId, id);
    },

    /** The scheduler skips it from now on. @throws 404 POLICY_NOT_FOUND, 409 POLICY_RETIRED */
    pause: statusChange('pause'),
    /** @throws 404 POLICY_NOT_FOUND, 409 POLICY_RETIRED */
    resume: statusChange('resume'),
    /** For good. @throws 404 POLICY_NOT_FOUND */
    retire: statusChange('retire'),

    /**
     * Deletes a policy on paper with everything that belongs to it.
     * @throws 404 POLICY_NOT_FOUND, 409 POLICY_IS_LIVE, 409 POLICY_BUSY
     */
    remove: mutation('policy.remove', {
      topics: ['policies'],
      // Years of a large universe's signals go with it.
      long: true,
      async run(change, id: string): Promise<void> {
        const row = await change.locked('POLICY', PolicyModel, id);
        if (row.mode === 'LIVE')
          throw conflict(
            'POLICY_IS_LIVE',
            'This policy trades with a broker, so its books are kept. Retire it instead.',
          );
        if (leases.isHeld(row, change.now))
          throw conflict('POLICY_BUSY', 'This policy is being calculated. Try again in a minute.');
        await PolicyModel.query(change.trx).deleteById(id);
        await record(change, 'POLICY_DELETED', row);
      },
    }),
  };
}

async function record(
  change: AuditedChange,
  kind: 'POLICY_CREATED' | 'POLICY_DELETED' | (typeof EVENT_KINDS)[PolicyEvent],
  { id, name, tag_code }: PolicyModel,
): Promise<void> {
  await change.record(kind, id, { name, tag_code });
}

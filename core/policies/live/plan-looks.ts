import { type Clock, type Context, type DbTransaction, notFound } from '../../platform/index.ts';
import { keptLook, keptRehearsal } from '../plan-look-view.ts';
import { type PlanFacts, readPlan } from '../plan-reads.ts';
import type { PlanView } from '../plan-view.ts';
import { createPlanReading, type PlanReadingParts, type PlanToRead } from './plan-reading.ts';
import { decided, readPlanToDecide } from './plan-store.ts';

/** What of a plan is read and kept: how long that takes at most, and how long it is not read again. */
const KINDS = {
  look: { longestMs: 5_000, freshMs: 60_000 },
  rehearsal: { longestMs: 15_000, freshMs: 15_000 },
} as const;
type Kind = keyof typeof KINDS;

interface PlanLooksParts extends PlanReadingParts {
  facts: PlanFacts;
}

/**
 * Looks at waiting plans and rehearsals of them, kept with their moment. They change nothing of a plan, and nothing waits for
 * them. Of one plan one of a kind is under way at a time in a process, and later requests wait for that one.
 */
export function createPlanLooks(context: Pick<Context, 'clock' | 'database' | 'log'>, parts: PlanLooksParts) {
  const { clock, database, log } = context;
  const reading = createPlanReading(context, parts);
  const closing = new AbortController();
  const underWay = new Map<string, { work: Promise<boolean>; planId: string; over: AbortController }>();

  /** @returns false where the plan does not wait any more. @throws 404 PLAN_NOT_FOUND */
  async function take(kind: Kind, userId: string, planId: string, over: AbortSignal): Promise<boolean> {
    const found = await database.readAsUser(userId, async (trx) => {
      const plan = await readPlanToDecide(trx, planId);
      return plan === null ? null : { plan, kept: await keptOf(trx, kind, plan) };
    });
    if (found === null) throw notFound('PLAN');
    const { plan, kept } = found;
    if (plan.state !== 'PENDING_APPROVAL') return false;
    if (isFresh(kind, kept, plan, clock)) return true;
    const signal = AbortSignal.any([closing.signal, over, AbortSignal.timeout(KINDS[kind].longestMs)]);
    const taken = await (kind === 'look' ? reading.look(plan, signal) : reading.rehearse(plan, signal));
    await database.change(
      userId,
      ['policies'],
      async (trx) =>
        await trx('policy.policy_order_plans')
          .where({ id: planId, owner_user_id: plan.owner_user_id, state: 'PENDING_APPROVAL' })
          .update({ [kind]: JSON.stringify(taken) }),
      (rows) => rows > 0,
    );
    return true;
  }

  async function once(kind: Kind, userId: string, planId: string): Promise<boolean> {
    const key = `${kind} ${userId} ${planId}`;
    const running = underWay.get(key);
    if (running !== undefined) return await running.work;
    const over = new AbortController();
    const work = take(kind, userId, planId, over.signal).finally(() => underWay.delete(key));
    underWay.set(key, { work, planId, over });
    return await work;
  }

  const shown = async (userId: string, planId: string): Promise<PlanView> =>
    await database.readAsUser(userId, async (trx) => await readPlan(trx, planId, parts.facts));

  const settled = async (): Promise<void> => {
    await Promise.allSettled([...underWay.values()].map(({ work }) => work));
  };

  return {
    /**
     * The plan with a look of the last minute: one is taken where there is none and the plan waits. An incomplete one is taken
     * again. @throws 404 PLAN_NOT_FOUND
     */
    async look(userId: string, planId: string): Promise<PlanView> {
      await once('look', userId, planId);
      return await shown(userId, planId);
    },

    /** Begins such a look and does not wait for it. Messages and pages that show the plan show it when it is there. */
    begin(userId: string, planId: string): void {
      once('look', userId, planId).catch((error: unknown) => {
        log.warn({ err: error, plan_id: planId }, 'a plan could not be looked at');
      });
    },

    /**
     * Asks the broker's calculators what they would say of the orders of a plan now. Sends no order.
     * @throws 404 PLAN_NOT_FOUND, 409 PLAN_DECIDED, PLAN_EXPIRED
     */
    async rehearse(userId: string, planId: string): Promise<PlanView> {
      if (!(await once('rehearsal', userId, planId)))
        throw await database.readAsUser(userId, async (trx) => await decided(trx, planId));
      return await shown(userId, planId);
    },

    /** The plan was answered: what is still being read of it leaves the account to its orders. */
    end(planId: string): void {
      for (const one of underWay.values())
        if (one.planId === planId) one.over.abort(new Error('the plan was answered'));
    },

    /** Waits until the looks of this process have ended. */
    settled,
    async close(): Promise<void> {
      closing.abort(new Error('Munim is stopping'));
      await settled();
    },
  };
}

const keptOf = async (trx: DbTransaction, kind: Kind, { id }: PlanToRead): Promise<unknown> =>
  ((await trx('policy.policy_order_plans').where({ id }).first(kind)) as Record<Kind, unknown> | undefined)?.[
    kind
  ];

/** Whether what is kept is new enough, of the plan as it is, and lacks nothing that may be there by now. */
function isFresh(kind: Kind, kept: unknown, { digest }: PlanToRead, clock: Clock): boolean {
  const strict = { strict: true };
  const isWhole =
    kind === 'look'
      ? keptLook.isValidSync(kept, strict) && kept.funds !== null && kept.login_holds !== false
      : keptRehearsal.isValidSync(kept, strict) && kept.failure === null && kept.funds !== null;
  if (!isWhole) return false;
  const { at, digest: of } = kept as { at: string; digest: string };
  const age = clock.now().getTime() - Date.parse(at);
  return of === digest && age >= 0 && age < KINDS[kind].freshMs;
}

import type { Calendar } from '../../market/calendar/index.ts';
import type { InstrumentQuotes } from '../../market/index.ts';
import type { Instruments } from '../../market/instruments/index.ts';
import type { Notifications } from '../../notifications/index.ts';
import type { Actor, Context, Leases } from '../../platform/index.ts';
import type { PolicyWork } from '../cycle/index.ts';
import { createApplyFunding } from './apply-service.ts';
import { createContributionReads } from './contribution-reads.ts';
import { createContributionService } from './contribution-service.ts';
import { createFundingRound } from './funding-round.ts';

/** What a person and the worker do with schedules and their money. */
export function createContributions(
  context: Context,
  parts: {
    calendar: Calendar;
    leases: Leases<'id'>;
    work: Pick<PolicyWork, 'withPolicy'>;
    quotesOf: InstrumentQuotes;
    instruments: Pick<Instruments, 'byIds'>;
    notifications: Pick<Notifications, 'notifyWithin'>;
    /** What follows from money of a policy that trades once it is credited. */
    credited?: (policyId: string, actor: Actor) => Promise<void>;
  },
) {
  const { calendar, notifications } = parts;
  const reads = createContributionReads(context, { calendar });
  return {
    /** All of a policy. @throws 404 POLICY_NOT_FOUND */
    list: async (userId: string, policyId: string) => await reads.list(userId, policyId),
    /** One instalment. @throws 404 CONTRIBUTION_NOT_FOUND */
    get: async (userId: string, id: string) => await reads.get(userId, id),
    ...createContributionService(context, { calendar, reads }),
    apply: createApplyFunding(context, { ...parts, reads }),
    /** Instalments that come near and fall due; the worker does it. */
    round: createFundingRound(context, { calendar, notifications }),
  };
}

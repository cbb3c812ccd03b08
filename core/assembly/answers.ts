import { createScheduledBackups } from '../backups/index.ts';
import { createCapacity } from '../capacity/index.ts';
import { createDoctor, createOwnerCheckUp } from '../doctor/index.ts';
import { createPeople } from '../identity/index.ts';
import { calendarTask } from '../market/index.ts';
import { readPolicyUse } from '../policies/index.ts';
import { createReports } from '../reports/index.ts';
import { createBooksAudit } from '../quality/index.ts';
import { hasRuns } from '../strategies/index.ts';
import { createSample } from '../sample/index.ts';
import { createResearch, hasResearch, usualResearchParts } from '../research/index.ts';
import { assembleAssistant } from './assistant/assemble-assistant.ts';
import { auditedReports } from './audited-reports.ts';
import type { Books } from './books.ts';
import { openDoors } from './doors.ts';
import type { CoreOptions } from './core-options.ts';
import type { Facts } from './facts.ts';
import type { Ground } from './ground.ts';
import { heldRecords } from './held-records.ts';
import type { Planning } from './planning.ts';
import type { Trading } from './trading.ts';

/** Services that read both wings: reports, research, assistant, people and backups. */
export function openAnswers(
  ground: Ground,
  facts: Facts,
  books: Books,
  planning: Planning,
  trading: Trading,
  options: CoreOptions,
) {
  const { context, notifications, identity, parts } = ground;
  const { calendar, instruments, history, indexes, fx, llm } = facts;
  const { portfolio, watchlist } = planning;
  const doors = openDoors(ground, facts, books, trading);
  const people = createPeople(context, identity, doors, {
    tradingPolicies: (userId) => trading.policies.countTrading(userId),
    async forget(userId) {
      const sample = await identity.samples.of(userId);
      if (sample !== null) await trading.options.forget(sample.id);
      await trading.options.forget(userId);
    },
  });
  const reports = createReports(context, planning.reportFacts, {
    ...planning,
    history,
    fx,
    instruments,
    readUndecided: books.readUndecided,
    readTradingTasks: async (userId) => {
      const { live, plans } = trading.policies;
      return { plans: await plans.pending(userId, {}), ...(await live.reads.tasks(userId)) };
    },
    readCalendarTask: async (userId) => {
      if ((await identity.users.ensureOwner()).id !== userId) return null;
      const { items } = await facts.holidays.read();
      return items.flatMap((one) => calendarTask(one) ?? []).join(' ') || null;
    },
    household: () => people.household(),
  });
  const research = createResearch(context, {
    ...usualResearchParts(context, {
      history,
      indexes,
      instruments,
      calendar,
      notifications,
      llm,
      held: heldRecords({ history, instruments, portfolio, watchlist }),
      ...(options.timers === undefined ? {} : { timers: options.timers }),
    }),
    ...options.research,
  });
  parts.learnUses({
    async strategies(trx, userId) {
      const policies = await readPolicyUse(trx, userId);
      return policies === 'NONE' && (await hasRuns(trx, userId)) ? 'KEPT' : policies;
    },
    options: (_trx, userId) => trading.options.readUse(userId),
    research: async (trx, userId) => ((await hasResearch(trx, userId)) ? 'KEPT' : 'NONE'),
  });
  const services = {
    ...context,
    notifications,
    calendar,
    indexes,
    ...planning,
    ...trading,
    reports,
    research,
  };
  return {
    doors,
    people,
    quality: {
      ...planning.quality,
      /** Compares figures that must agree. */
      audit: createBooksAudit(context, {
        portfolio,
        notifications,
        fx,
        reports: auditedReports(services),
      }),
    },
    reports,
    research,
    sample: createSample(context, {
      samples: identity.samples,
      parts,
      notifications,
      calendar,
      portfolio,
      income: planning.income,
      goals: planning.goals,
      liabilities: planning.liabilities,
      fundHoldings: reports.fundHoldings,
      forget: trading.options.forget,
    }),
    assistant: assembleAssistant(context, services, llm),
    backups: createScheduledBackups(context, {
      ownerUrl: context.config.DATABASE_DIRECT_URL ?? options.ownerUrl,
      users: identity.users,
    }),
    capacity: createCapacity(context, { users: identity.users }),
    doctor: createOwnerCheckUp(
      createDoctor(context, {
        ownerUrl: options.ownerUrl,
        directUrl: context.config.DATABASE_DIRECT_URL ?? options.ownerUrl,
        embedded: context.config.DATABASE_URL === null,
      }),
      identity.users,
    ),
    close: () => research.close(),
  };
}

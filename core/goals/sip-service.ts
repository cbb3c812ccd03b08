import { type AuditedChange, auditedMutation } from '../audit/index.ts';
import type { Notifications } from '../notifications/index.ts';
import {
  addDays,
  addMonths,
  conflict,
  type Context,
  decimal,
  invalid,
  istDate,
  type DbTransaction,
  unlessUnique,
  parseInput,
} from '../platform/index.ts';
import { listSipPlans, sipPlanById, termsOf } from './goal-store.ts';
import { type SipPlanInput, sipPlanInput, sipPlanRules } from './inputs.ts';
import { SipPlanModel } from './models.ts';
import { remindersOf } from './reminders.ts';
import { type Instalment, instalments, nextInstalment } from './sip-plan.ts';
import type { InstalmentView, SipPlanView } from './view.ts';
import { portfolioNames, findScope } from '../portfolio/index.ts';

const YEAR_MONTHS = 12;

/** Use-cases of SIP plans: what is paid, how often and how it grows. A plan records intentions, never money. */
export function createSipService(context: Context, notifications: Pick<Notifications, 'notify'>) {
  const { clock, database } = context;
  const mutation = auditedMutation(context);

  async function views(trx: DbTransaction, rows: readonly SipPlanModel[]): Promise<SipPlanView[]> {
    const { rows: linked } = await trx.raw<{
      rows: { sip_plan_id: string; goal_id: string; name: string; percentage: number }[];
    }>(
      `select l.sip_plan_id, l.goal_id, g.name, l.pct::float8 as percentage
       from portfolio.goal_links l join portfolio.goals g on g.id = l.goal_id
       where l.sip_plan_id = any(?::bigint[]) order by g.name`,
      [rows.map(({ id }) => id)],
    );
    const portfolios = await portfolioNames(trx);
    const today = istDate(clock.now());
    return rows.map((row) => {
      const terms = termsOf(row);
      const schedule = row.is_active
        ? instalments(terms, addDays(today, -1), addMonths(today, YEAR_MONTHS))
        : [];
      const next = row.is_active ? nextInstalment(terms, today) : null;
      return {
        id: row.id,
        name: row.name,
        amount: row.amount.toNumber(),
        currency: row.currency,
        frequency: row.frequency,
        start_date: row.start_date,
        end_date: row.end_date,
        step_up_pct: row.step_up_pct,
        step_up_frequency: row.step_up_frequency,
        portfolio: row.portfolio_id === null ? null : (portfolios.get(row.portfolio_id) ?? null),
        symbol: row.symbol,
        is_active: row.is_active,
        next_instalment: next === null ? null : toInstalmentView(next),
        next_step_up: firstStep(schedule),
        schedule: schedule.map(toInstalmentView),
        goals: linked
          .filter(({ sip_plan_id }) => sip_plan_id === row.id)
          .map(({ goal_id, name, percentage }) => ({ goal_id, name, percentage })),
        created_at: row.created_at.toISOString(),
        updated_at: row.updated_at.toISOString(),
      };
    });
  }

  const viewOf = async (trx: DbTransaction, row: SipPlanModel): Promise<SipPlanView> => {
    const [view] = await views(trx, [row]);
    if (view === undefined) throw new Error('a plan without a view');
    return view;
  };

  function columnsOf(input: SipPlanInput, portfolio_id: string | null) {
    return {
      name: input.name.trim(),
      amount: decimal(input.amount),
      currency: input.currency ?? 'INR',
      frequency: input.frequency,
      start_date: input.start_date,
      end_date: input.end_date ?? null,
      step_up_pct: input.step_up_pct ?? null,
      step_up_frequency: input.step_up_frequency ?? ('yearly' as const),
      portfolio_id,
      symbol: input.symbol?.trim() || null,
      is_active: input.is_active ?? true,
    };
  }

  const record = (
    change: AuditedChange,
    kind: 'SIP_PLAN_CREATED' | 'SIP_PLAN_UPDATED' | 'SIP_PLAN_DELETED',
    row: SipPlanModel,
  ) => change.record(kind, row.id, { name: row.name, amount: row.amount.toFixed() });

  return {
    async list(userId: string): Promise<SipPlanView[]> {
      return await database.readAsUser(userId, async (trx) => await views(trx, await listSipPlans(trx)));
    },

    async get(userId: string, id: string): Promise<SipPlanView> {
      return await database.readAsUser(userId, async (trx) => await viewOf(trx, await sipPlanById(trx, id)));
    },

    /** @throws 422 VALIDATION_ERROR, 409 SIP_PLAN_EXISTS */
    create: mutation('sip_plan.create', {
      input: sipPlanInput,
      rules: sipPlanRules,
      topics: ['goals'],
      async run(change, input) {
        const { trx, userId } = change;
        const portfolio = await portfolioId(trx, input.portfolio ?? null);
        const row = await unlessTaken(input.name, async () =>
          SipPlanModel.query(trx)
            .insert({ owner_user_id: userId, ...columnsOf(input, portfolio) })
            .returning('*'),
        );
        await record(change, 'SIP_PLAN_CREATED', row);
        return await viewOf(trx, row);
      },
    }),

    /** Changes the given fields. @throws 404 SIP_PLAN_NOT_FOUND, 422 VALIDATION_ERROR, 409 SIP_PLAN_EXISTS */
    update: mutation('sip_plan.update', {
      input: sipPlanInput.partial(),
      topics: ['goals'],
      async run(change, asked, id: string) {
        const { trx } = change;
        const known = await change.locked('SIP_PLAN', SipPlanModel, id);
        const before = await viewOf(trx, known);
        const input = parseInput(sipPlanInput, { ...inputOf(before), ...asked }, sipPlanRules);
        // Not looked up by its name where it stays: that may just be changing.
        const portfolio =
          asked.portfolio === undefined ? known.portfolio_id : await portfolioId(trx, asked.portfolio);
        const row = await unlessTaken(input.name, async () =>
          SipPlanModel.query(trx).patchAndFetchById(id, {
            ...columnsOf(input, portfolio),
            updated_at: change.now,
          }),
        );
        await record(change, 'SIP_PLAN_UPDATED', row);
        return await viewOf(trx, row);
      },
    }),

    /** People with an active plan. */
    async owners(): Promise<string[]> {
      return await database.readAsSystem('find people with active SIP plans', (db) =>
        db(SipPlanModel.tableName)
          .where({ is_active: true })
          .groupBy('owner_user_id')
          .pluck<string[]>('owner_user_id'),
      );
    },

    /** Writes what a person is to be reminded of today, each once. @returns how many reminders are new. */
    async remind(userId: string): Promise<number> {
      const today = istDate(clock.now());
      const notices = await database.readAsUser(userId, async (trx) =>
        remindersOf(
          (await listSipPlans(trx))
            .filter(({ is_active }) => is_active)
            .map((row) => ({ ...termsOf(row), id: row.id, name: row.name, currency: row.currency })),
          today,
        ),
      );
      let created = 0;
      for (const notice of notices) created += Number((await notifications.notify(userId, notice)).created);
      return created;
    },

    /** Deletes the plan with its links to goals. @throws 404 SIP_PLAN_NOT_FOUND */
    remove: mutation('sip_plan.remove', {
      topics: ['goals'],
      async run(change, id: string): Promise<void> {
        const row = await change.locked('SIP_PLAN', SipPlanModel, id);
        await SipPlanModel.query(change.trx).deleteById(id);
        await record(change, 'SIP_PLAN_DELETED', row);
      },
    }),
  };
}

const toInstalmentView = ({ date, amount, is_step_up }: Instalment): InstalmentView => ({
  date,
  amount: amount.toNumber(),
  is_step_up,
});

function firstStep(schedule: readonly Instalment[]): InstalmentView | null {
  const step = schedule.find(({ is_step_up }) => is_step_up);
  return step === undefined ? null : toInstalmentView(step);
}

function inputOf(view: SipPlanView): SipPlanInput {
  const { name, amount, currency, frequency, start_date, end_date, step_up_pct, step_up_frequency } = view;
  return {
    name,
    amount,
    currency,
    frequency,
    start_date,
    end_date,
    step_up_pct,
    step_up_frequency,
    portfolio: view.portfolio,
    symbol: view.symbol,
    is_active: view.is_active,
  };
}

async function portfolioId(trx: DbTransaction, name: string | null): Promise<string | null> {
  if (name === null || name.trim() === '') return null;
  const scope = await findScope(trx, name);
  // A plan buys into one portfolio, not into the total of all.
  if (scope === undefined || scope.id === null)
    throw invalid([{ field: 'portfolio', message: `There is no portfolio named ${name.trim()}.` }]);
  return scope.id;
}

const unlessTaken = <T>(name: string, write: () => PromiseLike<T>): Promise<T> =>
  unlessUnique(write, () =>
    conflict('SIP_PLAN_EXISTS', `A SIP plan named ${name.trim()} already exists. Choose another name.`),
  );

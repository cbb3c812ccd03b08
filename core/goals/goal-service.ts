import { type AuditedChange, auditedMutation } from '../audit/index.ts';
import {
  type Actor,
  conflict,
  type Context,
  createReadOfPeople,
  decimal,
  istDate,
  type DbTransaction,
  keptPage,
  type Page,
  type PageQuery,
  unlessUnique,
  parseInput,
} from '../platform/index.ts';
import type { GoalHighlight, PortfolioArea, ReadUndecided, UndecidedAction } from '../portfolio/index.ts';
import { goalById, listGoals, listLinks, listSipPlans } from './goal-store.ts';
import { type GoalInput, goalInput, goalRules } from './inputs.ts';
import { labelsOf } from './link-labels.ts';
import { GoalModel, GoalSnapshotModel } from './models.ts';
import { createProgressReader, type GoalBook } from './progress-reader.ts';
import { createGoalVolatility, type VolatilityOfGoal } from './goal-volatility.ts';
import type { ReadVolatilitySeries } from './volatility-series.ts';
import type { GoalSnapshotView, GoalView } from './view.ts';

/** Goals that the overview shows. */
const HIGHLIGHTS = 5;
const UNMEASURED: VolatilityOfGoal = () => ({ pct: null, reason: 'Not calculated.' });

/** Use-cases of goals. Every read has the progress as of now (spec: Resources, Goal). */
export function createGoalService(
  context: Context,
  portfolio: Pick<PortfolioArea, 'worth' | 'rates'>,
  readDays: ReadVolatilitySeries,
  readUndecided: ReadUndecided,
) {
  const { clock, database } = context;
  const mutation = auditedMutation(context);
  const progress = createProgressReader(context, portfolio);
  const readVolatility = createGoalVolatility(context, readDays);
  const readGoals = createReadOfPeople(database, 'read the goals of overviews', listGoals);

  async function views(
    trx: DbTransaction,
    goals: GoalModel[],
    volatility: VolatilityOfGoal,
    undecided: readonly UndecidedAction[],
  ): Promise<GoalView[]> {
    const links = await listLinks(trx);
    const labels = await labelsOf(trx, links);
    const book: GoalBook = { goals, links, plans: await listSipPlans(trx), volatility, undecided };
    const measured = await progress.read(trx, goals, book);
    return goals.flatMap((goal, index) => {
      const own = measured[index];
      return own === undefined
        ? []
        : [
            {
              id: goal.id,
              name: goal.name,
              type: goal.type,
              currency: goal.currency,
              target_corpus: goal.target_corpus?.toNumber() ?? null,
              target_date: goal.target_date,
              inflation_pct: goal.inflation_pct,
              expected_return_pct: goal.expected_return_pct,
              target_monthly_income: goal.target_monthly_income?.toNumber() ?? null,
              is_active: goal.is_active,
              progress: own,
              links: labels.filter(({ goal_id }) => goal_id === goal.id),
              created_at: goal.created_at.toISOString(),
              updated_at: goal.updated_at.toISOString(),
            },
          ];
    });
  }

  async function get(userId: string, id: string): Promise<GoalView> {
    const volatility = await readVolatility(userId, id);
    const undecided = await readUndecided(userId);
    return await database.asUser(userId, async (trx) => {
      const [view] = await views(trx, [await goalById(trx, id)], volatility, undecided);
      if (view === undefined) throw new Error('a goal without a view');
      return view;
    });
  }

  const put = (
    change: AuditedChange,
    kind: 'GOAL_CREATED' | 'GOAL_UPDATED' | 'GOAL_DELETED',
    row: GoalModel,
  ) => change.record(kind, row.id, { name: row.name, type: row.type });

  const create = mutation('goal.create', {
    input: goalInput,
    rules: goalRules,
    topics: ['goals'],
    async run(change, input) {
      const row = await unlessTaken(input.name, () =>
        GoalModel.query(change.trx)
          .insert({ owner_user_id: change.userId, ...columnsOf(input) })
          .returning('*'),
      );
      await put(change, 'GOAL_CREATED', row);
      return { id: row.id };
    },
  });

  const update = mutation('goal.update', {
    input: goalInput.partial(),
    topics: ['goals'],
    async run(change, asked, id: string): Promise<void> {
      const before = inputOf(await change.locked('GOAL', GoalModel, id), asked.type);
      const input = parseInput(goalInput, { ...before, ...asked }, goalRules);
      const row = await unlessTaken(input.name, () =>
        GoalModel.query(change.trx).patchAndFetchById(id, { ...columnsOf(input), updated_at: change.now }),
      );
      await put(change, 'GOAL_UPDATED', row);
    },
  });

  return {
    /** Active ones first, the nearest first. */
    async list(userId: string): Promise<GoalView[]> {
      const volatility = await readVolatility(userId);
      const undecided = await readUndecided(userId);
      return await database.readAsUser(
        userId,
        async (trx) => await views(trx, await listGoals(trx), volatility, undecided),
      );
    },

    get,

    /** The active goals that are due first, without the probability that needs a volatility: a quick read for the overview. */
    async highlights(userId: string): Promise<GoalHighlight[]> {
      const goals = (await readGoals(userId)).filter(({ is_active }) => is_active).slice(0, HIGHLIGHTS);
      if (goals.length === 0) return [];
      const undecided = await readUndecided(userId);
      const measured = await database.asUser(userId, (trx) => views(trx, goals, UNMEASURED, undecided));
      return measured.map(({ id, name, type, currency, target_date, progress: own }) => ({
        goal_id: id,
        name,
        type,
        currency,
        state: own.state,
        reason: own.reason,
        current: own.current,
        target: own.target,
        progress_pct: own.progress_pct,
        provisional_reason: own.provisional_reason,
        target_date,
      }));
    },

    async names(userId: string): Promise<string[]> {
      return await database.readAsUser(userId, async (trx) => (await listGoals(trx)).map(({ name }) => name));
    },

    /** @throws 422 VALIDATION_ERROR, 409 GOAL_EXISTS */
    async create(userId: string, body: unknown, actor: Actor): Promise<GoalView> {
      const { id } = await create(userId, body, actor);
      return await get(userId, id);
    },

    /** Changes the given fields; a changed type needs that type's fields. @throws 404 GOAL_NOT_FOUND, 422, 409 GOAL_EXISTS */
    async update(userId: string, id: string, body: unknown, actor: Actor): Promise<GoalView> {
      await update(userId, id, body, actor);
      return await get(userId, id);
    },

    /** Deletes the goal with its links and its history; what was linked stays. @throws 404 GOAL_NOT_FOUND */
    remove: mutation('goal.remove', {
      topics: ['goals'],
      async run(change, id: string): Promise<void> {
        const row = await change.locked('GOAL', GoalModel, id);
        await GoalModel.query(change.trx).deleteById(id);
        await put(change, 'GOAL_DELETED', row);
      },
    }),

    /** People with an active goal. */
    async owners(): Promise<string[]> {
      return await database.readAsSystem('find people with active goals', (db) =>
        db(GoalModel.tableName)
          .where({ is_active: true })
          .groupBy('owner_user_id')
          .pluck<string[]>('owner_user_id'),
      );
    },

    /** One row per active goal and day; a later run of the same day takes the place of the earlier. @returns how many. */
    async takeSnapshots(userId: string): Promise<number> {
      const volatility = await readVolatility(userId);
      const now = clock.now();
      return await database.asUser(userId, async (trx) => {
        const goals = (await listGoals(trx)).filter(({ is_active }) => is_active);
        for (const { id, progress: own } of await views(trx, goals, volatility, [])) {
          await GoalSnapshotModel.query(trx)
            .insert({
              owner_user_id: userId,
              goal_id: id,
              day: istDate(now),
              state: own.state,
              current_value: own.current,
              target: own.target,
              progress_pct: own.progress_pct,
              projected: own.projected,
              inflated_target: own.inflated_target,
              probability_pct: own.probability_pct,
              recorded_at: now,
            })
            .onConflict(['goal_id', 'day', 'owner_user_id'])
            .merge();
        }
        return goals.length;
      });
    },

    /** How the goal stood at the end of each day that is on record, newest first. @throws 404 GOAL_NOT_FOUND */
    async history(userId: string, id: string, query: PageQuery = {}): Promise<Page<GoalSnapshotView>> {
      return await database.readAsUser(userId, async (trx) => {
        const of = { goal_id: (await goalById(trx, id)).id };
        return await keptPage(trx, 'portfolio.goal_snapshots', of, query, async ({ page_size, offset }) => {
          // The owner is named: row-level security alone lets Postgres plan with the rows of an average owner.
          const rows = await GoalSnapshotModel.query(trx)
            .where({ ...of, owner_user_id: userId })
            .orderBy('day', 'desc')
            .limit(page_size)
            .offset(offset);
          return rows.map((row) => ({
            day: row.day,
            state: row.state,
            current_value: row.current_value,
            target: row.target,
            progress_pct: row.progress_pct,
            projected: row.projected,
            inflated_target: row.inflated_target,
            probability_pct: row.probability_pct,
          }));
        });
      });
    },
  };
}

function columnsOf(input: GoalInput) {
  const isCorpus = input.type === 'CORPUS';
  const money = (value: number | null | undefined) =>
    value === undefined || value === null ? null : decimal(value);
  return {
    name: input.name.trim(),
    type: input.type,
    currency: input.currency ?? 'INR',
    target_corpus: money(input.target_corpus),
    target_date: input.target_date ?? null,
    // a target in the money of its day needs no inflation
    inflation_pct: isCorpus ? (input.inflation_pct ?? 0) : null,
    expected_return_pct: input.expected_return_pct ?? null,
    target_monthly_income: money(input.target_monthly_income),
    is_active: input.is_active ?? true,
  };
}

/** A goal as a body; of another type only what both types have. */
function inputOf(row: GoalModel, type = row.type): GoalInput {
  const { name, currency, is_active } = row;
  if (type !== row.type) return { name, currency, is_active, type };
  return {
    name,
    currency,
    is_active,
    type,
    target_corpus: row.target_corpus?.toNumber() ?? null,
    target_date: row.target_date,
    inflation_pct: row.inflation_pct,
    expected_return_pct: row.expected_return_pct,
    target_monthly_income: row.target_monthly_income?.toNumber() ?? null,
  };
}

const unlessTaken = <T>(name: string, write: () => PromiseLike<T>): Promise<T> =>
  unlessUnique(write, () =>
    conflict('GOAL_EXISTS', `A goal named ${name.trim()} already exists. Choose another name.`),
  );

import { auditedMutation } from '../audit/index.ts';
import { conflict, type Context, decimal, invalid, notFound, type DbTransaction } from '../platform/index.ts';
import { goalById, listLinks } from './goal-store.ts';
import { type GoalLinkInput, goalLinkInput } from './inputs.ts';
import { labelsOf } from './link-labels.ts';
import { freeShare } from './links.ts';
import { GoalLinkModel, GoalModel } from './models.ts';
import type { GoalLinkView } from './view.ts';

/** What a link leads to, as its row has it. */
type Target = Pick<GoalLinkModel, 'portfolio_id' | 'symbol' | 'sip_plan_id'>;

/** Use-cases of links between goals and what counts towards them (spec: Goal and SIP rules 2 to 4). */
export function createLinkService(context: Context) {
  const { database } = context;
  const mutation = auditedMutation(context);

  return {
    /** @throws 404 GOAL_NOT_FOUND */
    async list(userId: string, goalId: string): Promise<GoalLinkView[]> {
      return await database.readAsUser(userId, async (trx) => {
        await goalById(trx, goalId);
        return (await labelsOf(trx, await listLinks(trx))).filter(({ goal_id }) => goal_id === goalId);
      });
    },

    /**
     * Links something to a goal; the same thing again changes its percentage. One person's writers come one after the
     * other, so two of them cannot pass 100 % together.
     * @throws 404 GOAL_NOT_FOUND, 404 of what is linked, 409 GOAL_LINK_EXCEEDED
     */
    put: mutation('goal.link', {
      input: goalLinkInput,
      topics: ['goals'],
      async run(change, input, goalId: string): Promise<GoalLinkView> {
        const { trx, userId } = change;
        await change.locked('GOAL', GoalModel, goalId);
        const target = await resolve(trx, input);
        const ofTarget = await GoalLinkModel.query(trx).where({ ...target, link_type: input.link_type });
        const own = ofTarget.find(({ goal_id }) => goal_id === goalId);
        const others = ofTarget.filter((link) => link !== own);
        const free = freeShare(others.map(({ pct }) => pct.toNumber()));
        if (input.percentage > free)
          throw conflict(
            'GOAL_LINK_EXCEEDED',
            free === 0
              ? 'All of it already counts towards other goals. Reduce one of those links first.'
              : `Only ${free}% of it is available; the rest counts towards other goals.`,
          );
        const row =
          own === undefined
            ? await GoalLinkModel.query(trx)
                .insert({
                  owner_user_id: userId,
                  goal_id: goalId,
                  link_type: input.link_type,
                  ...target,
                  pct: decimal(input.percentage),
                })
                .returning('*')
            : await GoalLinkModel.query(trx).patchAndFetchById(own.id, { pct: decimal(input.percentage) });
        const [view] = await labelsOf(trx, [row]);
        if (view === undefined) throw new Error('a link without a view');
        await change.record('GOAL_LINKED', goalId, { to: view.label, percentage: input.percentage });
        return view;
      },
    }),

    /** @throws 404 GOAL_NOT_FOUND, 404 GOAL_LINK_NOT_FOUND */
    remove: mutation('goal.unlink', {
      topics: ['goals'],
      async run(change, goalId: string, linkId: string): Promise<void> {
        const { trx } = change;
        await goalById(trx, goalId);
        const row = await change.locked('GOAL_LINK', GoalLinkModel, linkId);
        if (row.goal_id !== goalId) throw notFound('GOAL_LINK');
        const [view] = await labelsOf(trx, [row]);
        await GoalLinkModel.query(trx).deleteById(linkId);
        await change.record('GOAL_UNLINKED', goalId, { to: view?.label ?? '' });
      },
    }),
  };
}

/** The row that a link leads to. @throws 404 when there is none of that type (spec: Goal and SIP rules 4). */
async function resolve(trx: DbTransaction, { link_type, link_id }: GoalLinkInput): Promise<Target> {
  switch (link_type) {
    case 'PORTFOLIO': {
      const row = await trx<{ id: string; is_protected: boolean }>('portfolio.portfolios')
        .where({ id: link_id })
        .first('id', 'is_protected');
      if (row === undefined) throw notFound('PORTFOLIO');
      if (row.is_protected)
        throw invalid([
          {
            field: 'link_id',
            message: 'Networth is the total of all portfolios. Link individual portfolios instead.',
          },
        ]);
      return { portfolio_id: row.id, symbol: null, sip_plan_id: null };
    }
    case 'HOLDING': {
      const row = await trx<{ id: string; portfolio_id: string; symbol: string }>('portfolio.holdings')
        .where({ id: link_id })
        .first('portfolio_id', 'symbol');
      if (row === undefined) throw notFound('HOLDING');
      return { portfolio_id: row.portfolio_id, symbol: row.symbol, sip_plan_id: null };
    }
    default: {
      const row = await trx<{ id: string }>('portfolio.sip_plans').where({ id: link_id }).first('id');
      if (row === undefined) throw notFound('SIP_PLAN');
      return { portfolio_id: null, symbol: null, sip_plan_id: row.id };
    }
  }
}

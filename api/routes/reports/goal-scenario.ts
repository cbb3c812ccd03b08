import { goalScenarioInput, goalScenarioQuery, goalScenarioView } from '../../../core/reports/index.ts';
import { Reply, type Route, route } from '../../route.ts';

export const GOAL_SCENARIO_ROUTES: readonly Route[] = [
  route({
    method: 'POST',
    path: '/api/portfolio/reports/goal-scenario',
    repeats: 'anew',
    summary: 'Project a goal with a different monthly payment; nothing is saved',
    description:
      'The payment replaces the plans linked to the goal, starts a month from today and grows once a year by `step_up_pct`. `years` counts from today and replaces the goal’s target date.',
    tag: 'Reports',
    query: goalScenarioQuery,
    body: goalScenarioInput,
    response: goalScenarioView,
    problems: { 404: ['GOAL_NOT_FOUND'], 409: ['GOAL_NOT_CORPUS'] },
    handler: async ({ core, user, body, query }) =>
      Reply.json(await core.reports.goalScenario.readJson(user.userId, body, query.explain === true)),
  }),
];

import { goalScenarioInput, goalScenarioQuery, goalScenarioView } from '../../../core/reports/index.ts';
import { Reply, type Route, route } from '../../route.ts';

export const GOAL_SCENARIO_ROUTES: readonly Route[] = [
  route({
    method: 'POST',
    path: '/api/portfolio/reports/goal-scenario',
    repeats: 'anew',
    summary: 'What a goal would come to with another payment a month; nothing is kept',
    description:
      'The payment takes the place of the plans linked to the goal, begins a month from today and grows once a year by `step_up_pct`. `years` counts from today and takes the place of the goal’s own day.',
    tag: 'Reports',
    query: goalScenarioQuery,
    body: goalScenarioInput,
    response: goalScenarioView,
    problems: { 404: ['GOAL_NOT_FOUND'], 409: ['GOAL_NOT_CORPUS'] },
    handler: async ({ core, user, body, query }) =>
      Reply.json(await core.reports.goalScenario.readJson(user.userId, body, query.explain === true)),
  }),
];

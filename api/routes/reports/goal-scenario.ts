import * as yup from 'yup';
import { explanationsOrNull, type GoalScenarioView, goalScenarioInput } from '../../../core/reports/index.ts';
import { goalProgressView as progress } from '../../../core/goals/index.ts';
import { Reply, type Route, route } from '../../route.ts';
import { date, exactly, instant, number, numberOrNull, text, viewOf, whole } from '../schemas.ts';

const scenario = viewOf<GoalScenarioView>()({
  calculated_at: instant,
  goal: exactly({ id: text, name: text, currency: text }),
  inputs: exactly({
    monthly_sip: number,
    step_up_pct: number,
    years: numberOrNull,
    first_date: date,
    target_date: date,
  }),
  paid_in: number,
  payments: whole,
  progress,
  baseline: progress,
  difference: exactly({ projected: numberOrNull, surplus: numberOrNull, probability: numberOrNull }),
  explanations: explanationsOrNull,
});

export const GOAL_SCENARIO_ROUTES: readonly Route[] = [
  route({
    method: 'POST',
    path: '/api/portfolio/reports/goal-scenario',
    repeats: 'anew',
    summary: 'What a goal would come to with another payment a month; nothing is kept',
    description:
      'The payment takes the place of the plans linked to the goal, begins a month from today and grows once a year by `step_up_pct`. `years` counts from today and takes the place of the goal’s own day.',
    tag: 'Reports',
    query: yup.object({ explain: yup.boolean().optional() }).noUnknown(),
    body: goalScenarioInput,
    response: scenario,
    problems: { 404: ['GOAL_NOT_FOUND'], 409: ['GOAL_NOT_CORPUS'] },
    handler: async ({ core, user, body, query }) =>
      Reply.json(await core.reports.goalScenario.readJson(user.userId, body, query.explain === true)),
  }),
];

export { type GoalScenarioInput, goalScenarioInput, goalScenarioQuery } from './inputs.ts';
export { createGoalScenario } from './scenario-report.ts';
export { type GoalScenarioView, goalScenarioView } from './view.ts';

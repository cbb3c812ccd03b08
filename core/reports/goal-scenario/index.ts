export { type GoalScenarioInput, goalScenarioInput } from './inputs.ts';
export { createGoalScenario } from './scenario-report.ts';
export type { GoalScenarioView, ScenarioDifference } from './view.ts';

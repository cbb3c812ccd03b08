export { type Battle, createBattle } from './battle.ts';
export {
  battleLogPage,
  type BattleLogPage,
  battleLogQuery,
  battleSummaryView,
  type BattleSummary,
} from './battle-view.ts';

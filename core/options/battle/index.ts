export { type Battle, createBattle } from './battle.ts';
export {
  battleLogPage,
  type BattleLogPage,
  battleLogQuery,
  type BattleLogQuery,
  battleSummaryView,
  type BattleSummary,
} from './battle-view.ts';

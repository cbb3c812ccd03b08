export { type Watchlist, createWatchlist } from './watchlist-area.ts';
export { type AlertKind } from './alert-state.ts';
export {
  type AlertChange,
  alertChange,
  type AlertInput,
  alertInput,
  newsQuery,
  type WatchlistInput,
  watchlistInput,
  watchlistQuery,
} from './inputs.ts';
export type { AlertRunResult } from './monitor.ts';
export type { WatchedItems } from './prices.ts';
export type { Narration } from './narration.ts';
export { createNarrator, type NarrateWatchlist } from './narrator.ts';
export {
  type AlertView,
  alertView,
  type NewsView,
  newsView,
  type WatchlistItemView,
  watchlistItemView,
} from './view.ts';

export { type ActionLayout, actionLayout, type FileAction } from './action-file.ts';
export {
  ACTION_KINDS,
  type ActionKind,
  isSoundRatio,
  type ReadAction,
  readActionText,
} from './action-text.ts';
export {
  type Announcement,
  type DatedAction,
  decideAction,
  hasAnnouncements,
  keepActions,
  linkActions,
  readActions,
  readDatedActions,
  readOpenActions,
  readShareActions,
  readUnquantifiedActions,
  readUnlinkedActions,
  type ShareAction,
  withdrawActions,
} from './actions-store.ts';
export { priceDay, priceText } from './exchange-cells.ts';
export { createNseActions, type ListedAction } from './nse-actions.ts';
export { cookiesOf, createNseSession } from './nse-session.ts';
export { type ActionView, actionView } from './view.ts';

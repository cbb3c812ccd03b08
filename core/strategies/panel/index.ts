/** What a strategy can see: the closes of a universe by day, its members by day, and what changed its shares. */
export {
  PANEL_ACTIONS,
  type PanelAction,
  type PanelActionKind,
  type PanelSecurity,
  type PricePanel,
  SURVIVORSHIP,
  type Survivorship,
} from './price-panel.ts';
export { NEAR_SESSIONS, PriceWindow } from './price-window.ts';
export { sessionOnOrAfter, type ShareRatio, type ShareRatios, shareRatios } from './share-ratios.ts';

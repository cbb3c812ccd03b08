/** Price panels, read from the records of the market. */
export {
  createPanelLoader,
  type LoadedPanel,
  type PanelLoader,
  type PanelQuestion,
  type PanelSources,
} from './panel-loader.ts';
export { universeOfIndex, universeOfSymbols } from './universe.ts';

/** Price panels, read from the records of the market. */
export { benchmarkOf } from './benchmark.ts';
export {
  createPanelLoader,
  type PanelLoader,
  type PanelQuestion,
  type PanelSources,
} from './panel-loader.ts';

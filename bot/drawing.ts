import type { Core } from '../core/assembly/index.ts';

/** User and portfolio of a chart; null is Networth. */
export interface ChartRequest {
  core: Core;
  userId: string;
  portfolio: string | null;
}

/** A chart with its caption, as the configuration that renderConfig draws. */
export interface RenderableChart {
  name: string;
  caption: string;
  config: object;
}

/** Why there is no chart. */
export interface NoChart {
  reason: string;
}

import type { Core } from '../core/core.ts';

/** Whose chart it is; Networth where no portfolio is named. */
export interface ChartOf {
  core: Core;
  userId: string;
  portfolio: string | null;
}

/** A chart that can be drawn: its caption in words, and the picture on demand. */
export interface Drawing {
  name: string;
  caption: string;
  draw: () => Promise<Buffer>;
}

/** What stands where there is nothing to draw. */
export interface NothingToDraw {
  reason: string;
}

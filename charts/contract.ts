/** What every chart is: data in, one plain Chart.js configuration and one table of the same facts out. */
import type { ChartConfiguration, ChartType } from 'chart.js';
import { DEFAULT_WIDTH, type ThemeName } from './theme.ts';

export interface ChartOptions {
  /** Surroundings the chart is drawn on; light where not named. */
  theme?: ThemeName;
  /** Currency of every amount in the data; INR where not named. */
  currency?: string;
  /** Replaces the chart's own title; an empty string draws none (the page has a heading already). */
  title?: string;
  /** Layout width in pixels, which decides where the legend goes and how long a name may be. */
  width?: number;
}

/** The same facts in words, for people who cannot see the picture and for captions. */
export interface ChartTable {
  caption: string;
  columns: string[];
  rows: string[][];
}

export interface ChartKind<Data, Type extends ChartType> {
  name: string;
  summary: string;
  /** A configuration without functions: it can be sent to a worker or a browser as it is. */
  config(data: Data, options?: ChartOptions): ChartConfiguration<Type>;
  table(data: Data, options?: ChartOptions): ChartTable;
}

/** Options with every gap filled. */
export function complete(options: ChartOptions, ownTitle: string): Required<ChartOptions> {
  return {
    theme: options.theme ?? 'light',
    currency: options.currency ?? 'INR',
    title: options.title ?? ownTitle,
    width: options.width ?? DEFAULT_WIDTH,
  };
}

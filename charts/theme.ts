/**
 * Colours, type and sizes of every chart, for paper-white and for dark surroundings.
 *
 * Pure data, safe in the browser. The categorical colours keep their distance under the common forms of colour
 * blindness (test/charts/theme.test.ts simulates them); gain and loss differ in lightness too, and every chart
 * that uses them also shows a sign or an arrow.
 */

export type ThemeName = 'light' | 'dark';

export interface ChartTheme {
  name: ThemeName;
  /** Background behind the chart; the dashboard's cards use the same colour. */
  surface: string;
  text: string;
  /** Secondary text: subtitles, axis labels, hints. */
  muted: string;
  grid: string;
  /** The zero line and other references that must stand out from the grid. */
  axis: string;
  value: string;
  valueFill: string;
  invested: string;
  gain: string;
  loss: string;
  lossFill: string;
  /** One colour per category, in order of use. */
  categories: readonly string[];
  /** Everything that was grouped, and what has no colour of its own. */
  other: string;
  tooltip: { background: string; text: string; border: string };
}

const light: ChartTheme = {
  name: 'light',
  surface: '#ffffff',
  text: '#17202e',
  muted: '#5a6675',
  grid: '#e6eaef',
  axis: '#9aa5b3',
  value: '#0b62b5',
  valueFill: 'rgba(11, 98, 181, 0.10)',
  invested: '#8a5a00',
  gain: '#00796b',
  loss: '#c2410c',
  lossFill: 'rgba(194, 65, 12, 0.12)',
  categories: ['#00599c', '#cc8400', '#00946c', '#b03a86', '#3d9bd6', '#d4490f', '#3a1f7d', '#525000'],
  other: '#8d96a1',
  tooltip: { background: '#17202e', text: '#ffffff', border: '#17202e' },
};

const dark: ChartTheme = {
  name: 'dark',
  surface: '#171c26',
  text: '#eef1f6',
  muted: '#a3aebd',
  grid: '#2a3240',
  axis: '#5c6878',
  value: '#6cb6ff',
  valueFill: 'rgba(108, 182, 255, 0.14)',
  invested: '#f0b84a',
  gain: '#4fd1b5',
  loss: '#ff8f6b',
  lossFill: 'rgba(255, 143, 107, 0.16)',
  categories: ['#3f8fd3', '#e69f00', '#1fb58c', '#ec86c3', '#9bd8fb', '#e8743b', '#a391ff', '#c9c75f'],
  other: '#7c8797',
  tooltip: { background: '#eef1f6', text: '#17202e', border: '#eef1f6' },
};

export const themes: Readonly<Record<ThemeName, ChartTheme>> = { light, dark };

/** Latin with ₹, arrows and the minus sign; Devanagari falls through to the second family. */
export const fontFamilies = { latin: 'Inter', devanagari: 'Noto Sans Devanagari' } as const;

/** The font stack of every text in a chart; the browser uses the installed fonts of the same look. */
export const fontFamily = `${fontFamilies.latin}, "${fontFamilies.devanagari}", system-ui, sans-serif`;

/** Font sizes and gaps in layout pixels (a picture is drawn with several device pixels for each). */
export const sizes = { title: 15, subtitle: 12, label: 12, note: 15, gap: 8, padding: 16 } as const;

/** Layout width a chart is designed for where the caller names none: a phone's photo bubble. */
export const DEFAULT_WIDTH = 480;

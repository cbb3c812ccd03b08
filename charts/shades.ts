/** Colours for a change in percent: stronger the larger it is, with ink that stays readable on each. */
import type { ChartTheme } from './theme.ts';

interface Shade {
  fill: string;
  ink: string;
}

type Rgb = readonly [number, number, number];

const rgb = (hex: string): Rgb => [
  Number.parseInt(hex.slice(1, 3), 16),
  Number.parseInt(hex.slice(3, 5), 16),
  Number.parseInt(hex.slice(5, 7), 16),
];

const hex = (color: Rgb): string =>
  `#${color.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;

/** A colour `share` (0 to 1) of the way from one to the other. */
export function mixed(from: string, to: string, share: number): string {
  const [start, end] = [rgb(from), rgb(to)];
  return hex(start.map((part, index) => part + ((end[index] ?? part) - part) * share) as unknown as Rgb);
}

function luminance(color: string): number {
  const [red, green, blue] = rgb(color).map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as unknown as Rgb;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** How far two colours stand apart, 1 to 21; small text needs 4.5 (WCAG 2, 1.4.3). */
export function contrast(one: string, other: string): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

/** Black or white, whichever is easier to read on the fill: one of the two has at least 4.58 on any colour. */
const inkOn = (fill: string): string =>
  contrast(fill, '#ffffff') >= contrast(fill, '#000000') ? '#ffffff' : '#000000';

/** Where a change of nothing begins, so that even the smallest change is told from an empty cell. */
const FAINTEST = 0.16;

/**
 * The colours of a change: towards gain or loss by its share of `strongest` (both in percentage points), grey where
 * it is nothing, the bare surface where it is not known.
 */
export function shadeOf(change: number | null, strongest: number, theme: ChartTheme): Shade {
  if (change === null || !Number.isFinite(change)) return { fill: theme.surface, ink: theme.muted };
  if (change === 0) return { fill: theme.grid, ink: theme.text };
  const share = strongest > 0 ? Math.min(1, Math.abs(change) / strongest) : 1;
  const fill = mixed(theme.surface, change > 0 ? theme.gain : theme.loss, FAINTEST + (1 - FAINTEST) * share);
  return { fill, ink: inkOn(fill) };
}

import type { Weight } from './faces.ts';

/** A4 in points. */
export const A4 = { width: 595.28, height: 841.89 } as const;
export const MARGIN = { side: 48, top: 56, bottom: 62 } as const;

/** Dark on white, told apart without color: a copy in grey reads the same. */
export const INK = {
  text: '#1a2230',
  muted: '#566070',
  rule: '#c9d0d8',
  band: '#f1f4f7',
  dark: '#12456f',
  light: '#a9c3da',
  white: '#ffffff',
} as const;

export interface TextStyle {
  /** Points. */
  size: number;
  /** From one line to the next. */
  lead: number;
  weight: Weight;
  color: string;
}

const style = (
  size: number,
  lead: number,
  weight: Weight = 'regular',
  color: string = INK.text,
): TextStyle => ({
  size,
  lead,
  weight,
  color,
});

export const STYLES = {
  title: style(22, 27, 'strong'),
  heading: style(12.5, 17, 'strong', INK.dark),
  subheading: style(9.4, 13, 'strong'),
  body: style(9, 13),
  strong: style(9, 13, 'strong'),
  small: style(7.4, 9.8),
  smallStrong: style(7.4, 9.8, 'strong'),
  note: style(6.8, 9, 'regular', INK.muted),
  noteStrong: style(6.8, 9, 'strong', INK.muted),
  /** Ids, hashes and addresses. */
  id: style(6.2, 8.2, 'regular', INK.muted),
} as const;

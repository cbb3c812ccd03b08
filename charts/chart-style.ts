/** Pieces of configuration that every chart shares: type, heading, axis text, tooltip, the note. */
import { shorten } from './format.ts';
import { type ChartTheme, fontFamily, sizes } from './theme.ts';
import type { NoteOptions } from './chart-plugins.ts';

/** Font, colour and padding of the whole chart. */
export const textOptions = (theme: ChartTheme) =>
  ({
    color: theme.text,
    font: { family: fontFamily, size: sizes.label },
    layout: {
      padding: {
        top: sizes.padding / 2,
        right: sizes.padding,
        bottom: sizes.padding / 2,
        left: sizes.padding,
      },
    },
    locale: 'en-IN',
  }) as const;

export const axisText = (theme: ChartTheme) =>
  ({ color: theme.muted, font: { family: fontFamily, size: sizes.label } }) as const;

/** The axis of days under a line. */
export const dayAxis = (theme: ChartTheme, display: boolean) =>
  ({
    type: 'day',
    display,
    grid: { display: false },
    border: { color: theme.axis },
    ticks: { ...axisText(theme), autoSkip: false, maxRotation: 0 },
  }) as const;

/** The axis of figures beside lines or bars; what kind of figures, its `type` says. */
export const figureAxis = (theme: ChartTheme, display: boolean) =>
  ({
    display,
    border: { display: false },
    grid: { color: theme.grid },
    ticks: { ...axisText(theme), maxTicksLimit: 6 },
  }) as const;

/** The axis of names beside bars. */
export const nameAxis = (theme: ChartTheme, display: boolean) =>
  ({
    type: 'category',
    display,
    border: { display: false },
    grid: { display: false },
    ticks: { color: theme.text, autoSkip: false, font: { size: sizes.label } },
  }) as const;

/** What the lines or bars are, at the right above them. */
export const legend = (theme: ChartTheme, display: boolean, sign: 'line' | 'box' = 'line') => {
  const size = sign === 'line' ? { boxWidth: 24, boxHeight: 0 } : { boxWidth: 12, boxHeight: 12 };
  return {
    display,
    position: 'top',
    align: 'end',
    labels: { color: theme.text, ...size, padding: sizes.gap },
  } as const;
};

export const tooltip = (theme: ChartTheme) =>
  ({
    backgroundColor: theme.tooltip.background,
    titleColor: theme.tooltip.text,
    bodyColor: theme.tooltip.text,
    borderColor: theme.tooltip.border,
    padding: 10,
    cornerRadius: 6,
    usePointStyle: true,
    boxPadding: 4,
  }) as const;

/** About how wide a text is at the label size, in layout pixels; measured on Inter, a little generous. */
export function textWidth(text: string): number {
  let width = 0;
  for (const letter of text) {
    if (/[A-Z&@%]/.test(letter)) width += 8.6;
    else if (/[mw]/.test(letter)) width += 10.4;
    else if (/[a-z0-9]/.test(letter)) width += 6.9;
    else if (/\p{M}/u.test(letter)) width += 2;
    else if (letter.charCodeAt(0) > 0x2ff) width += 8;
    else width += 4.2;
  }
  return width;
}

/** A name that fits into `room` layout pixels at the label size. */
export function fitted(name: string, room: number): string {
  if (textWidth(name) <= room) return name;
  let letters = name.length;
  while (letters > 2 && textWidth(shorten(name, letters)) > room) letters--;
  return shorten(name, letters);
}

/** Words in lines no wider than `room` layout pixels; Chart.js would squeeze the letters instead. */
function lines(text: string, room: number, largeness = 1): string[] {
  const found: string[] = [];
  for (const word of text.split(' ')) {
    const longer = found.length > 0 ? `${found.at(-1)} ${word}` : word;
    if (found.length > 0 && textWidth(longer) * largeness <= room) found[found.length - 1] = longer;
    else found.push(fitted(word, room / largeness));
  }
  return found;
}

/** Title and subtitle at the left edge of a picture `width` layout pixels wide; an empty text takes no room. */
export function heading(theme: ChartTheme, width: number, title: string, subtitle: string) {
  const room = width - 2 * sizes.padding;
  return {
    title: {
      display: title !== '',
      text: lines(title, room, 1.35),
      align: 'start',
      color: theme.text,
      font: { family: fontFamily, size: sizes.title, weight: 600 },
      padding: { top: 4, bottom: subtitle === '' ? sizes.gap + 2 : 2 },
    },
    subtitle: {
      display: subtitle !== '',
      text: lines(subtitle, room),
      align: 'start',
      color: theme.muted,
      font: { family: fontFamily, size: sizes.subtitle, weight: 400 },
      padding: { top: 0, bottom: sizes.gap },
    },
  } as const;
}

/** Options of the note in the middle; none switches it off. */
export const noteText = (
  theme: ChartTheme,
  note: { text: string; hint?: string } | null,
  size: number = sizes.note,
): NoteOptions => ({
  text: note?.text ?? '',
  hint: note?.hint ?? '',
  color: theme.text,
  hintColor: theme.muted,
  size,
  hintSize: sizes.subtitle,
});

/** A stretch of a passage, by the places of its first character and of the one after its last. */
export interface Span {
  start: number;
  end: number;
}

/** Stands in the place of what was read already; of the private use area, so that no text means anything by it. */
const BLANK = '\ue000';
const SPACES = /[\ue000\u00a0\u2000-\u200a\u202f\u205f\u3000\t\r]/g;
const DASHES = /[\u2010-\u2013\u2212\ufe63\uff0d]/g;

/** The same text with one kind of space, dash and quote; every character keeps its place. */
export function plain(text: string): string {
  return text
    .replace(SPACES, ' ')
    .replace(DASHES, '-')
    .replace(/[\u2018\u2019]/g, "'");
}

/** Words that end with a full stop within a sentence. */
const ABBREVIATION =
  /(?:\b(?:Rs|No|Nos|Inc|Ltd|Co|Corp|vs|approx|ca|est|incl|excl|avg|cr|mn|bn|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec|St|Mr|Ms|Dr|Fig)|\b[A-Z]|\b[a-z]\.[a-z])\.$/;

/** The number of a point in a list. */
const MARKER = /^\s*\d{1,2}\.$/;

/** The sentences of a passage, in order; together they are the whole of it. */
export function sentencesOf(text: string): Span[] {
  const spans: Span[] = [];
  let start = 0;
  for (const { index } of text.matchAll(/[.!?][)"'\u201d]?(?=\s+["'\u201c(]?[A-Z\d₹$~])|[;](?=\s)|\n/g)) {
    const before = text.slice(start, index + 1);
    if (text[index] === '.' && (ABBREVIATION.test(before) || MARKER.test(before))) continue;
    spans.push({ start, end: index + 1 });
    start = index + 1;
  }
  spans.push({ start, end: text.length });
  return spans;
}

/** A text in which what was read already is blanked, place by place. */
export function blanked(text: string, spans: readonly Span[]): string {
  return spans.reduce(
    (rest, { start, end }) => `${rest.slice(0, start)}${BLANK.repeat(end - start)}${rest.slice(end)}`,
    text,
  );
}

import type { Span } from './passage.ts';

/** Lengths of time that reports speak of without meaning a figure: windows of prices, parts of years, usual horizons. */
const WINDOWS = new Set([1, 2, 3, 5, 6, 9, 10, 12, 18, 20, 24, 30, 50, 52, 60, 90, 100, 200, 250, 365]);
const TIME =
  /(\d+(?:\.\d+)?)[- ]?(?:trading |calendar |business )?(?:days?|sessions?|closes|weeks?|months?|quarters?|years?|yrs?|DMA|dma|SMA|EMA|d\b|w\b|y\b|hours?|minutes?)\b/g;

/**
 * Parts of names, labels and places in a list: digits that are no figures. Each stands behind what every text with one has, which
 * is looked for first because it is cheap.
 */
export const LABELS: readonly (readonly [hint: RegExp, label: RegExp])[] = [
  // the first, the 21st
  [/\d(?:st|nd|rd|th)/i, /\b\d{1,3}(?:,\d{3})*(?:st|nd|rd|th)\b/gi],
  // Q3, 9M, H1 and the like without a year; those with one are read as periods
  [/[QH][1-4]|[1-4][QH]|\dM/, /\b(?:[QH][1-4]|[1-4][QH]|9M|12M|6M|3M)\b/g],
  // forms, standards, laws, indexes
  [/\d-[KQF]/, /\b(?:Form )?(?:10|8|20|6|40)-[KQF](?:\/A)?\b/g],
  [/EX/i, /\bEX-?\s?\d+(?:\.\d+)?\b/gi],
  [
    /[A-Za-z.][ -]?\(?\d/,
    /\b(?:Ind AS|IFRS|IAS|AS|ASC|ISO|SOX|Section|Sec\.|Article|Regulation|Rule|Note|Notes|Schedule|Chapter|Part|Item|Annexure|Table|Figure|Fig\.|Page|Phase|Tier|Level|Type|Class|Series|Version|BS|Euro|Stage)[ -]?\(?\d+(?:[.-]\d+)*[A-Z]{0,2}\)?(?:\(\w+\))*(?![\d.,]*\s?(?:%|crore|lakh|million|billion))/g,
  ],
  [
    /[A-Za-z&5][ -]?\d/,
    /\b(?:Nifty|NIFTY|BSE|NSE|Sensex|S&P|S&P BSE|Russell|Nasdaq|NASDAQ|FTSE|Fortune|Dow|Nikkei|MSCI|CRISIL)(?: [A-Z][a-z]+)*[ -]?\d{2,4}\b(?!\s?(?:%|crore|lakh|per cent))/g,
  ],
  [/[A-Za-z]-\d/, /\b(?:COVID|Covid|GPT|G|F|A|B)-\d{1,3}\b/g],
  [/v\d/i, /\bv\d+(?:\.\d+)*\b/gi],
  [/24\/7/, /\b24\/7\b/g],
  [/No|Number/, /\b(?:No|Nos|Number)\.? ?\d+\b(?![\d,.]*\s?(?:%|crore|lakh|million|billion))/g],
  // ids of facts, sources and claims
  [/[a-z_]\.[a-z0-9_-]/, /\b[a-z_]+(?:\.[a-z0-9_-]+)+\b/g],
  [/\[/, /\[[^\]\s]{1,80}\]/g],
  // names with digits in them: 3MINDIA, NIFTY50, A320neo
  [
    /[A-Za-z]\d/,
    /\b(?=[A-Za-z]*\d)(?=\d*[A-Za-z])(?!\d+(?:k|m|mn|bn|b|cr|x|tn|pp|bps|pct)\b)[A-Za-z]+\d[A-Za-z0-9]*\b/gi,
  ],
  [
    /\d[A-Za-z]{2}/,
    /\b\d+(?!(?:k|m|mn|bn|b|cr|x|tn|pp|ppt|bps|pct|lakh|lac|crore|million|billion|trillion|thousand|times|percent|fold)s?\b)[A-Za-z]{2,}\d*[A-Za-z]*\b/gi,
  ],
];
/** Where a text, or one of its lines, begins. */
const MARKER = /^\s*(?:\(\d{1,2}\)|\d{1,2}[.)])(?=\s)/;

/** Digits of a sentence that are no figures. */
export function labelsIn(text: string): Span[] {
  const spans: Span[] = [];
  if (!/\d/.test(text)) return spans;
  const marker = MARKER.exec(text);
  if (marker !== null) spans.push({ start: 0, end: marker[0].length });
  for (const [hint, label] of LABELS) {
    if (!hint.test(text)) continue;
    for (const { 0: found, index } of text.matchAll(label))
      if (/\d/.test(found)) spans.push({ start: index, end: index + found.length });
  }
  return spans;
}

/** Lengths of time, with whether each is a usual one, or one of the facts (`years`). */
export function windowsIn(
  text: string,
  years: ReadonlySet<number>,
): (Span & { printed: string; isUsual: boolean })[] {
  return [...text.matchAll(TIME)]
    .filter(({ index }) => !/[\d.,₹$]/.test(text.charAt(index - 1)))
    .map(({ 0: found, 1: printed = '', index }) => ({
      start: index,
      end: index + found.length,
      printed,
      isUsual: WINDOWS.has(Number(printed)) || (years.has(Number(printed)) && /ye?a?rs?/i.test(found)),
    }));
}

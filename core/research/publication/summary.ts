import type { Publication } from './payload.ts';
import type { StoredReport } from './read-report.ts';

/** Abbreviations behind which a sentence goes on; a single letter is one as well. */
const ABBREVIATION =
  /(?:^|[\s(])(?:[A-Za-z]|Ltd|Rs|No|Mr|Mrs|Ms|Dr|St|vs|approx|Inc|Co|Corp|Pvt|cf|e\.g|i\.e|U\.S)$/;
/** Characters that are looked at for one, with those before it. */
const LONGEST_ABBREVIATION = 12;
const ADDRESS = /(?:https?:\/\/|www\.)\S+/gi;
const UNSEEN = /[\p{Cc}\p{Cf}\p{Co}\s]+/gu;

/** The first sentence of a text: its end is no full stop within a number and none behind an abbreviation. */
function firstSentence(text: string): string {
  const whole = text.trim();
  for (const { index, 0: end } of whole.matchAll(/[.!?]+["”’)]?(?=\s|$)/g)) {
    const before = whole.slice(Math.max(0, index - LONGEST_ABBREVIATION), index);
    const isAbbreviation = end.startsWith('.') && ABBREVIATION.test(before);
    if (!isAbbreviation || index + end.length === whole.length) return whole.slice(0, index + end.length);
  }
  return whole;
}

/** Why a report rates a share as it does: its own paragraph on that, else the first sentence of its thesis (research/Dossier view rules 2). */
export function summaryOf({
  why_this_rating: why,
  thesis,
}: {
  why_this_rating?: string | null | undefined;
  thesis: string;
}): string {
  return why === null || why === undefined || why.trim() === '' ? firstSentence(thesis) : why;
}

/** Text of a report on one line, for places that would make something to tap of an address: it has none. */
export const inOneLine = (text: string): string => text.replace(ADDRESS, ' ').replace(UNSEEN, ' ').trim();

/** What a stored report of either version comes to. */
export interface Judgement {
  rating: Publication['decision']['rating'];
  action: Publication['decision']['action'];
  /** 0 to 1; null where nobody said. */
  confidence: number | null;
  summary: string;
  /** Null for reports of the first version, which have none. */
  qa: Publication['qa'] | null;
}

/** The decision of a stored report with its summary, of either version. */
export function judgementOf(stored: StoredReport): Judgement {
  if (stored.version === '1.0') {
    const { rating, action, confidence } = stored.report;
    return { rating, action, confidence, summary: summaryOf(stored.report), qa: null };
  }
  const { decision, qa } = stored.publication;
  const { rating, action, confidence } = decision;
  return { rating, action, confidence, summary: summaryOf(stored.publication), qa };
}

/** A name of a list for reading: `NOT_RATED` is "Not rated". */
export function inWords(name: string): string {
  const words = name.replaceAll('_', ' ').toLowerCase();
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

/** Percentage points for reading, as whole ones. What is not all of it never reads as 100%, and what is something never as 0%. */
export function wholePercent(points: number): string {
  const rounded = Math.round(points);
  if (rounded === 100 && points < 100) return '99%';
  return rounded === 0 && points > 0 ? 'under 1%' : `${rounded}%`;
}

import { folderKey, pageKey } from './page-address.ts';

/** A page of a company's site that may be worth a request. */
export interface Candidate {
  url: string;
  /** Words of the links that lead to it; empty where only a sitemap names it. */
  words: string;
  /** Day on which it was changed, YYYY-MM-DD, by the site's own list; null where it does not say. */
  changed: string | null;
  /** How many links from the front page it lies. */
  depth: number;
}

/** What investors look for, and how surely a page with such a word in its address or in its links has it. */
const WORTH: readonly [RegExp, number][] = [
  [/\b(guidance|outlook)\b/, 8],
  [/\b((financial|quarterly|annual|half yearly) results?|earnings)\b/, 7],
  [/\b(press|media) releases?\b/, 5],
  [/\b(investor|earnings|analyst|results) presentations?\b/, 6],
  [/\b(investors?|investor relations|ir|shareholders?)\b/, 5],
  [/\bannual reports?\b/, 4],
  [/\b(results?|financials?|presentations?|announcements?)\b/, 3],
  [/\b(news|newsroom|media|press|updates?)\b/, 1],
];
const WORTHLESS =
  /\b(careers?|jobs?|privacy|cookies?|log ?in|sign ?in|contact|unclaimed|kyc|grievances?|nomination|forms?|faqs?|terms|disclaimer|gallery|products?|blogs?)\b/;
/** Of so many pages of one folder at most: a list of news never ends. */
export const MOST_OF_FOLDER = 4;

/**
 * What a page is worth by its address and the words of its links; 0: not a request. The company's last three years count
 * more, and old ones less.
 * @param year the year of the run
 */
export function worthOf(
  { url, words, changed }: Pick<Candidate, 'url' | 'words' | 'changed'>,
  year: number,
): number {
  const { pathname, search } = new URL(url);
  const text = plainWords(`${decoded(pathname)} ${decoded(search)} ${words}`);
  if (WORTHLESS.test(text)) return 0;
  const worth = WORTH.reduce((sum, [pattern, points]) => (pattern.test(text) ? sum + points : sum), 0);
  if (worth === 0) return 0;
  const years = [...text.matchAll(/\b(?:20(\d\d)|fy ?(?:20)?(\d\d))\b/g)].map(
    ([, full, short]) => 2000 + Number(full ?? short),
  );
  const said = changed === null ? years : [...years, Number(changed.slice(0, 4))];
  // A fiscal year is named for its end, and may lie ahead.
  const newest = Math.max(...said.filter((one) => one <= year + 1));
  if (!Number.isFinite(newest)) return worth;
  // What is weak by its words stays so, however new it is.
  return Math.max(1, worth + Math.max(-6, Math.min(worth, 3 - 2 * Math.max(0, year - newest))));
}

/**
 * Candidates that are worth a request, the likeliest first, then the one that was changed last. Each page once, and few of one
 * folder. The order of what comes in makes no difference.
 */
export function rankPages(candidates: readonly Candidate[], year: number): Candidate[] {
  const worths = new Map(candidates.map((one) => [one, worthOf(one, year)]));
  const worth = (one: Candidate): number => worths.get(one) ?? worthOf(one, year);
  const inOrder = candidates
    .filter((one) => worth(one) > 0)
    .toSorted(
      (one, other) =>
        worth(other) - worth(one) ||
        byText(other.changed, one.changed) ||
        one.depth - other.depth ||
        one.url.length - other.url.length ||
        byText(one.url, other.url) ||
        byText(one.words, other.words),
    );
  const seen = new Set<string>();
  const folders = new Map<string, number>();
  return inOrder.filter(({ url }) => {
    const folder = folderKey(url);
    const ofFolder = folders.get(folder);
    const count = ofFolder === undefined ? 1 : ofFolder + 1;
    if (seen.has(pageKey(url)) || count > MOST_OF_FOLDER) return false;
    seen.add(pageKey(url));
    folders.set(folder, count);
    return true;
  });
}

/** Null comes first. */
function byText(one: string | null, other: string | null): number {
  if (one === other) return 0;
  if (one === null || other === null) return one === null ? -1 : 1;
  return one < other ? -1 : 1;
}

function plainWords(text: string): string {
  return text
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ');
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

import { editDistance } from '../suggest.ts';

/** A word that differs little from another. */
export interface NearWord {
  word: string;
  distance: number;
}

/** Words among which the nearest to one is looked for, often: those that differ in many letters are not compared. */
export function createNearWords(all: Iterable<string>) {
  const byLength = new Map<number, { word: string; letters: number }[]>();
  for (const word of new Set(all)) {
    const same = byLength.get(word.length) ?? [];
    same.push({ word, letters: lettersOf(word) });
    byLength.set(word.length, same);
  }
  /** @param most letters that may differ; of several the nearest, then the one that was given first. */
  return (typed: string, most: number, accepts: (word: string) => boolean = () => true): NearWord | null => {
    const letters = lettersOf(typed);
    let best: NearWord | null = null;
    for (let length = typed.length - most; length <= typed.length + most; length += 1)
      for (const one of byLength.get(length) ?? []) {
        if (differing(one.letters, letters) > 2 * most || !accepts(one.word)) continue;
        const distance = editDistance(typed, one.word);
        if (distance <= most && (best === null || distance < best.distance))
          best = { word: one.word, distance };
      }
    return best;
  };
}

/** Which letters a word has, as bits. */
function lettersOf(word: string): number {
  let bits = 0;
  for (let at = 0; at < word.length; at += 1) bits |= 1 << (word.charCodeAt(at) % 31);
  return bits;
}

function differing(one: number, other: number): number {
  let count = 0;
  for (let bits = one ^ other; bits !== 0; bits &= bits - 1) count += 1;
  return count;
}

/** Forms that no ending gives away. */
const IRREGULAR: Readonly<Record<string, string>> = {
  bought: 'buy',
  sold: 'sell',
  fell: 'fall',
  fallen: 'fall',
  rose: 'rise',
  risen: 'rise',
  made: 'make',
  lost: 'lose',
  losing: 'lose',
  paid: 'pay',
  held: 'hold',
  went: 'go',
  goes: 'go',
  gone: 'go',
  grew: 'grow',
  grown: 'grow',
  did: 'do',
  does: 'do',
  doing: 'do',
  done: 'do',
  came: 'come',
  gave: 'give',
  given: 'give',
  is: 'be',
  are: 'be',
  am: 'be',
  was: 'be',
  were: 'be',
  been: 'be',
  has: 'have',
  had: 'have',
  got: 'get',
  news: 'news',
  this: 'this',
  taxes: 'tax',
  status: 'status',
  bonus: 'bonus',
  // Not to be taken for a no.
  note: 'jott',
  notes: 'jott',
  monthly: 'monthly',
  weekly: 'weekly',
  yearly: 'annual',
  daily: 'daily',
  purchased: 'buy',
  bonuses: 'bonus',
};

/**
 * The beginning that the forms of a word share: holdings, holding and hold are one. Light on purpose: it only has to treat
 * what is typed as it treats the tables of words.
 */
export function stem(word: string): string {
  const known = IRREGULAR[word];
  if (known !== undefined) return bare(known);
  if (word.length < 4 || /[^a-z]/.test(word)) return word;
  let shown = word;
  if (/[^s]ies$/.test(shown) && shown.length > 4) shown = `${shown.slice(0, -3)}y`;
  else if (/(?:ss|x|ch|sh)es$/.test(shown)) shown = shown.slice(0, -2);
  else if (/[^su]s$/.test(shown)) shown = shown.slice(0, -1);
  if (shown.endsWith('ment') && shown.length >= 8) shown = shown.slice(0, -4);
  else if (shown.endsWith('ing') && shown.length >= 6) shown = single(shown.slice(0, -3));
  else if (/[^e]ed$/.test(shown) && shown.length >= 5) shown = single(shown.slice(0, -2));
  else if (shown.endsWith('ly') && shown.length >= 6) shown = shown.slice(0, -2);
  return bare(shown);
}

/** planned, plan: the doubled letter before an ending goes with it. */
const single = (word: string): string => (/([bdgmnprt])\1$/.test(word) ? word.slice(0, -1) : word);
const bare = (word: string): string => (word.length > 3 && word.endsWith('e') ? word.slice(0, -1) : word);

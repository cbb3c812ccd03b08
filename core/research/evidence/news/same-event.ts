/** Words that say nothing of what happened. */
const EMPTY = new Set(
  'a an and the of in on at to for from by with as is are its after over rs inr usd says said'.split(' '),
);
const ALIKE: Readonly<Record<string, string>> = {
  cr: 'crore',
  crores: 'crore',
  mn: 'million',
  bn: 'billion',
  wins: 'win',
  bags: 'win',
  secures: 'win',
  gets: 'win',
  orders: 'order',
};
/** News of one event comes within so long. */
const WITHIN_MS = 48 * 3_600_000;
/** So much of the shorter headline has to be in the other. */
const SHARED = 0.6;

/** What a headline says beside the name of the company. */
export function saidBy(title: string, company: string): ReadonlySet<string> {
  const plain = (text: string): string[] =>
    text
      .toLowerCase()
      .replaceAll(/(\d),(?=\d)/g, '$1')
      .split(/[^\p{L}\p{N}.%]+/u)
      .map((word) => word.replace(/^\.+|\.+$/g, ''))
      .filter((word) => word !== '');
  const name = new Set(plain(company));
  return new Set(
    plain(title)
      .filter((word) => !name.has(word) && !EMPTY.has(word))
      .map((word) => ALIKE[word] ?? word),
  );
}

const figuresOf = (words: ReadonlySet<string>): string =>
  [...words]
    .filter((word) => /\d/.test(word))
    .toSorted()
    .join(' ');

/** Whether two headlines tell one event: near in time, with the same figures, in mostly the same words. */
export function isSameEvent(
  one: { words: ReadonlySet<string>; at: string | null },
  other: { words: ReadonlySet<string>; at: string | null },
): boolean {
  if (one.at === null || other.at === null) return false;
  if (Math.abs(Date.parse(one.at) - Date.parse(other.at)) > WITHIN_MS) return false;
  if (figuresOf(one.words) !== figuresOf(other.words)) return false;
  const shared = [...one.words].filter((word) => other.words.has(word)).length;
  const fewer = Math.min(one.words.size, other.words.size);
  return fewer > 0 && shared / fewer >= SHARED;
}

import { ALIASES, INDEX_NAMES } from './aliases.ts';
import { createNearWords, type NearWord } from './near-words.ts';
import { stem } from './stems.ts';
import { type Token, tokenise } from './sentence.ts';
import type { EntityKind, EntitySlot } from './slots.ts';

/** An instrument that a question may name. */
export interface KnownInstrument {
  symbol: string;
  name: string | null;
  is: 'held' | 'watched' | 'listed';
}

/** What the names in a person's questions may stand for. */
export interface VocabularyParts {
  /** The day in India, YYYY-MM-DD. */
  today: string;
  instruments: readonly KnownInstrument[];
  portfolios: readonly string[];
  goals: readonly string[];
  plans: readonly { name: string; symbol: string | null }[];
  policies: readonly { name: string; tag: string }[];
  strategies: readonly string[];
  connections: readonly string[];
}

/** Words of names that many names have: alone they name nothing. */
const GENERIC = new Set(
  (
    'ltd limited inc corp corporation company co plc the of and fund funds direct plan growth regular option india indian ' +
    'industries services service bank financial finance holdings technologies technology etf scheme mutual idcw dividend ' +
    'enterprises international group index stock stocks share shares portfolio account my main goal policy sip us new ' +
    'equity debt cap large mid small value a b c e an in on for to by with'
  ).split(' '),
);
const RANK = { held: 0, watched: 1, listed: 2 } as const;
/** No more instruments than these are read. */
const MOST_INSTRUMENTS = 5000;
const SHORTEST_SLIP = 5;

interface Named {
  kind: EntityKind;
  value: string;
  is: EntitySlot['is'];
  words: readonly string[];
}

/** The names prepared for looking things up; made once and asked often. */
export interface Vocabulary {
  readonly today: string;
  /** Whether there is only one connection, which then goes without saying. */
  readonly onlyConnection: string | null;
  /** The SIP plan that buys a symbol; null without one. */
  planOf(symbol: string | null): string | null;
  /** Whether a word stands in a name. */
  has(word: string): boolean;
  /** The word of a name that a slip may stand for. */
  meant(word: string): NearWord | null;
  /** Every name in a question. @param isOurs whether a word means something by itself. */
  spot(tokens: readonly Token[], isOurs: (token: Token) => boolean): EntitySlot[];
}

export function createVocabulary(parts: VocabularyParts): Vocabulary {
  const named = namedOf(parts);
  const byWord = new Map<string, number[]>();
  named.forEach(({ kind, words }, id) => {
    for (const word of new Set(kind === 'symbol' ? words : [...words, ...words.map(stem)]))
      byWord.set(word, [...(byWord.get(word) ?? []), id]);
  });
  const bySymbol = new Map<string, number>();
  named.forEach(({ kind, value }, id) => {
    if (kind === 'symbol') bySymbol.set(value.toLowerCase(), id);
  });
  const near = createNearWords(
    [...byWord.keys(), ...bySymbol.keys()].filter((word) => word.length >= SHORTEST_SLIP),
  );

  const idsOf = (word: string): readonly number[] => byWord.get(word) ?? byWord.get(stem(word)) ?? [];

  /** The longest stretch from `from` on whose words stand together in a name. */
  function runAt(tokens: readonly Token[], from: number, kinds: (kind: EntityKind) => boolean) {
    let ids = idsOf(tokens[from]?.text ?? '').filter((id) => kinds(named[id]?.kind ?? 'symbol'));
    let to = from + 1;
    while (ids.length > 0 && to < tokens.length) {
      const next = idsOf(tokens[to]?.text ?? '');
      const both = ids.filter((id) => next.includes(id));
      if (both.length === 0) break;
      ids = both;
      to += 1;
    }
    return { to, ids };
  }

  function slotOf(
    kind: EntityKind,
    from: number,
    to: number,
    ids: readonly number[],
    sureness = 1,
  ): EntitySlot {
    const found = ids.flatMap((id) => named[id] ?? []);
    const best = Math.min(...found.map(({ is }) => RANK[is ?? 'held']));
    const values = [
      ...new Set(found.filter(({ is }) => RANK[is ?? 'held'] === best).map(({ value }) => value)),
    ];
    const is = found.find(({ value }) => value === values[0])?.is ?? null;
    return { kind, from, to, values, is, sureness };
  }

  const textOf = (tokens: readonly Token[], from: number, to: number, between: string): string =>
    tokens
      .slice(from, to)
      .map(({ text }) => text)
      .join(between);

  function symbolAt(
    tokens: readonly Token[],
    from: number,
    isOurs: (token: Token) => boolean,
  ): EntitySlot | null {
    for (const length of [3, 2, 1]) {
      const to = from + length;
      const first = tokens[from];
      if (to > tokens.length || first === undefined) continue;
      for (const target of ALIASES[textOf(tokens, from, to, ' ')] ?? []) {
        const ids = /^[A-Z]/.test(target) ? idsOfSymbol(target) : idsOfName(target);
        if (ids.length > 0) return slotOf('symbol', from, to, ids);
      }
      const id = bySymbol.get(textOf(tokens, from, to, ''));
      if (id !== undefined && (length > 1 || tokens.length === 1 || !isOurs(first)))
        return slotOf('symbol', from, to, [id]);
    }
    return null;
  }
  const idsOfSymbol = (symbol: string): number[] => {
    const id = bySymbol.get(symbol.toLowerCase());
    return id === undefined ? [] : [id];
  };
  const idsOfName = (name: string): number[] => {
    const [first, ...others] = name.split(' ').map((word) => idsOf(word));
    return (first ?? []).filter(
      (id) => named[id]?.kind === 'symbol' && others.every((ids) => ids.includes(id)),
    );
  };

  /** A stretch that names something by a part of its name that tells it from others. */
  function nameAt(
    tokens: readonly Token[],
    from: number,
    kind: EntityKind,
    isOurs: (token: Token) => boolean,
  ): EntitySlot | null {
    const { to, ids } = runAt(tokens, from, (one) => one === kind);
    if (ids.length === 0) return null;
    const run = tokens.slice(from, to);
    const telling = run.filter(({ text }) => !GENERIC.has(text));
    const whole = ids.filter((id) => named[id]?.words.length === run.length);
    const tells =
      whole.length > 0 && kind !== 'symbol'
        ? true
        : telling.some((token) => !isOurs(token)) || (telling.length > 0 && run.length > 1);
    if (!tells) return null;
    const atStart = ids.filter((id) => named[id]?.words[0] === run[0]?.text);
    return slotOf(kind, from, to, whole.length > 0 ? whole : atStart.length > 0 ? atStart : ids);
  }

  return {
    today: parts.today,
    onlyConnection: parts.connections.length === 1 ? (parts.connections[0] ?? null) : null,
    planOf: (symbol) =>
      symbol === null ? null : (parts.plans.find((plan) => plan.symbol === symbol)?.name ?? null),
    has: (word) => byWord.has(word) || bySymbol.has(word) || word in ALIASES || INDEX_WORDS.has(word),
    meant: (word) => (word.length < SHORTEST_SLIP ? null : near(word, word.length >= 9 ? 2 : 1)),
    spot(tokens, isOurs) {
      const found: EntitySlot[] = [];
      for (const kind of KINDS) {
        for (let at = 0; at < tokens.length;) {
          const spotted =
            kind === 'symbol'
              ? longest(symbolAt(tokens, at, isOurs), nameAt(tokens, at, kind, isOurs))
              : nameAt(tokens, at, kind, isOurs);
          if (spotted !== null) found.push(spotted);
          at = spotted?.to ?? at + 1;
        }
      }
      for (let at = 0; at < tokens.length; at += 1) {
        const index = INDEX_NAMES.find(([name]) => name.every((word, by) => tokens[at + by]?.text === word));
        if (index === undefined) continue;
        const to = at + index[0].length;
        found.push({ kind: 'index', from: at, to, values: [index[1]], is: null, sureness: 1 });
        at = to - 1;
      }
      return found;
    },
  };
}

const INDEX_WORDS = new Set(INDEX_NAMES.flatMap(([name]) => name));
const KINDS = ['symbol', 'portfolio', 'goal', 'plan', 'policy', 'strategy', 'connection'] as const;

const longest = (one: EntitySlot | null, other: EntitySlot | null): EntitySlot | null =>
  one === null || (other !== null && other.to > one.to) ? other : one;

const wordsOf = (name: string): string[] =>
  (tokenise(name.replaceAll('_', ' ').slice(0, 200)) ?? []).map(({ text }) => text);

function namedOf(parts: VocabularyParts): Named[] {
  const own = (kind: EntityKind, names: readonly string[]): Named[] =>
    names.map((value) => ({ kind, value, is: null, words: wordsOf(value) }));
  return [
    ...parts.instruments.slice(0, MOST_INSTRUMENTS).map(({ symbol, name, is }): Named => ({
      kind: 'symbol',
      value: symbol,
      is,
      words: name === null ? [] : wordsOf(name),
    })),
    ...own('portfolio', parts.portfolios),
    ...own('goal', parts.goals),
    ...parts.plans.flatMap(({ name, symbol }): Named[] => {
      const fund = parts.instruments.find((one) => one.symbol === symbol);
      const called = [name, symbol, fund?.name ?? null].flatMap((one) =>
        one === null ? [] : [wordsOf(one)],
      );
      return called.map((words) => ({ kind: 'plan', value: name, is: null, words }));
    }),
    ...parts.policies.flatMap(({ name, tag }): Named[] =>
      [name, tag].map((called) => ({ kind: 'policy', value: name, is: null, words: wordsOf(called) })),
    ),
    ...parts.strategies.flatMap((value): Named[] => [
      { kind: 'strategy', value, is: null, words: wordsOf(value) },
      { kind: 'strategy', value, is: null, words: [value.toLowerCase()] },
    ]),
    ...own('connection', parts.connections),
  ];
}

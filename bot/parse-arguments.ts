import { type Argument, type ArgumentContext, withArticle, WrongArgument } from './arguments.ts';
import { assignWords, type Assignment, type Group } from './assign-words.ts';
import type { Command } from './command.ts';
import { closest } from './suggest.ts';

interface Meant {
  label: string;
  words: string[];
}

type Parsed =
  | { ok: true; args: Record<string, unknown> }
  /** `meant` lists whole lines with a likely word in the place of the wrong one. */
  | { ok: false; wrong: string; meant: Meant[] }
  | { ok: false; missing: Argument<unknown>; given: string[] };

/** `portfolio=TCS`: a value behind the name of its argument. */
const NAMED = /^([a-z_]+)=(.+)$/is;

/**
 * Turns the words after a command into its arguments; tells which word is wrong or which argument is missing. Words are told
 * apart by kind, in any order. `portfolio=TCS` names the argument itself.
 */
export async function parseArguments(row: Command, given: string[], world: ArgumentContext): Promise<Parsed> {
  const names = Object.keys(row.arguments);
  if (names.length === 0) {
    if (given.length === 0) return { ok: true, args: {} };
    return { ok: false, meant: [], wrong: `/${row.name} takes no arguments.` };
  }
  if (Object.values(row.arguments).some(({ isText, rest }) => isText === true && rest))
    return await valuesOf(row, byPlace(row, given), given, world);
  const words: string[] = [];
  const named: Group[] = [];
  for (const word of given) {
    const [, typed = '', text = ''] = NAMED.exec(word) ?? [];
    const name = typed.toLowerCase();
    if (names.includes(name)) named.push({ name, text, from: -1, to: -1, isKnown: true });
    else if (typed !== '' && typed === name)
      return { ok: false, meant: [], wrong: `This command has no ${name}. It has ${names.join(', ')}.` };
    else words.push(word);
  }
  const taken = new Set<string>();
  for (const { name } of named) {
    if (taken.has(name)) return { ok: false, meant: [], wrong: `You gave ${name} twice. Send it once.` };
    taken.add(name);
  }
  const free = Object.fromEntries(Object.entries(row.arguments).filter(([name]) => !taken.has(name)));
  const [only, ...others] = Object.entries(free);
  const found =
    only !== undefined && others.length === 0 ? ofOne(only, words) : await assignWords(free, words, world);
  if (found.kind === 'assigned') return await valuesOf(row, [...named, ...found.groups], given, world);
  if (found.kind === 'guessed') return severalWords(found, named);
  return found.kind === 'ambiguous'
    ? severalMeanings(row, found.readings, named)
    : await meaningless(row, found, given, words, world);
}

/** The words of a command that takes the rest of its line as a text. */
function byPlace(row: Command, given: readonly string[]): Group[] {
  const groups: Group[] = [];
  let at = 0;
  for (const [name, { rest }] of Object.entries(row.arguments)) {
    const to = rest ? given.length : Math.min(at + 1, given.length);
    const text = given.slice(at, to).join(' ');
    if (text !== '') groups.push({ name, text, from: at, to, isKnown: true });
    at = to;
  }
  return groups;
}

/** The words where there is one argument to take them: its own words say what is wrong. */
function ofOne(
  [name, { rest, mostWords = 1 }]: [string, Argument<unknown>],
  words: readonly string[],
): Assignment {
  if (words.length === 0) return { kind: 'assigned', groups: [] };
  const to = rest ? words.length : Math.min(mostWords, words.length);
  if (to < words.length) return { kind: 'left', from: to, to: words.length, free: [] };
  return { kind: 'assigned', groups: [{ name, text: words.join(' '), from: 0, to, isKnown: true }] };
}

async function valuesOf(
  row: Command,
  groups: readonly Group[],
  given: string[],
  world: ArgumentContext,
): Promise<Parsed> {
  const args: Record<string, unknown> = {};
  for (const [name, argument] of Object.entries(row.arguments)) {
    const group = groups.find((one) => one.name === name);
    args[name] = null;
    if (group === undefined) continue;
    try {
      args[name] = await argument.parse(group.text, world);
    } catch (error) {
      if (!(error instanceof WrongArgument)) throw error;
      const others = groups.filter((one) => one !== group);
      const meant = error.meant.map(({ label, value }) => ({
        label,
        words: wordsOf([...others, { ...group, text: value }]),
      }));
      return { ok: false, wrong: error.message, meant };
    }
  }
  for (const [name, argument] of Object.entries(row.arguments)) {
    if (argument.optional || groups.some((one) => one.name === name)) continue;
    return { ok: false, missing: argument, given: [...given] };
  }
  return { ok: true, args };
}

/** The words of a line again, each argument as one. */
const wordsOf = (groups: readonly Group[]): string[] =>
  groups
    .toSorted((a, b) => a.from - b.from)
    .map(({ name, text, from }) => (from < 0 ? `${name}=${text}` : text));

/** Nothing is guessed: each meaning is a button, which names the argument. */
function severalMeanings(row: Command, readings: readonly Group[][], named: readonly Group[]): Parsed {
  const [first = []] = readings;
  const unclear = first.find((group) =>
    readings.some((other) => other.every(({ name, from }) => name !== group.name || from !== group.from)),
  );
  if (unclear === undefined) throw new Error('several readings without a difference');
  const meanings = readings.flatMap((groups) => groups.filter(({ from }) => from === unclear.from));
  const nouns = meanings.map(({ name }) => withArticle(name));
  const example = meanings[0] === undefined ? '' : ` Name it: ${meanings[0].name}=${unclear.text}.`;
  return {
    ok: false,
    wrong: `"${unclear.text}" could be ${nouns.join(' or ')}.${example}`,
    meant: readings.map((groups, at) => ({
      label: `${meanings[at]?.name ?? row.name} ${unclear.text}`,
      words: wordsOf([
        ...groups.map((group) => (group.from === unclear.from ? { ...group, from: -1 } : group)),
        ...named,
      ]),
    })),
  };
}

/** Nothing is guessed: each word that could be the argument is a button, which names it. */
function severalWords(
  { name, readings }: Extract<Assignment, { kind: 'guessed' }>,
  named: readonly Group[],
): Parsed {
  const textOf = (groups: readonly Group[]) => groups.find((group) => group.name === name)?.text ?? '';
  const texts = readings.map(textOf);
  const longest = texts.reduce((one, other) => (other.length > one.length ? other : one), '');
  return {
    ok: false,
    wrong: `Which is the ${name}: ${texts.slice(0, -1).join(', ')} or ${texts.at(-1)}? Name it: ${name}=${longest}.`,
    meant: readings.map((groups) => ({
      label: `${name} ${textOf(groups)}`,
      words: wordsOf([
        ...groups.map((group) => (group.name === name ? { ...group, from: -1 } : group)),
        ...named,
      ]),
    })),
  };
}

/** What some words are not, and what may have been meant. */
async function meaningless(
  row: Command,
  { from, to, free }: Extract<Assignment, { kind: 'left' }>,
  given: readonly string[],
  words: readonly string[],
  world: ArgumentContext,
): Promise<Parsed> {
  const text = words.slice(from, to).join(' ');
  const candidates = free.flatMap((name) => row.arguments[name] ?? []);
  const named = given.filter((word) => !words.includes(word));
  const instead = (value: string) => [...named, ...words.slice(0, from), value, ...words.slice(to)];
  if (candidates.length === 0)
    return { ok: false, meant: [], wrong: `"${text}" is not part of this command.` };
  const [only, ...others] = candidates;
  const kinds: string[] = [];
  const values: string[] = [];
  let anyway = '';
  if (only !== undefined && others.length === 0) {
    try {
      await only.parse(text, world);
      anyway = ` To use it anyway, send ${free[0] ?? ''}=${/\s/.test(text) ? `"${text}"` : text}.`;
    } catch (error) {
      if (!(error instanceof WrongArgument)) throw error;
      const meant = error.meant.map(({ label, value }) => ({ label, words: instead(value) }));
      return { ok: false, wrong: error.message, meant };
    }
  }
  for (const one of candidates) {
    kinds.push((await one.means?.(world)) ?? withArticle(one.placeholder.toLowerCase()));
    values.push(...((await one.options?.(world)) ?? []).map(({ value }) => value));
  }
  const near = closest(text, [...new Set(values)]);
  const is =
    kinds.length === 1
      ? `is not ${kinds[0]}`
      : `is neither ${kinds.slice(0, -1).join(', ')} nor ${kinds.at(-1)}`;
  return {
    ok: false,
    wrong: `"${text}" ${is}.${near.length > 0 ? ` Did you mean ${near.join(' or ')}?` : ''}${anyway}`,
    meant: near.map((value) => ({ label: value, words: instead(value) })),
  };
}

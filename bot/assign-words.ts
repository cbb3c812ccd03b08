import { type Argument, type ArgumentContext, type Arguments, type Fit, WrongArgument } from './arguments.ts';

/** Words of a line that stand for one argument. */
export interface Group {
  name: string;
  text: string;
  /** Places of the words in the line, from one to before the other. */
  from: number;
  to: number;
  /** False for a value that the argument accepts without knowing it, such as a new name. */
  isKnown: boolean;
  /** True for a new name. */
  isNew?: boolean;
}

/** The arguments that the words of a line were assigned to. */
export type Assignment =
  | { kind: 'assigned'; groups: Group[] }
  /** The words could stand for different arguments: one reading for each of them. */
  | { kind: 'ambiguous'; readings: Group[][] }
  /** Several words could be one argument, and none of them is known to be: one reading for each. */
  | { kind: 'guessed'; name: string; readings: Group[][] }
  /** Words that stand for nothing, and the arguments that the others leave. */
  | { kind: 'left'; from: number; to: number; free: string[] };

interface Reading {
  groups: Group[];
  /** Words that are something known: a number, a portfolio of the person's, one of a list. */
  known: number;
  /** Arguments among them that the command cannot do without. */
  required: number;
}

/** Longest name of several words, and most words of a line: more are no line of names, figures and dates. */
const LONGEST_NAME = 8;
const MOST_WORDS = 16;

/**
 * Finds what each word of a line stands for, whatever their order: a word goes to the argument whose kind it is. Known words
 * count before words that an argument only accepts, such as an unknown symbol. Arguments of one kind, such as
 * quantity and price, keep the order of the usage, and so do words that could change places.
 */
export async function assignWords(
  declared: Arguments,
  words: readonly string[],
  world: ArgumentContext,
): Promise<Assignment> {
  if (words.length > MOST_WORDS) return { kind: 'left', from: MOST_WORDS, to: words.length, free: [] };
  const fits = createFits(declared, world);
  const readings = await readingsOf(declared, words, fits);
  if (readings.length > 0) return chosen(declared, readings);
  // The shortest run of words without which the others can be read; of equals the last, as the first words come first.
  for (let length = 1; length <= words.length; length += 1) {
    let best: { reading: Reading; from: number } | null = null;
    for (let from = 0; from + length <= words.length; from += 1) {
      const others = [...words.slice(0, from), ...words.slice(from + length)];
      const [reading] = ranked(declared, await readingsOf(declared, others, fits));
      if (reading !== undefined && (best === null || compare(reading, best.reading) <= 0))
        best = { reading, from };
    }
    if (best === null) continue;
    const taken = new Set(best.reading.groups.map(({ name }) => name));
    const free = Object.keys(declared).filter((name) => !taken.has(name));
    return { kind: 'left', from: best.from, to: best.from + length, free };
  }
  return { kind: 'left', from: 0, to: words.length, free: Object.keys(declared) };
}

/** @returns the fit of words for an argument by its name; asks the argument once for each. */
function createFits(declared: Arguments, world: ArgumentContext) {
  const seen = new Map<string, Promise<Fit>>();
  return async (name: string, text: string): Promise<Fit> => {
    const argument = declared[name];
    if (argument === undefined) return 'no';
    const key = `${name} ${text}`;
    const asked = seen.get(key) ?? fitOf(argument, text, world);
    seen.set(key, asked);
    return await asked;
  };
}

async function fitOf(argument: Argument<unknown>, text: string, world: ArgumentContext): Promise<Fit> {
  if (argument.fits !== undefined) return await argument.fits(text, world);
  try {
    await argument.parse(text, world);
    return 'known';
  } catch (error) {
    if (error instanceof WrongArgument) return 'no';
    throw error;
  }
}

const kindOf = ({ kind, placeholder }: Argument<unknown>): string => kind ?? placeholder;

/** Every way to read all of the words. */
async function readingsOf(
  declared: Arguments,
  words: readonly string[],
  fit: ReturnType<typeof createFits>,
): Promise<Reading[]> {
  const names = Object.keys(declared);
  const needed = names.filter(
    (name) => declared[name]?.optional === false || declared[name]?.isAsked === true,
  );
  const readings: Reading[] = [];
  /** True if an argument knows one of these words by itself. */
  const holdsKnown = async (of: readonly string[], from: number, to: number): Promise<boolean> => {
    for (const word of words.slice(from, to))
      for (const name of of) if ((await fit(name, word)) === 'known') return true;
    return false;
  };
  const walk = async (at: number, groups: readonly Group[], known: number): Promise<void> => {
    if (at === words.length) {
      const required = groups.filter(({ name }) => needed.includes(name)).length;
      if (groups.some(({ isNew }) => isNew) && required < needed.length) return;
      readings.push({ groups: [...groups], known, required });
      return;
    }
    for (const [place, name] of names.entries()) {
      const argument = declared[name];
      if (argument === undefined || groups.some((group) => group.name === name)) continue;
      // Arguments of one kind are filled in the order of the usage, with the words that they can take.
      const before = names
        .slice(0, place)
        .filter(
          (other) =>
            declared[other] !== undefined &&
            kindOf(declared[other]) === kindOf(argument) &&
            !groups.some((group) => group.name === other),
        );
      const fits = await Promise.all(before.map(async (other) => await fit(other, words[at] ?? '')));
      if (fits.some((found) => found !== 'no')) continue;
      const most = Math.min(words.length, at + (argument.rest ? LONGEST_NAME : (argument.mostWords ?? 1)));
      for (let to = at + 1; to <= most; to += 1) {
        const text = words.slice(at, to).join(' ');
        const found = await fit(name, text);
        if (found === 'no') continue;
        const isKnown = found === 'known';
        if (found === 'new' && (to < words.length || (await holdsKnown(names, at, to)))) continue;
        // `TCS Nowhere` is a symbol and something else, never one name.
        if (found === 'possible' && to - at > 1 && (await holdsKnown([name], at, to))) continue;
        await walk(
          to,
          [...groups, { name, text, from: at, to, isKnown, isNew: found === 'new' }],
          known + (isKnown ? to - at : 0),
        );
      }
    }
  };
  await walk(0, [], 0);
  return readings;
}

const compare = (one: Reading, other: Reading): number =>
  other.known - one.known || other.required - one.required || one.groups.length - other.groups.length;

/** The best first; of equals the one in the order of the usage. */
function ranked(declared: Arguments, readings: readonly Reading[]): Reading[] {
  const names = Object.keys(declared);
  const orderOf = ({ groups }: Reading): string =>
    groups.map(({ name }) => String(names.indexOf(name)).padStart(2, '0')).join(' ');
  return readings.toSorted((a, b) => compare(a, b) || orderOf(a).localeCompare(orderOf(b)));
}

const filledBy = ({ groups }: Reading): string =>
  groups
    .map(({ name }) => name)
    .toSorted()
    .join(' ');

/** True if both readings take the same words as known values of different arguments. */
const disagree = (one: Reading, other: Reading): boolean =>
  filledBy(one) !== filledBy(other) &&
  one.groups.some((group) =>
    other.groups.some(
      ({ name, from, to, isKnown }) =>
        isKnown && group.isKnown && name !== group.name && from === group.from && to === group.to,
    ),
  );

/** The group of an argument that takes a word, where an equal reading takes another one for it: 10 or 543320 as the symbol. */
const guessed = (one: Reading, other: Reading): Group | undefined =>
  one.groups.find(
    (group) =>
      other.groups.some(({ from, isKnown }) => isKnown && from === group.from) &&
      other.groups.some(
        ({ name, text, from, isKnown }) =>
          isKnown === group.isKnown && name === group.name && from !== group.from && text !== group.text,
      ),
  );

/** The best reading, or several where words could stand for different arguments. */
function chosen(declared: Arguments, readings: readonly Reading[]): Assignment {
  const [best, ...others] = ranked(declared, readings);
  if (best === undefined) throw new Error('no reading to choose from');
  const equals = others.filter((one) => compare(one, best) === 0);
  for (const other of equals) {
    const name = guessed(best, other)?.name;
    if (name === undefined) continue;
    const groupOf = (groups: readonly Group[]) => groups.find((one) => one.name === name);
    const byPlace = new Map(
      [best, ...equals].toReversed().map(({ groups }) => [groupOf(groups)?.from ?? -1, groups] as const),
    );
    const inOrder = [...byPlace].filter(([from]) => from >= 0).toSorted(([a], [b]) => a - b);
    return { kind: 'guessed', name, readings: inOrder.map(([, groups]) => groups) };
  }
  const unlike = equals.filter((one) => disagree(best, one));
  if (unlike.length === 0) return { kind: 'assigned', groups: best.groups };
  const distinct = new Map([...unlike.toReversed(), best].map((one) => [filledBy(one), one.groups]));
  return { kind: 'ambiguous', readings: [...distinct.values()].toReversed() };
}

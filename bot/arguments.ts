import type { BrokerView } from '../core/brokers/index.ts';
import { dayBefore, istDate } from '../core/platform/index.ts';
import { type InstrumentSuggestions, isNetworth, NETWORTH } from '../core/portfolio/index.ts';
import { closest } from './suggest.ts';

/** What arguments are checked against: the person's own portfolios and symbols, read once per command at most. */
export interface ArgumentContext {
  portfolios(): Promise<string[]>;
  /** Symbols held, with the portfolio each is in. */
  holdings(): Promise<{ symbol: string; portfolio: string; name: string | null }[]>;
  now(): Date;
  /** The person's connections to brokers. */
  connections(): Promise<{ id: string; label: string; broker_title: string }[]>;
  /** What can be connected. */
  brokers(): BrokerView[];
  /** Names of the person's goals and of their SIP plans. */
  goals(): Promise<string[]>;
  sipPlans(): Promise<string[]>;
  /** The symbols that SIP plans buy, by the name of the plan; not read where nobody needs them. */
  sipSymbols?(): Promise<{ name: string; symbol: string | null }[]>;
  /** The person's policies. */
  policies(): Promise<{ id: string; name: string; tag_code: string }[]>;
  /** Plans of the person's policies that wait for an approval, as choices. */
  pendingPlans(): Promise<Option[]>;
  /** Names of the strategies of the person's options workspace. */
  optionStrategies(): Promise<string[]>;
  /** Symbols on the person's watchlist. */
  watched(): Promise<string[]>;
  /** Companies that the person has research of; not read where nobody needs them. */
  researched?(): Promise<{ symbol: string; name: string | null }[]>;
  /** Symbols of which nothing is left; not read where nobody needs them. */
  sold?(): Promise<string[]>;
  /** The symbol of today for one from before a change, of what is or was held; null where it is none. */
  renamed?(symbol: string): Promise<string | null>;
  /** The person's alerts in one line each. */
  alerts(): Promise<{ id: string; label: string }[]>;
  /** Instruments by symbol, name or ISIN: what is held, and what the registry lists. */
  instruments(search: string): Promise<InstrumentSuggestions>;
}

export interface Option {
  label: string;
  value: string;
}

/**
 * A word that does not fit, told in a sentence. The sentence may repeat the word, for whoever typed it behind a command;
 * `plainly` says it without: a dialogue is answered with all sorts of things, among them secrets that it did not ask for.
 */
export class WrongArgument extends Error {
  readonly plainly: string;
  /** What may have been meant and can be chosen instead. */
  readonly meant: readonly Option[];

  constructor(
    message: string,
    { plainly, meant = [] }: { plainly?: string; meant?: readonly Option[] } = {},
  ) {
    super(message);
    this.plainly = plainly ?? 'That is not valid.';
    this.meant = meant;
  }
}

/** One argument of a command: how it stands in the usage line, how a word becomes a value, and what to offer. */
export interface Argument<T> {
  readonly placeholder: string;
  readonly optional: boolean;
  /** Takes all the words that are left. */
  readonly rest: boolean;
  parse(word: string, world: ArgumentContext): Promise<T> | T;
  /** Choices for a person who left the argument out. */
  options?(world: ArgumentContext): Promise<Option[]>;
  /** What to say where there is nothing to choose from. */
  readonly none?: string;
  readonly question: string;
}

export type Arguments = Record<string, Argument<unknown>>;
export type Values<A extends Arguments> = { [K in keyof A]: A[K] extends Argument<infer T> ? T : never };

/** The same argument, which may be left out: its value is then null. */
export function optional<T>(argument: Argument<T>): Argument<T | null> {
  return { ...argument, optional: true };
}

const SYMBOL = /^[A-Z0-9][A-Z0-9&.:_^-]{0,63}$/;
/** Before a symbol that is to be taken as it is, whatever the registry knows. */
const AS_IT_IS = '=';

/**
 * A ticker symbol, in capitals. `held` takes only what is held; `listed` asks back where the registry does not know the
 * word but something like it: `=WORD` is taken as it is.
 */
export function symbol(options: { held?: boolean; listed?: boolean } = {}): Argument<string> {
  return {
    placeholder: 'SYMBOL',
    optional: false,
    rest: false,
    question: 'Which symbol?',
    async parse(word, world) {
      const isAsItIs = options.listed === true && word.startsWith(AS_IT_IS);
      const wanted = (isAsItIs ? word.slice(AS_IT_IS.length) : word).toUpperCase();
      if (options.listed === true && !isAsItIs) await checkListed(wanted, world);
      if (!SYMBOL.test(wanted))
        throw new WrongArgument(`"${word}" does not look like a symbol.`, {
          plainly: 'That does not look like a symbol.',
        });
      if (options.held !== true) return wanted;
      const held = [...new Set((await world.holdings()).map((holding) => holding.symbol))];
      if (held.some((symbol) => symbol === wanted)) return wanted;
      if (held.length === 0)
        throw new WrongArgument('You have no holdings yet. Send me a tradebook as a CSV file to begin.');
      const near = closest(wanted, held);
      throw new WrongArgument(
        `You hold no ${wanted}.${near.length > 0 ? ` Did you mean ${near.join(', ')}?` : ''}`,
      );
    },
    async options(world) {
      const seen = new Map<string, string | null>();
      for (const { symbol, name } of await world.holdings()) seen.set(symbol, seen.get(symbol) ?? name);
      return [...seen]
        .map(([value]) => ({ label: value, value }))
        .sort((a, b) => a.value.localeCompare(b.value));
    },
  };
}

/** Most instruments that are offered in place of a word. */
const MOST_MEANT = 5;

/** @throws WrongArgument with what may be meant, where the registry has something like the word and not the word. */
async function checkListed(wanted: string, world: ArgumentContext): Promise<void> {
  const { items } = await world.instruments(wanted);
  if (items.length === 0 || items.some(({ symbol: known }) => known === wanted)) return;
  const meant = items.slice(0, MOST_MEANT).map(({ symbol: value, name }) => ({
    label: name === null ? value : `${value} · ${name}`,
    value,
  }));
  const isSymbol = SYMBOL.test(wanted);
  const hint = `Did you mean ${meant.map(({ label }) => label).join(', ')}?`;
  throw new WrongArgument(
    `I do not recognise ${isSymbol ? wanted : `"${wanted}"`}. ${hint}${isSymbol ? ` To use it anyway, send ${AS_IT_IS}${wanted}.` : ''}`,
    {
      plainly: `I do not recognise that. ${hint}${isSymbol ? ` To use it anyway, put ${AS_IT_IS} in front.` : ''}`,
      meant,
    },
  );
}

/** One of the person's portfolios by name, whatever the case; null for Networth, which is all of them. */
export function portfolioOrAll(): Argument<string | null> {
  const one = portfolio();
  return { ...one, parse: (word, world) => (isNetworth(word) ? null : one.parse(word, world)) };
}

/** One of the person's portfolios by name, whatever the case. `known: false` accepts a new name. */
export function portfolio(options: { known?: boolean } = {}): Argument<string> {
  return {
    placeholder: 'portfolio',
    optional: false,
    rest: true,
    question: 'Which portfolio?',
    async parse(word, world) {
      const names = await world.portfolios();
      const found = names.find((name) => name.toLowerCase() === word.toLowerCase());
      if (found !== undefined) return found;
      if (isNetworth(word))
        throw new WrongArgument(`${NETWORTH} is the total of all portfolios. Choose one of them.`);
      if (options.known === false) {
        if (word.length > 80) throw new WrongArgument('A portfolio name has at most 80 characters.');
        return word;
      }
      const near = closest(word, names);
      const hint =
        near.length > 0
          ? ` Did you mean ${near.join(' or ')}?`
          : names.length > 0
            ? ` Your portfolios: ${names.slice(0, 8).join(', ')}.`
            : '';
      throw new WrongArgument(`You have no portfolio named "${word}".${hint}`);
    },
    async options(world) {
      return (await world.portfolios()).map((name) => ({ label: name, value: name }));
    },
  };
}

/** One word of a fixed list. */
export function choice<const C extends string>(
  choices: readonly C[],
  placeholder: string = choices.join('|'),
): Argument<C> {
  return {
    placeholder,
    optional: false,
    rest: false,
    question: 'Which one?',
    parse(word) {
      const found = choices.find((candidate) => candidate.toLowerCase() === word.toLowerCase());
      if (found !== undefined) return found;
      const near = closest(word, choices);
      const rest = `is not one of ${choices.join(', ')}.${near.length > 0 ? ` Did you mean ${near[0]}?` : ''}`;
      throw new WrongArgument(`"${word}" ${rest}`, { plainly: `That ${rest}` });
    },
    options: async () => choices.map((value) => ({ label: value, value })),
  };
}

/** A positive figure: 3200, 3,200.50, ₹3200. `zero` allows nought. */
export function amount(placeholder: string, options: { zero?: boolean } = {}): Argument<number> {
  return {
    placeholder,
    optional: false,
    rest: false,
    question: `What ${placeholder}?`,
    parse(word) {
      const text = word.replace(/^(?:₹|rs\.?|inr|\$)/i, '').replaceAll(',', '');
      const value = Number(text);
      if (!/^\d+(?:\.\d{1,10})?$|^\.\d{1,10}$/.test(text) || !Number.isFinite(value) || value >= 1e15) {
        const rest = `is not a ${placeholder}. Send a number such as 10 or 3200.50.`;
        throw new WrongArgument(`"${word}" ${rest}`, { plainly: `That ${rest}` });
      }
      if (value === 0 && options.zero !== true) {
        const told = `The ${placeholder} must be above zero.`;
        throw new WrongArgument(told, { plainly: told });
      }
      return value;
    },
  };
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** A number of days to look ahead, from 1 to `most`. */
export function daysAhead(most: number): Argument<number> {
  return {
    placeholder: 'days',
    optional: false,
    rest: false,
    question: 'For how many days?',
    parse(word) {
      const value = Number(word);
      if (/^\d{1,4}$/.test(word) && value >= 1 && value <= most) return value;
      const rest = `is not a number of days from 1 to ${most}.`;
      throw new WrongArgument(`"${word}" ${rest}`, { plainly: `That ${rest}` });
    },
  };
}

/** A day: 2024-01-05, 05-01-2024, 5-Jan-2024, today, yesterday. Answers YYYY-MM-DD; a day to come is refused. */
export function date(): Argument<string> {
  return {
    placeholder: 'date',
    optional: false,
    rest: false,
    question: 'On which date?',
    parse(word, world) {
      const today = istDate(world.now());
      const found = readDate(word.toLowerCase(), today);
      if (found === null) {
        const rest = 'is not a date. Send 2024-01-05, 05-01-2024, today or yesterday.';
        throw new WrongArgument(`"${word}" ${rest}`, { plainly: `That ${rest}` });
      }
      if (found > today) {
        const told = `${found} is in the future. Record a transaction once it has happened.`;
        throw new WrongArgument(told, { plainly: told });
      }
      return found;
    },
    options: async () => [
      { label: 'Today', value: 'today' },
      { label: 'Yesterday', value: 'yesterday' },
    ],
  };
}

function readDate(word: string, today: string): string | null {
  if (word === 'today') return today;
  if (word === 'yesterday') return dayBefore(today);
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(word);
  if (iso !== null) return calendarDay(iso[1], iso[2], iso[3]);
  const indian = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})$/.exec(word);
  if (indian !== null) return calendarDay(indian[3], indian[2], indian[1]);
  const named = /^(\d{1,2})[-/. ]?([a-z]{3})[a-z]*[-/. ]?(\d{4})$/.exec(word);
  const month = MONTHS.indexOf(named?.[2] ?? '');
  return named === null || month === -1 ? null : calendarDay(named[3], String(month + 1), named[1]);
}

function calendarDay(year = '', month = '', dayOfMonth = ''): string | null {
  const text = `${year}-${month.padStart(2, '0')}-${dayOfMonth.padStart(2, '0')}`;
  const at = new Date(`${text}T00:00:00Z`);
  const real = !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text) && Number(year) >= 1900;
  return real ? text : null;
}

/** Any words. */
export function words(placeholder: string): Argument<string> {
  return {
    placeholder,
    optional: false,
    rest: true,
    question: `What ${placeholder}?`,
    parse: (word) => word,
  };
}

/** The words of a line; "two words" in quotes are one. */
export function tokens(line: string): string[] {
  return [...line.matchAll(/["“]([^"”]*)["”]|(\S+)/g)].map((match) => match[1] ?? match[2] ?? '');
}

import type { BrokerView } from '../core/brokers/index.ts';
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

/**
 * How well words fit an argument: a known value, an accepted one that is not known, a new name, or no fit.
 * A new name stands at the end of a line that has all the command asks for, and has no word in it that is known to an argument:
 * or any slip would be one.
 */
export type Fit = 'known' | 'possible' | 'new' | 'no';

/** One argument of a command: how it stands in the usage line, how a word becomes a value, and what to offer. */
export interface Argument<T> {
  readonly placeholder: string;
  readonly optional: boolean;
  /** Takes several words: a name, or all that are left. */
  readonly rest: boolean;
  /** The command asks for it where it is left out. */
  readonly isAsked?: true;
  /** Arguments of one kind keep the order of the usage. Defaults to the placeholder. */
  readonly kind?: string;
  /** Takes the rest of the line as it is: the words of the command are then read by their place. */
  readonly isText?: true;
  /** Most words of a value that is no `rest`. Defaults to 1. */
  readonly mostWords?: number;
  /** Defaults to known for what `parse` takes. */
  fits?(words: string, world: ArgumentContext): Promise<Fit> | Fit;
  /** The kind in words, with what there is to choose from: `a period (1M, 3M)`. Defaults to the placeholder. */
  means?(world: ArgumentContext): Promise<string>;
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

/** The same, for which the command asks where it is left out. */
export const asked = <T>(argument: Argument<T>): Argument<T | null> => ({
  ...optional(argument),
  isAsked: true,
});

/** One of the person's portfolios by name, whatever the case; null for Networth, which is all of them. */
export function portfolioOrAll(): Argument<string | null> {
  const one = portfolio();
  return {
    ...one,
    parse: (word, world) => (isNetworth(word) ? null : one.parse(word, world)),
  };
}

const MOST_NAMED = 8;

/** One of the person's portfolios by name, whatever the case. `known: false` accepts a new name. */
export function portfolio(options: { known?: boolean } = {}): Argument<string> {
  return {
    placeholder: 'portfolio',
    optional: false,
    rest: true,
    kind: 'portfolio',
    question: 'Which portfolio?',
    async fits(words, world) {
      const isKnown = (await world.portfolios()).some((name) => name.toLowerCase() === words.toLowerCase());
      if (isKnown || isNetworth(words)) return 'known';
      return options.known === false ? 'new' : 'no';
    },
    async means(world) {
      const names = await world.portfolios();
      return names.length === 0
        ? 'a portfolio, of which you have none yet'
        : `one of your portfolios (${names.slice(0, MOST_NAMED).join(', ')})`;
    },
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
            ? ` Your portfolios: ${names.slice(0, MOST_NAMED).join(', ')}.`
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
    means: async () =>
      choices.length === 1
        ? `the word ${choices.join('')}`
        : placeholder.includes('|')
          ? `one of ${choices.join(', ')}`
          : `${withArticle(placeholder)} (${choices.join(', ')})`,
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

/** `a quantity`, `an index`. */
export const withArticle = (noun: string): string => `${/^[aeiou]/i.test(noun) ? 'an' : 'a'} ${noun}`;

/** Looks like a figure, right or wrong. */
const FIGURE = /^[-+]?(?:₹|rs\.?|inr|\$)?(?=[\d.,]*\d)[\d.,]+%?$/i;

/** A figure of money by its sign. */
const MONEY = /^[-+]?(?:₹|rs|inr|\$)/i;

/**
 * A positive figure: 3200, 3,200.50, ₹3200. `zero` allows nought, `percent` a sign behind it; `units` takes no figure of money.
 */
export function amount(
  placeholder: string,
  options: { zero?: boolean; percent?: boolean; units?: boolean } = {},
): Argument<number> {
  return {
    placeholder,
    optional: false,
    rest: false,
    kind: 'figure',
    question: `What ${placeholder}?`,
    fits: (word) => (FIGURE.test(word) && !(options.units === true && MONEY.test(word)) ? 'known' : 'no'),
    parse(word) {
      const text = word
        .replace(/^(?:₹|rs\.?|inr|\$)/i, '')
        .replace(options.percent === true ? /%$/ : /$/, '')
        .replaceAll(',', '');
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

/** A number of days to look ahead, from 1 to `most`. */
export function daysAhead(most: number): Argument<number> {
  return {
    placeholder: 'days',
    optional: false,
    rest: true,
    kind: 'figure',
    question: 'For how many days?',
    fits: (words) => (/^\d+(?: days?)?$/i.test(words) ? 'known' : 'no'),
    parse(word) {
      const value = Number(/^(\d{1,4})(?: days?)?$/i.exec(word)?.[1]);
      if (value >= 1 && value <= most) return value;
      const rest = `is not a number of days from 1 to ${most}.`;
      throw new WrongArgument(`"${word}" ${rest}`, { plainly: `That ${rest}` });
    },
  };
}

/** Any words. */
export function words(placeholder: string): Argument<string> {
  return {
    placeholder,
    optional: false,
    rest: true,
    isText: true,
    question: `What ${placeholder}?`,
    parse: (word) => word,
  };
}

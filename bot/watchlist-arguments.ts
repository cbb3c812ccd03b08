import { isNetworth } from '../core/portfolio/index.ts';
import { type Argument, type ArgumentContext, WrongArgument } from './arguments.ts';
import { symbolFit } from './symbol-argument.ts';
import { closest } from './suggest.ts';

const NOTHING_WATCHED = 'Your watchlist is empty. Add something with /watchlist_add TCS.';
const SYMBOL = /^[A-Z0-9^][A-Z0-9&.:_^-]{0,63}$/;
const SUBJECT = 'a symbol, one of your portfolios or the word everything';
const NO_ALERT = 'You have no alerts. Set one with /alert TCS above 4000.';

/** Something on the watchlist, by its symbol. */
export function watched(): Argument<string> {
  return {
    placeholder: 'SYMBOL',
    optional: false,
    rest: false,
    question: 'Which symbol?',
    none: NOTHING_WATCHED,
    async parse(word, world) {
      const wanted = word.toUpperCase();
      const known = await world.watched();
      if (known.includes(wanted)) return wanted;
      if (known.length === 0) throw new WrongArgument(NOTHING_WATCHED);
      const near = closest(wanted, known);
      throw new WrongArgument(
        `${wanted} is not on your watchlist.${near.length > 0 ? ` Did you mean ${near.join(', ')}?` : ''}`,
        { meant: near.map((value) => ({ label: value, value })) },
      );
    },
    options: async (world) => (await world.watched()).map((value) => ({ label: value, value })),
  };
}

/** What is watched or held, by its symbol; any other symbol is taken too. */
export function anySymbol(): Argument<string> {
  return {
    placeholder: 'SYMBOL',
    optional: false,
    rest: false,
    question: 'Which symbol?',
    fits: symbolFit,
    parse(word) {
      const wanted = word.toUpperCase();
      if (!SYMBOL.test(wanted)) throw new WrongArgument(`"${word}" does not look like a symbol.`);
      return wanted;
    },
    async options(world) {
      return (await symbolsOf(world)).map((value) => ({ label: value, value }));
    },
  };
}

/** Stands for all portfolios together. */
export const EVERYTHING = 'everything';

/**
 * What an alert is on: a symbol, or for a drawdown a portfolio or everything. The words `portfolio` and Networth stand for
 * everything, unless a portfolio has that name.
 */
export function alertSubject(): Argument<string> {
  return {
    placeholder: 'SYMBOL|portfolio|everything',
    optional: false,
    rest: true,
    question: 'What should the alert watch?',
    means: async () => SUBJECT,
    async fits(words, world) {
      if ((await portfolioNamed(words, world)) !== null || isEverything(words)) return 'known';
      const symbol = words.toUpperCase();
      return (await symbolsOf(world)).includes(symbol) ? 'known' : await symbolFit(words, world);
    },
    async parse(words, world) {
      const portfolio = await portfolioNamed(words, world);
      if (portfolio !== null) return portfolio;
      if (isEverything(words)) return EVERYTHING;
      if (SYMBOL.test(words.toUpperCase())) return words;
      throw new WrongArgument(`"${words}" is not ${SUBJECT}.`);
    },
    async options(world) {
      const symbols = (await symbolsOf(world)).map((value) => ({ label: value, value }));
      return [...symbols, { label: 'Everything (drawdown)', value: EVERYTHING }];
    },
  };
}

const isEverything = (words: string): boolean =>
  [EVERYTHING, 'portfolio'].includes(words.toLowerCase()) || isNetworth(words);

const portfolioNamed = async (words: string, world: ArgumentContext): Promise<string | null> =>
  (await world.portfolios()).find((name) => name.toLowerCase() === words.toLowerCase()) ?? null;

async function symbolsOf(world: ArgumentContext): Promise<string[]> {
  const held = (await world.holdings()).map(({ symbol }) => symbol);
  return [...new Set([...(await world.watched()), ...held])].sort();
}

/** One of the person's alerts, by its number. */
export function alert(): Argument<string> {
  return {
    placeholder: 'number',
    optional: false,
    rest: false,
    question: 'Which alert?',
    none: NO_ALERT,
    async parse(word, world) {
      const all = await world.alerts();
      const wanted = word.replace(/^#/, '');
      if (all.some(({ id }) => id === wanted)) return wanted;
      throw new WrongArgument(
        all.length === 0 ? NO_ALERT : `There is no alert #${wanted}. Send /alerts for the list.`,
      );
    },
    options: async (world) =>
      (await world.alerts()).map(({ id, label }) => ({ label: `#${id} ${label}`, value: id })),
  };
}

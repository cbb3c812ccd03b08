import { type Argument, type ArgumentContext, type Fit, WrongArgument } from './arguments.ts';
import { closest } from './suggest.ts';

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
    kind: 'symbol',
    question: 'Which symbol?',
    fits: (word, world) => symbolFit(word, world),
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

/** Known for what is held, and for a code of digits that the registry has; possible for what looks like a symbol. */
export async function symbolFit(word: string, world: ArgumentContext): Promise<Fit> {
  const wanted = word.toUpperCase();
  if ((await world.holdings()).some(({ symbol: held }) => held === wanted)) return 'known';
  if (!SYMBOL.test(wanted.replace(AS_IT_IS, '')) || /^\d*\.\d*$/.test(wanted)) return 'no';
  if (!/^\d+$/.test(wanted)) return 'possible';
  const { items } = await world.instruments(wanted);
  return items.some(({ symbol: listed }) => listed === wanted) ? 'known' : 'possible';
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

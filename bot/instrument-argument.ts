import { type Argument, WrongArgument } from './arguments.ts';
import { symbol } from './symbol-argument.ts';
import { meantBy } from './intents/index.ts';
import { closest } from './suggest.ts';

const MOST_MEANT = 5;

interface Options {
  /** Takes only what is held. */
  held?: boolean;
  /** Beside that, what was sold completely. */
  sold?: boolean;
}

/** An instrument by its symbol, or by the name that its company or fund goes by: `tata consultancy`. Answers the symbol. */
export function instrument(options: Options = {}): Argument<string> {
  const bySymbol = symbol();
  return {
    ...symbol({ held: options.held === true }),
    rest: true,
    async fits(words, world) {
      const wanted = words.toUpperCase();
      if ((await world.holdings()).some(({ symbol: held }) => held === wanted)) return 'known';
      const isSold = options.sold === true && (await world.sold?.())?.includes(wanted) === true;
      // A name of several words is looked up once it is the one reading of the line.
      return isSold ? 'known' : 'possible';
    },
    async parse(words, world) {
      const wanted = words.trim().toUpperCase();
      const holdings = await world.holdings();
      const held = [...new Set(holdings.map((one) => one.symbol))];
      if (held.includes(wanted)) return wanted;
      if (options.sold === true && (await world.sold?.())?.includes(wanted) === true) return wanted;
      const meant = meantBy(words, 'symbol', {
        instruments: holdings.map((one) => ({ symbol: one.symbol, name: one.name, is: 'held' })),
      });
      const [only, ...others] = meant;
      if (only !== undefined && others.length === 0) return only;
      if (only !== undefined)
        throw new WrongArgument(`"${words}" could be ${meant.slice(0, MOST_MEANT).join(', ')}.`, {
          plainly: 'That could be several of your holdings.',
          meant: meant.slice(0, MOST_MEANT).map((value) => ({ label: value, value })),
        });
      const renamed = options.sold === true && !/\s/.test(wanted) ? await world.renamed?.(wanted) : null;
      if (renamed) return renamed;
      if (options.held === true) throw notHeld(words, held);
      if (!/\s/.test(words.trim())) return await bySymbol.parse(words, world);
      return await listed(words, world);
    },
  };
}

function notHeld(words: string, held: readonly string[]): WrongArgument {
  if (held.length === 0)
    return new WrongArgument('You have no holdings yet. Send me a tradebook as a CSV file to begin.');
  const wanted = words.toUpperCase();
  const near = closest(wanted, held);
  return new WrongArgument(
    `You hold no ${wanted}.${near.length > 0 ? ` Did you mean ${near.join(', ')}?` : ''}`,
    { plainly: 'You do not hold that.', meant: near.map((value) => ({ label: value, value })) },
  );
}

/** Several words that name nothing held: what the registry has like them. */
async function listed(words: string, world: Parameters<Argument<string>['parse']>[1]): Promise<string> {
  const { items } = await world.instruments(words.slice(0, 100));
  const [only, ...others] = items;
  if (only !== undefined && others.length === 0) return only.symbol;
  const meant = items.slice(0, MOST_MEANT).map(({ symbol: value, name }) => ({
    label: name === null ? value : `${value} · ${name}`,
    value,
  }));
  const hint = meant.length === 0 ? '' : ` Did you mean ${meant.map(({ label }) => label).join(', ')}?`;
  throw new WrongArgument(`I know no instrument named "${words}".${hint}`, {
    plainly: 'I know no instrument of that name.',
    meant,
  });
}

import { type Argument, WrongArgument } from './arguments.ts';
import { closest } from './suggest.ts';

const NO_STRATEGY =
  'No option strategy has reported anything yet. The guide "Options workspace" explains how a trading process reports.';
const MOST_NAMED = 8;

/** One of the person's option strategies by its name, or the beginning of it, whatever the case. */
export function strategyChoice(): Argument<string> {
  return {
    placeholder: 'strategy',
    optional: false,
    rest: true,
    question: 'Which strategy?',
    none: NO_STRATEGY,
    async means(world) {
      const known = await world.optionStrategies();
      return known.length === 0
        ? 'a strategy that has reported anything'
        : `one of your strategies (${known.slice(0, MOST_NAMED).join(', ')})`;
    },
    async parse(words, world) {
      const known = await world.optionStrategies();
      if (known.length === 0) throw new WrongArgument(NO_STRATEGY);
      const wanted = words.trim().toLowerCase();
      if (known.includes(words.trim())) return words.trim();
      const exact = known.filter((name) => name.toLowerCase() === wanted);
      const found = exact.length > 0 ? exact : known.filter((name) => name.toLowerCase().startsWith(wanted));
      if (found.length === 1 && found[0] !== undefined) return found[0];
      if (found.length > 1)
        throw new WrongArgument(`"${words}" could be ${found.slice(0, MOST_NAMED).join(', ')}.`, {
          plainly: 'That could be several strategies.',
          meant: found.slice(0, MOST_NAMED).map((name) => ({ label: name, value: name })),
        });
      const near = closest(words, known);
      throw new WrongArgument(
        `No strategy named "${words}" has reported anything. ${
          near.length > 0
            ? `Did you mean ${near.join(' or ')}?`
            : `Your strategies: ${known.slice(0, MOST_NAMED).join(', ')}.`
        }`,
        { plainly: 'That is none of your strategies.' },
      );
    },
    options: async (world) => (await world.optionStrategies()).map((name) => ({ label: name, value: name })),
  };
}

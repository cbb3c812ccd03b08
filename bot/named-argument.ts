import { type Argument, type ArgumentContext, WrongArgument } from './arguments.ts';
import { closest } from './suggest.ts';

/**
 * Something of the person's own by its name, whatever the case, such as a goal.
 * @param among what else words may stand for: one thing is taken, several are not.
 */
export function named(
  noun: string,
  names: (world: ArgumentContext) => Promise<string[]>,
  none: string,
  among: (words: string, world: ArgumentContext) => Promise<readonly string[]> = async () => [],
): Argument<string> {
  return {
    placeholder: noun,
    optional: false,
    rest: true,
    question: `Which ${noun}?`,
    none,
    async parse(word, world) {
      const known = await names(world);
      const found = known.find((name) => name.toLowerCase() === word.toLowerCase());
      if (found !== undefined) return found;
      if (known.length === 0) throw new WrongArgument(none);
      const meant = await among(word, world);
      if (meant.length === 1 && meant[0] !== undefined) return meant[0];
      const near = closest(word, known);
      const hint =
        near.length > 0
          ? `Did you mean ${near.join(' or ')}?`
          : `Choose from ${known.slice(0, 8).join(', ')}.`;
      throw new WrongArgument(`You have no ${noun} named "${word}". ${hint}`);
    },
    options: async (world) => (await names(world)).map((name) => ({ label: name, value: name })),
  };
}

import { type Argument, type ArgumentContext, WrongArgument } from './arguments.ts';
import { closest } from './suggest.ts';

/** What a person may do with a policy from the chat, by the word behind its name. */
export const POLICY_ACTIONS = ['run', 'retry', 'pause', 'resume', 'retire', 'sweep', 'unsweep'] as const;
export type PolicyAction = (typeof POLICY_ACTIONS)[number];

type Known = Awaited<ReturnType<ArgumentContext['policies']>>[number];

const NO_POLICY = 'You have no policies yet. Send /policies to see how to make one.';
const MOST_NAMED = 8;

/** One of the person's policies by its name, its tag code, the beginning of either, or `#id` as buttons name it. Its id. */
export function policyChoice(): Argument<string> {
  return {
    placeholder: 'policy',
    optional: false,
    rest: true,
    question: 'Which policy?',
    none: NO_POLICY,
    // A name that ends in the word of an action is that policy: it is known as a whole.
    fits: async (words, world) => (isNamed(words, await world.policies()) ? 'known' : 'possible'),
    async parse(words, world) {
      const known = await world.policies();
      if (known.length === 0) throw new WrongArgument(NO_POLICY);
      const [found, ...others] = matching(words, known);
      if (found === undefined || others.length > 0) throw noneOrSeveral(words, matching(words, known), known);
      return found.id;
    },
    options: async (world) =>
      (await world.policies()).map(({ id, name, tag_code }) => ({
        label: `${name} (${tag_code})`,
        value: `#${id}`,
      })),
  };
}

const keysOf = ({ id, name, tag_code }: Known) => [`#${id}`, name.toLowerCase(), tag_code.toLowerCase()];

const isNamed = (words: string, known: readonly Known[]): boolean =>
  known.some((one) => keysOf(one).includes(words.trim().toLowerCase()));

/** Those with exactly this id, tag code or name; where there are none, those that begin so. */
function matching(words: string, known: readonly Known[]): Known[] {
  const wanted = words.trim().toLowerCase();
  return isNamed(wanted, known)
    ? known.filter((one) => keysOf(one).includes(wanted))
    : known.filter((one) => keysOf(one).some((key) => !wanted.startsWith('#') && key.startsWith(wanted)));
}

const nearTo = (words: string, known: readonly Known[]): string[] =>
  closest(
    words,
    known.flatMap(({ name, tag_code }) => [name, tag_code]),
  );

function noneOrSeveral(words: string, found: readonly Known[], known: readonly Known[]): WrongArgument {
  const titled = (list: readonly Known[]) =>
    list
      .slice(0, MOST_NAMED)
      .map(({ name, tag_code }) => `${name} (${tag_code})`)
      .join(', ');
  if (found.length > 1) return new WrongArgument(`"${words}" could be ${titled(found)}. Send the tag code.`);
  const near = nearTo(words, known);
  const hint = near.length > 0 ? `Did you mean ${near.join(' or ')}?` : `Your policies: ${titled(known)}.`;
  return new WrongArgument(`You have no policy named "${words}". ${hint}`);
}

import { type Argument, type ArgumentContext, WrongArgument } from './arguments.ts';
import { closest } from './suggest.ts';

/** What a person may do with a policy from the chat, by the word behind its name. */
export const POLICY_ACTIONS = ['run', 'retry', 'pause', 'resume', 'retire', 'sweep', 'unsweep'] as const;
export type PolicyAction = (typeof POLICY_ACTIONS)[number];

/** A policy, and what is to be done with it. */
interface PolicyChoice {
  id: string;
  action: PolicyAction | null;
}

type Known = Awaited<ReturnType<ArgumentContext['policies']>>[number];

const NO_POLICY = 'You have no policies yet. Send /policies to see how to make one.';
const MOST_NAMED = 8;

/**
 * One of the person's policies by its name, its tag code, the beginning of either, or `#id` as buttons name it; then, if
 * wanted, a word for what to do. A name that ends in such a word is that policy.
 */
export function policyChoice(): Argument<PolicyChoice> {
  return {
    placeholder: 'policy',
    optional: false,
    rest: true,
    question: 'Which policy?',
    none: NO_POLICY,
    async parse(words, world) {
      const known = await world.policies();
      if (known.length === 0) throw new WrongArgument(NO_POLICY);
      const whole = matching(words, known);
      if (whole.length === 1 && whole[0] !== undefined) return { id: whole[0].id, action: null };
      const [, before, last] = /^(.*\S)\s+(\S+)$/.exec(words.trim()) ?? [];
      const action = POLICY_ACTIONS.find((one) => one === last?.toLowerCase());
      if (action === undefined || before === undefined) throw noneOrSeveral(words, whole, known);
      const found = matching(before, known);
      if (found.length === 0 && nearTo(words, known).length > 0) throw noneOrSeveral(words, found, known);
      if (found.length !== 1 || found[0] === undefined) throw noneOrSeveral(before, found, known);
      return { id: found[0].id, action };
    },
    options: async (world) =>
      (await world.policies()).map(({ id, name, tag_code }) => ({
        label: `${name} (${tag_code})`,
        value: `#${id}`,
      })),
  };
}

/** Those with exactly this id, tag code or name; where there are none, those that begin so. */
function matching(words: string, known: readonly Known[]): Known[] {
  const wanted = words.trim().toLowerCase();
  const byId = known.filter(({ id }) => `#${id}` === wanted);
  if (byId.length > 0) return byId;
  const keys = ({ name, tag_code }: Known) => [name.toLowerCase(), tag_code.toLowerCase()];
  const exact = known.filter((one) => keys(one).includes(wanted));
  return exact.length > 0 ? exact : known.filter((one) => keys(one).some((key) => key.startsWith(wanted)));
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

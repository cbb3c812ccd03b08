import type { Chain, ChainAnswer, ChainRequest, Message } from '../../llm/port/index.ts';
import { ChainError } from '../../llm/port/index.ts';
import { Problem } from '../../platform/index.ts';
import type { ContextPack, PackSection } from '../context/index.ts';
import { knownNumbers, unverifiedIn } from './known-numbers.ts';
import { repairMessage } from './prompt-v1.ts';
import { type KnownCommand, type ReadAnswer, readAnswer } from './read-answer.ts';

/** An answer that was held against the data it was made from. */
interface Grounded extends ReadAnswer {
  unverified: string[];
  /** It ended at its limit of tokens. */
  isCut: boolean;
  /** Every call that was made for it. */
  calls: ChainAnswer[];
}

interface GroundedRequest {
  chain: Chain;
  request: Omit<ChainRequest, 'schema'>;
  pack: ContextPack;
  question: string;
  commands: readonly KnownCommand[];
}

/**
 * Asks, and holds each figure of the answer against the pack. With figures that are not in it, it is asked once more without
 * them; of the two answers the one with fewer counts, and what it still has is named.
 * @throws ChainError where the first call failed, Problem 503 AI_BAD_ANSWER for an answer without words
 */
export async function askGrounded(asked: GroundedRequest): Promise<Grounded> {
  const { chain, request, pack, commands } = asked;
  const known = knownNumbers(pack, asked.question);
  const read = (answer: ChainAnswer) => {
    const words = readAnswer(answer.text, pack, commands);
    return { ...words, unverified: unverifiedIn(words.text, known), isCut: answer.isCut };
  };
  const first = await chain.ask({ ...request, schema: null });
  const found = read(first);
  if (found.text === '' && found.suggestions.length === 0)
    throw new Problem(503, 'AI_BAD_ANSWER', 'The model gave an empty answer. Ask again.');
  if (found.unverified.length === 0) return { ...found, calls: [first] };

  const second = await repair(asked, [
    { role: 'assistant', text: first.text },
    { role: 'user', text: repairMessage(found.unverified) },
  ]);
  if (second === null) return { ...found, calls: [first] };
  const repaired = read(second);
  const better =
    repaired.text !== '' && repaired.unverified.length < found.unverified.length ? repaired : found;
  return { ...better, calls: [first, second] };
}

/** The answer to a second call; null where that failed, which leaves the first answer as it is. */
async function repair(
  { chain, request }: GroundedRequest,
  more: readonly Message[],
): Promise<ChainAnswer | null> {
  // What was told already stays in sight until the whole answer is there: pieces of another one would not follow it.
  const { onText: _told, ...quiet } = request;
  try {
    return await chain.ask({ ...quiet, messages: [...request.messages, ...more], schema: null });
  } catch (error) {
    if (error instanceof ChainError && error.class !== 'CANCELLED') return null;
    throw error;
  }
}

/** The cited sections; without citations those that hold figures of the answer, and else none. */
export function sourcesOf({ text, cited }: ReadAnswer, pack: ContextPack): PackSection[] {
  if (cited.length > 0) return cited;
  if (!/\d/.test(text)) return [];
  const all = unverifiedIn(text, knownNumbers({ ...pack, sections: [], missing: [] }, '')).length;
  return pack.sections.filter(
    (section) =>
      unverifiedIn(text, knownNumbers({ ...pack, sections: [section], missing: [] }, '')).length < all,
  );
}

/** How an answer ended: where the model meant to, at its limit of tokens, or because it would not go on. */
export type Finish = 'stop' | 'length' | 'content_filter';

/** The words of servers and programs for each, in small letters. Those that are not here end no answer. */
const WORDS: Readonly<Record<Finish, readonly string[]>> = {
  stop: ['stop', 'end_turn', 'stop_sequence', 'eos', 'eos_token', 'completed'],
  length: ['length', 'max_tokens', 'max_output_tokens', 'model_length', 'model_context_window_exceeded'],
  content_filter: [
    'content_filter',
    'refusal',
    'safety',
    'recitation',
    'blocklist',
    'prohibited_content',
    'spii',
    'sensitive',
  ],
};
const FINISHES = Object.entries(WORDS) as [Finish, readonly string[]][];

/**
 * What a reason for the end of an answer means.
 * @param isByTool the answer was to be handed to a tool, so that calling it is the end
 * @returns null where it does not mean that the answer is over: none, an empty one, or one that is not known
 */
export function finishOf(reason: unknown, isByTool = false): Finish | null {
  if (typeof reason !== 'string') return null;
  const word = reason.trim().toLowerCase().replaceAll('-', '_');
  if (isByTool && word === 'tool_use') return 'stop';
  return FINISHES.find(([, words]) => words.includes(word))?.[0] ?? null;
}

import { type Intent, matchIntent, unknownIn } from './match.ts';
import { tokenise } from './sentence.ts';
import { createVocabulary, type KnownInstrument, type VocabularyParts } from './vocabulary.ts';

/** Words that no symbol has, at the end of what a company is called. */
const LEGAL = /\s+(?:ltd|limited|inc|corp|corporation|plc)$/;
const SYMBOL = /^[a-z][a-z0-9&-]{0,19}$/;
/** Stands for a company of which only a name is known, and so no symbol. */
const NAMELESS = '?';

/** A question about research of a company that nobody knows by that name. */
export interface Unresearched {
  kind: 'unresearched';
}

/** Whether a question may ask about a company that was researched: nothing was understood, or only that it is about research. */
export const mayBeResearched = (intent: Intent): boolean =>
  intent.kind === 'none' ||
  (intent.kind === 'command' && intent.command === 'research' && intent.args.length === 0);

const isOfCompany = ({ command, args }: { command: string; args: readonly string[] }): boolean =>
  command === 'research' && args.length > 0;

/**
 * What a question asks of companies that the person has research of; null where it asks for none of them. Their names say
 * nothing in other questions, so that research changes none of those.
 */
export function matchResearched(
  text: string,
  known: VocabularyParts,
  researched: readonly { symbol: string; name: string | null }[],
): Intent | null {
  const own = new Set(known.instruments.map(({ symbol }) => symbol));
  const added = researched
    .filter(({ symbol }) => !own.has(symbol))
    .map(({ symbol, name }): KnownInstrument => ({ symbol, name, is: 'listed' }));
  if (added.length === 0) return null;
  const intent = matchWith(text, known, added);
  if (intent.kind === 'command') return isOfCompany(intent) ? intent : null;
  return intent.kind === 'choices' && intent.of.every(isOfCompany) ? intent : null;
}

/**
 * A question that names research and asks what it says of something unknown: of one word it is taken for a symbol, so that
 * the answer can say how to ask for research of it. Null for every other question.
 */
export function matchUnresearched(text: string, known: VocabularyParts): Intent | Unresearched | null {
  if (tokenise(text)?.some((token) => /^(?:research|dossiers?)$/.test(token.text)) !== true) return null;
  const unknown = unknownIn(text, createVocabulary(known));
  if (unknown === null) return null;
  const word = unknown.replace(LEGAL, '');
  const symbol = SYMBOL.test(word) ? word.toUpperCase() : NAMELESS;
  const intent = matchWith(text, known, [{ symbol, name: unknown, is: 'listed' }]);
  // With the symbol alone it would ask to begin research of whatever was typed.
  if (intent.kind !== 'command' || intent.command !== 'research' || intent.args.length < 2) return null;
  return intent.args[0] === NAMELESS ? { kind: 'unresearched' } : intent;
}

const matchWith = (text: string, known: VocabularyParts, added: readonly KnownInstrument[]): Intent =>
  matchIntent(text, createVocabulary({ ...known, instruments: [...known.instruments, ...added] }));

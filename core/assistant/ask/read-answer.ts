import type { ContextPack, PackSection } from '../context/index.ts';

/** A command that exists, with what an answer may know of it. */
export interface KnownCommand {
  name: string;
  usage: string;
  summary: string;
}

/** What an answer consists of, once its marks are read. */
export interface ReadAnswer {
  /** Plain text: whatever looks like a link, a button or markup is only text. */
  text: string;
  /** Sections that it cites. */
  cited: PackSection[];
  /** Commands with their words, such as `/holding TCS`: existing ones, each once. */
  suggestions: string[];
}

/** A whole command stands on its button: a longer one could hide its end. */
const LONGEST_SUGGESTION = 40;
const MOST_SUGGESTIONS = 3;
const LONGEST_ANSWER = 8_000;

/** How a line of a suggestion begins. */
export const SUGGEST = 'SUGGEST:';
const SUGGESTION = /^[ \t]*[-*]?[ \t]*SUGGEST:[ \t]*(.*)$/gim;
/** `[holdings]`, and several of them in one: `[holdings, risk]`. */
export const CITATION = /[ \t]?\[([a-z_]+(?:, ?[a-z_]+)*)\]/g;
/** Characters that are not seen, or that turn the direction of what follows. */
const UNSEEN = /[\p{Cc}\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu;

/** Whether all names in a citation are sections, told or not. */
export const isCitation = (names: string, sections: ReadonlySet<string>): boolean =>
  names.split(/, ?/).every((name) => sections.has(name));

/** A suggestion as it may be shown; null for what is no existing command or does not fit its button. */
function suggestionOf(words: string, commands: readonly KnownCommand[]): string | null {
  const text = words
    .replace(UNSEEN, '')
    .replace(/[`*"]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[.]$/, '');
  const name = /^\/([a-z0-9_]+)(?: |$)/.exec(text)?.[1];
  if (name === undefined || text.length > LONGEST_SUGGESTION) return null;
  return commands.some((row) => row.name === name) ? text : null;
}

/** Takes an answer apart. Nothing it says is carried out. */
export function readAnswer(answer: string, pack: ContextPack, commands: readonly KnownCommand[]): ReadAnswer {
  const sections = new Map(pack.sections.map((one) => [one.section, one]));
  const suggestions = new Set<string>();
  const cited = new Set<PackSection>();
  const text = answer
    .slice(0, LONGEST_ANSWER)
    .replace(SUGGESTION, (_, words: string) => {
      const suggestion = suggestionOf(words, commands);
      if (suggestion !== null && suggestions.size < MOST_SUGGESTIONS) suggestions.add(suggestion);
      return '';
    })
    .replace(CITATION, (mark, inside: string) => {
      // One that was not told is no source, and no word of the answer either.
      if (!isCitation(inside, pack.names)) return mark;
      for (const name of inside.split(/, ?/)) {
        const section = sections.get(name);
        if (section !== undefined) cited.add(section);
      }
      return '';
    })
    .replace(UNSEEN, (sign) => (sign === '\n' || sign === '\t' ? sign : ''))
    .replace(/\n{3,}/g, '\n\n')
    .trim();
  return { text, cited: [...cited], suggestions: [...suggestions] };
}

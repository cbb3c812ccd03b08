import { type Clock, digestOf, istDate, type Log, Problem } from '../../platform/index.ts';
import { choose, mentionedIn } from './choose.ts';
import type { ContextReader, HeldName, Question } from './context-reader.ts';
import { CHARS_PER_TOKEN, fitted, shares } from './fit.ts';
import { sentenceWithoutAmounts, withoutAmounts } from './without-amounts.ts';

/** A part of the books as the model is told it. */
export interface PackSection {
  section: string;
  title: string;
  href: string;
  command: string | null;
  data: unknown;
}

/** What a model is told of a person's books: read-only, chosen by the question, bounded. */
export interface ContextPack {
  /** YYYY-MM-DD, in India. */
  today: string;
  sections: readonly PackSection[];
  /** Sections that were wanted and are not there, with the reason in words. */
  missing: readonly { section: string; title: string; reason: string }[];
  /** All sections that there are, told or not: an answer may cite one that it was not told. */
  names: ReadonlySet<string>;
  /** SHA-256 over the canonical JSON of the day, the sections and what is missing, in hex. */
  hash: string;
  /** By estimate, four characters each. */
  tokens: number;
  /** The person lets no quantity, price, value or balance be sent: none is in it. */
  isWithoutAmounts?: true;
}

interface PackParts {
  readers: readonly ContextReader[];
  /** What a person holds, by the names that a question may use. */
  held: (this: void, userId: string) => Promise<readonly HeldName[]>;
  /** True if the person has switched amounts off. */
  leavesOutAmounts: (this: void, userId: string) => Promise<boolean>;
  /** Tokens of a whole pack. */
  mostTokens: number;
  clock: Clock;
  log: Log;
}

export type BuildPack = (
  userId: string,
  asked: { text: string; page: string | null },
) => Promise<ContextPack>;

/** What surrounds a section's data where a model is told it. */
const FRAME_CHARS = 80;

/** Builds packs. A reader that fails leaves its section out, with the reason; it fails no pack. */
export function createPacks({
  readers,
  held,
  leavesOutAmounts,
  mostTokens,
  clock,
  log,
}: PackParts): BuildPack {
  async function read(
    reader: ContextReader,
    userId: string,
    question: Question,
    isBare: boolean,
  ): Promise<{ data: unknown } | { reason: string }> {
    try {
      const data = await reader.read(userId, question);
      return { data: isBare ? withoutAmounts(data) : data };
    } catch (error) {
      if (error instanceof Problem && error.status < 500)
        return { reason: isBare ? sentenceWithoutAmounts(error.detail) : error.detail };
      log.warn(
        { err: error, section: reader.section },
        'a part of the books could not be read for an answer',
      );
      return { reason: 'It could not be read just now.' };
    }
  }

  const names = new Set(readers.map(({ section }) => section));

  return async (userId, { text, page }) => {
    const question = { text, page, mentioned: mentionedIn(text, await held(userId)) };
    const isBare = await leavesOutAmounts(userId);
    const chosen = choose(readers, question);
    const found = await Promise.all(
      chosen.map(async (reader) => ({ reader, ...(await read(reader, userId, question, isBare)) })),
    );
    const missing = found.flatMap(({ reader: { section, title }, ...rest }) =>
      'reason' in rest ? [{ section, title, reason: rest.reason }] : [],
    );
    const there = found.flatMap(({ reader, ...rest }) =>
      'data' in rest ? [{ reader, data: rest.data, chars: JSON.stringify(rest.data ?? null).length }] : [],
    );
    const room = mostTokens * CHARS_PER_TOKEN - found.length * FRAME_CHARS;
    const given = shares(
      there.map(({ chars }) => chars),
      room,
    );
    const sections: PackSection[] = [];
    let chars = found.length * FRAME_CHARS;
    for (const [at, { reader, data }] of there.entries()) {
      const { section, title, href, command } = reader;
      const cut = fitted(data, given[at] ?? 0);
      if (cut === null) {
        missing.push({ section, title, reason: 'It is too large to include with the rest.' });
        continue;
      }
      chars += cut.chars;
      sections.push({ section, title, href, command, data: cut.data });
    }
    const content = { today: istDate(clock.now()), sections, missing };
    const tokens = Math.ceil(chars / CHARS_PER_TOKEN);
    const pack = { ...content, names, hash: digestOf(content), tokens };
    return isBare ? { ...pack, isWithoutAmounts: true } : pack;
  };
}

import { MalformedDocument, type Parsing } from '../../core/research/index.ts';
import { PARSERS } from '../../core/research/parsing/parsers.ts';

/** Reads documents on the spot with the parsers of the thread, and hands over what JSON can hold, as the thread does. */
export const parsingHere: Parsing = {
  // A promise of what happens at once.
  // eslint-disable-next-line typescript/require-await
  read: async <Args, Result>({ name }: { name: string }, body: Uint8Array, args: Args): Promise<Result> => {
    const read = PARSERS.get(name);
    if (read === undefined) throw new MalformedDocument(`there is no parser ${name}`);
    return JSON.parse(JSON.stringify(read(Buffer.from(body), args as never) ?? null)) as Result;
  },
  close: async () => await Promise.resolve(),
};

import { MalformedDocument, type Parsing } from '../../core/research/index.ts';
import { PARSERS } from '../../core/research/parsing/parsers.ts';

/** Reads documents on the spot with the parsers of the thread, and hands over what JSON can hold, as the thread does. */
export const parsingHere: Parsing = {
  read: async <Args, Result>({ name }: { name: string }, body: Uint8Array, args: Args): Promise<Result> => {
    const read = PARSERS.get(name);
    if (read === undefined) throw new MalformedDocument(`there is no parser ${name}`);
    const done = JSON.stringify(read(Buffer.from(body), args as never) ?? null);
    return await Promise.resolve(JSON.parse(done) as Result);
  },
  close: async () => await Promise.resolve(),
};

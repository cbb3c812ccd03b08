import { Readable } from 'node:stream';
import { Reply } from './route.ts';

/** A CSV file to keep, whole or in pieces that are sent as they come. @param name of the file */
export const csvReply = (content: string | AsyncIterable<string>, name: string): Reply =>
  new Reply(typeof content === 'string' ? content : Readable.from(content, { objectMode: false }), {
    'Content-Type': 'text/csv; charset=utf-8',
    'Content-Disposition': `attachment; filename="${name}"`,
  });

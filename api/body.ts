import { bodyParser } from '@koa/bodyparser';
import { Problem } from '../core/platform/index.ts';
import { DEEPEST, isTooDeep } from './body-bounds.ts';
import type { ApiContext } from './context.ts';

/** Largest JSON body of a route that does not say otherwise, in bytes. */
export const USUAL_BODY_LIMIT = 100 * 1024;

type Parser = (ctx: ApiContext, next: () => Promise<void>) => Promise<void>;
const parsers = new Map<number, Parser>();
const nothing = (): Promise<void> => Promise.resolve();

/**
 * Reads a JSON body of bounded size and depth. An empty one is an empty object.
 * @throws Problem 413 BODY_TOO_LARGE, 415 UNSUPPORTED_MEDIA_TYPE, 400 INVALID_JSON
 */
export async function readJson(ctx: ApiContext, limit: number): Promise<unknown> {
  const { headers } = ctx.req;
  const length = Number(headers['content-length'] ?? 0);
  if (length > limit) throw tooLarge(limit);
  if (headers['transfer-encoding'] === undefined && length === 0) return {};
  if (!/^application\/json\s*(;|$)/i.test(headers['content-type'] ?? '')) {
    throw new Problem(
      415,
      'UNSUPPORTED_MEDIA_TYPE',
      'Send the body as JSON, with Content-Type: application/json.',
    );
  }
  let parser = parsers.get(limit);
  if (parser === undefined) {
    parser = bodyParser({
      enableTypes: ['json'],
      jsonLimit: limit,
      onError: refuse(limit),
    }) as unknown as Parser;
    parsers.set(limit, parser);
  }
  await parser(ctx, nothing);
  const { body } = ctx.request as { body?: unknown };
  if (isTooDeep(body)) {
    throw new Problem(
      400,
      'INVALID_JSON',
      `The body has more than ${DEEPEST} levels of lists and objects. Nest it less deeply.`,
    );
  }
  return body;
}

/** 413. The rest of the body is read and forgotten by Node, so that the sender gets to hear the answer. */
export function tooLarge(limit: number): Problem {
  return new Problem(
    413,
    'BODY_TOO_LARGE',
    `The body may have at most ${sizeInWords(limit)}. Send less at once.`,
  );
}

const refuse =
  (limit: number) =>
  (error: Error): never => {
    const { type, status } = error as { type?: string; status?: number };
    if (type === 'entity.too.large' || status === 413) throw tooLarge(limit);
    if (status === 415) {
      throw new Problem(
        415,
        'UNSUPPORTED_MEDIA_TYPE',
        'The body has an encoding that is not understood here. Send it as UTF-8.',
      );
    }
    throw new Problem(
      400,
      'INVALID_JSON',
      'The body is not a JSON object or list. Check quotes, commas and brackets.',
      { cause: error },
    );
  };

function sizeInWords(bytes: number): string {
  return bytes >= 1024 * 1024 ? `${Math.floor(bytes / 1024 / 1024)} MB` : `${Math.floor(bytes / 1024)} kB`;
}

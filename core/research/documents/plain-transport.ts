import type { Http } from '../../platform/index.ts';
import type { DocumentRequest } from '../port/index.ts';
import type { Received, Transport } from './transport.ts';

/** The bytes of a path, with its own headers beside those that the source wants. @throws OutsideError */
export async function askPlainly(
  http: Http,
  { path, accept, maxBytes }: Pick<DocumentRequest, 'path' | 'accept' | 'maxBytes'>,
  headers: Record<string, string>,
  signal?: AbortSignal,
): Promise<Received> {
  const answer = await http.bytes(path, {
    accept,
    headers,
    ...(maxBytes === undefined ? {} : { maxBytes }),
    ...(signal === undefined ? {} : { signal }),
  });
  return { body: answer.body, mediaType: answer.headers.get('content-type') ?? '' };
}

/** A source that wants nothing but certain headers. */
export function plainTransport(http: Http, headers: Record<string, string>): Transport {
  return { ask: async (request, signal) => await askPlainly(http, request, headers, signal) };
}

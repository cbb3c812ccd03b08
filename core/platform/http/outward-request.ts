import { lookup as lookUp } from 'node:dns';
import { request as requestPlain } from 'node:http';
import { request as requestSecurely } from 'node:https';
import type { LookupFunction } from 'node:net';
import { isInwardAddress, leadsInward } from './inward.ts';
import { OutsideError } from './outside-error.ts';

interface OutwardOptions {
  /** What the system is called in errors. */
  system: string;
  headers: Readonly<Record<string, string>>;
  /** Sent by POST; without one the request is a GET. */
  body?: Uint8Array;
  /** Largest body of the answer. */
  maxBytes: number;
  /** Takes the beginning of a larger body, where it would be refused. */
  isCutToSize?: boolean;
  /** Longest time to the last byte. */
  timeoutMs: number;
  signal?: AbortSignal;
  /** Finds the addresses of a name; the system's own unless told. */
  lookup?: LookupFunction;
  /** For a double on this machine. */
  allowInward?: boolean;
}

/** An answer as it came, redirects and faults included. */
export interface OutwardAnswer {
  status: number;
  contentType: string;
  /** Where a redirect leads; null for everything else. */
  location: string | null;
  /** Its Retry-After header; null without one. */
  retryAfter: string | null;
  /** Its Date header; null without one. */
  date: string | null;
  body: Buffer;
  /** Whether more of it came than was taken. */
  isCut: boolean;
}

export type OutwardRequest = (url: URL, options: OutwardOptions) => Promise<OutwardAnswer>;

/**
 * Asks an address of a known list, or brings it a body. It follows no redirect, and never reaches into this machine or its
 * networks: the addresses of a name are looked at after it was resolved and before anything is connected.
 * @throws OutsideError of kind timeout, network or too_large
 */
export const outwardRequest: OutwardRequest = async (url, options) => {
  const { system, allowInward = false, body: sent, lookup = lookUp, maxBytes, isCutToSize = false } = options;
  if (!allowInward && leadsInward(url)) throw inward(system);
  const deadline = AbortSignal.timeout(options.timeoutMs);
  const signal = options.signal === undefined ? deadline : AbortSignal.any([deadline, options.signal]);
  try {
    return await new Promise<OutwardAnswer>((resolve, reject) => {
      const send = url.protocol === 'https:' ? requestSecurely : requestPlain;
      const sending = send(url, {
        method: sent === undefined ? 'GET' : 'POST',
        headers: {
          ...options.headers,
          ...(sent === undefined ? {} : { 'content-length': String(sent.length) }),
          'accept-encoding': 'identity',
        },
        lookup: allowInward ? lookup : guarded(lookup, system),
        // A connection of its own: a kept one may have been made for a name that led elsewhere.
        agent: false,
        signal,
      });
      sending.on('error', reject);
      sending.once('response', (answer) => {
        const parts: Buffer[] = [];
        let size = 0;
        const done = (isCut: boolean): void =>
          resolve({
            status: answer.statusCode ?? 500,
            contentType: answer.headers['content-type'] ?? '',
            location: answer.headers.location ?? null,
            retryAfter: answer.headers['retry-after'] ?? null,
            date: answer.headers.date ?? null,
            body: Buffer.concat(parts).subarray(0, maxBytes),
            isCut,
          });
        answer.on('data', (part: Buffer) => {
          size += part.length;
          if (size <= maxBytes) parts.push(part);
          else if (isCutToSize) {
            parts.push(part);
            done(true);
            answer.destroy();
          } else {
            reject(new OutsideError(system, 'too_large', `sent more than ${maxBytes} bytes.`));
            answer.destroy();
          }
        });
        answer.on('error', reject);
        answer.once('close', () => {
          if (!answer.complete) reject(new OutsideError(system, 'network', 'broke off in the middle.'));
        });
        answer.once('end', () => done(false));
      });
      sending.end(sent);
    });
  } catch (error) {
    if (error instanceof OutsideError) throw error;
    if (signal.aborted)
      throw new OutsideError(system, 'timeout', 'did not answer in time.', { cause: error });
    const code = (error as { code?: unknown } | null)?.code;
    // Never its text, which may hold an address.
    const why = typeof code === 'string' ? code : 'connection lost';
    throw new OutsideError(system, 'network', `could not be reached (${why}).`, { cause: error });
  }
};

const inward = (system: string): OutsideError =>
  new OutsideError(system, 'network', 'was not contacted: its address points into a private network.');

/** Looks a name up and refuses it where any of its addresses points inward. */
function guarded(lookup: LookupFunction, system: string): LookupFunction {
  return (name, options, done) =>
    lookup(name, options, (error, address, family) => {
      const found = Array.isArray(address) ? address.map((one) => one.address) : [address];
      if (error === null && found.some(isInwardAddress)) done(inward(system), address, family);
      else done(error, address, family);
    });
}

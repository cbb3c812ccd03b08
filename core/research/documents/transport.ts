import type { DocumentRequest } from '../port/index.ts';
import type { OutwardRequest, Timers } from '../../platform/index.ts';

/** An answer of a source. */
export interface Received {
  body: Buffer;
  mediaType: string;
  /** Where it really lies, where the source pointed there. */
  path?: string;
}

/** Asks one outside system with the manners that it wants. @throws OutsideError */
export interface Transport {
  ask(request: DocumentRequest, signal?: AbortSignal): Promise<Received>;
}

/** A source that is not asked, with the setting that would change it. */
export interface SwitchedOff {
  switchedOff: string;
}

/** What a test hands in. */
export interface TransportParts {
  timers?: Timers;
  timeoutMs?: number;
  /** Where the site of a company is really asked. */
  reach?: (url: URL) => { url: URL; allowInward: boolean };
  get?: OutwardRequest;
}

export const isOn = (one: Transport | SwitchedOff): one is Transport => 'ask' in one;

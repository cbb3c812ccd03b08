import { OutsideError } from '../../platform/index.ts';

/** Outside systems that documents come from, by name. Each has an address, a pace and manners of its own. */
export const DOCUMENT_SOURCES = [
  'sec_data',
  'sec_archive',
  'nse_site',
  'nse_archive',
  'bse',
  'yahoo',
  'news',
  'issuer',
] as const;
export type DocumentSource = (typeof DOCUMENT_SOURCES)[number];

export interface DocumentRequest {
  source: DocumentSource;
  /**
   * Path with its query, as the source is asked for it, such as `/api/xbrl/companyfacts/CIK0000320193.json`. For `issuer`
   * the whole https address.
   */
  path: string;
  /** What Content-Type must match. */
  accept: RegExp;
  /** Largest body, as unpacked. */
  maxBytes?: number;
  /** How old a kept copy may be, in milliseconds, to stand for a new answer; null: it never changes once it is published. */
  freshForMs: number | null;
  /** Nobody is asked: only what is kept counts. */
  isKeptOnly?: boolean;
}

/** A document as it was received. */
export interface EvidenceDocument {
  source: DocumentSource;
  path: string;
  body: Buffer;
  /** Lower-case hex of the body's SHA-256. */
  sha256: string;
  /** When the source gave it, or the file was read; ISO-8601 in UTC. A kept copy keeps its own. */
  fetched_at: string;
  /** When it was published, as whoever imported the file says; ISO-8601 in UTC. */
  published_at?: string;
  /** How it came this time. It never changes who published it. */
  origin: 'NETWORK' | 'FILE' | 'KEPT';
}

/** Nothing is kept under that path, and nobody may be asked: the run is offline or the source is switched off. */
export class DocumentNotKept extends Error {
  override name = 'DocumentNotKept';
  readonly source: DocumentSource;
  readonly path: string;
  /** Which setting switched the source off, in words; null where the run asks nobody. */
  readonly switchedOff: string | null;

  constructor(source: DocumentSource, path: string, switchedOff: string | null = null) {
    super(
      `${source} was not asked${switchedOff === null ? '' : ` (${switchedOff})`}, and Munim has no copy of ${inWords(path)}`,
    );
    this.source = source;
    this.path = path;
    this.switchedOff = switchedOff;
  }
}

/** The site of a company asks programs, in its robots.txt, to leave that page alone: it was not asked for. */
export class NotAllowedByRobots extends OutsideError {
  override name = 'NotAllowedByRobots';

  constructor(url: string) {
    const { hostname, pathname } = new URL(url);
    super(
      'The company’s site',
      'http',
      `was not asked for ${pathname.slice(0, 200)}: the robots.txt of ${hostname} does not allow it.`,
    );
  }
}

/** Where providers get documents: from the source itself at its pace, or from what is kept. */
export interface Documents {
  /** @throws OutsideError where the source fails, DocumentNotKept where nobody is asked and nothing is kept. */
  get(request: DocumentRequest, signal?: AbortSignal): Promise<EvidenceDocument>;
  /** Paths that are kept of a source and begin so, in order, such as the pages of a company's site. Asks nobody. */
  kept?(source: DocumentSource, prefix: string): Promise<string[]>;
}

/** Longer paths list what is wanted of a document, and its name stands before that. */
const LONGEST_PATH = 160;

function inWords(path: string): string {
  return path.length <= LONGEST_PATH ? path : (path.split('?', 1)[0] ?? '').slice(0, LONGEST_PATH);
}

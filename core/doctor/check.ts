import type { BackupsView } from '../backups/index.ts';
import type { Clock, Config } from '../platform/index.ts';
import type pg from 'pg';
import type { Found } from './finding.ts';

/** The request for the check-up, as far as it shows a proxy in front. */
export interface SeenRequest {
  isProxied: boolean;
  isSecure: boolean;
}

/** How each source answered, by its name: at all, when, and with which time of its own. Null: it is switched off. */
export type Answers = ReadonlyMap<
  string,
  { address: string; setting: string; failure: string | null; theirs: Date | null; ours: Date } | null
>;

/** The subject of all checks. None of it needs a database that is up to date. */
export interface Subject {
  config: Config;
  clock: Pick<Clock, 'now'>;
  server: { ownerUrl: string; directUrl: string; embedded: boolean };
  /** A connection of the role that owns the tables. @throws where the server does not answer */
  database: () => Promise<pg.Client>;
  /** Address of the restricted login; null where there is none yet. */
  appUrl: () => Promise<string | null>;
  /** Answers of the outside sources, asked once for all checks. */
  outside: () => Promise<Answers>;
  backups: () => Promise<BackupsView>;
  /** Null from the command line. */
  request: SeenRequest | null;
}

export type Check = (subject: Subject) => Promise<Found>;

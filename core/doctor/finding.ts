import {
  instant,
  listOf,
  oneOf,
  text,
  textOrNull,
  view,
  type ViewOf,
  whole,
} from '../platform/schema/index.ts';

/** OFF: switched off in the settings, so not looked at. UNKNOWN: it could not be looked at, for the reason in its line. */
const STATES = ['OK', 'WARNING', 'FAILED', 'UNKNOWN', 'OFF'] as const;
type State = (typeof STATES)[number];

const findingView = view({
  /** `Postgres`, `Clock`. */
  name: text,
  state: oneOf(...STATES),
  line: text,
  /** What to do; null where nothing is to be done. */
  advice: textOrNull,
});
export type Finding = ViewOf<typeof findingView>;

/** Findings about the server and everything it depends on. */
export const checkUpView = view({
  checked_at: instant,
  /** Findings that ask for something. */
  problems: whole,
  findings: listOf(findingView),
});
export type CheckUp = ViewOf<typeof checkUpView>;

/** A finding without its name, which the table of checks gives. */
export type Found = Omit<Finding, 'name'>;

export const ok = (line: string): Found => ({ state: 'OK', line, advice: null });
export const off = (line: string): Found => ({ state: 'OFF', line, advice: null });
export const unknown = (line: string, advice: string | null = null): Found => ({
  state: 'UNKNOWN',
  line,
  advice,
});
export const found = (state: Exclude<State, 'OK' | 'OFF'>, line: string, advice: string): Found => ({
  state,
  line,
  advice,
});

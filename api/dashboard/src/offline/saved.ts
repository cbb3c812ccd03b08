/** The last overview on this device: who may keep it, where it is stored, and when it is deleted. */

/** Figures as they are shown. A browser keeps it across versions of Munim, so it has no shape of the API. */
export interface SavedOverview {
  version: 1;
  /** Id of its person. */
  user: string;
  name: string;
  /** Milliseconds since 1970, by the clock of this device. */
  saved_at: number;
  /** Time of the figures, `30 Nov 2026, 14:05`. */
  as_of: string;
  figures: { label: string; value: string; note: string | null }[];
  notes: string[];
  holdings: {
    name: string;
    facts: string;
    value: string;
    gain: string;
    day_change: string;
    /** Age of an old price, and why figures may still change. */
    note: string | null;
  }[];
  /** Holdings that are left out of the list. */
  more_holdings: number;
  plans: { title: string; state: string; line: string; orders: string[] }[];
}

/** Storage of the page in this browser. Each use may throw. */
interface Store {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

const KEPT = 'munim-last-overview';
/** Id of the person who chose to keep the overview. */
const CHOICE = 'munim-keeps-overview-of';
const MOST_AGE_MS = 7 * 86_400_000;

/** A browser may refuse storage altogether; then nothing is kept. */
function attempt<Result>(use: () => Result): Result | null {
  try {
    return use();
  } catch {
    return null;
  }
}

/** The overview that is kept; null without one, and after 7 days, when it is deleted. @param now milliseconds since 1970 */
export function readSaved(store: Store, now: number): SavedOverview | null {
  const text = attempt(() => store.getItem(KEPT)) ?? null;
  if (text === null) return null;
  const saved = attempt(() => JSON.parse(text) as Partial<SavedOverview> | null);
  // also if the clock of the device was turned back
  if (saved?.version === 1 && Math.abs(now - (saved.saved_at ?? 0)) <= MOST_AGE_MS)
    return saved as SavedOverview;
  forgetSaved(store);
  return null;
}

/** Keeps an overview in place of the last one, if its person chose so. */
export function save(store: Store, saved: SavedOverview): void {
  if (!isKept(store, saved.user)) return;
  // an older one must not stay if there is no room for this one
  if (attempt(() => store.setItem(KEPT, JSON.stringify(saved))) === null) forgetSaved(store);
}

export const forgetSaved = (store: Store): void => void attempt(() => store.removeItem(KEPT));

/**
 * Deletes the saved overview of other people; null means that no person is signed in. The choice of a person outlives a sign-out,
 * and ends when another person signs in.
 */
export function forgetOthers(store: Store, user: string | null, now: number): void {
  if (readSaved(store, now)?.user !== user) forgetSaved(store);
  if (user !== null && !isKept(store, user)) attempt(() => store.removeItem(CHOICE));
}

/** True if this person chose to keep the overview in this browser. */
export const isKept = (store: Store, user: string): boolean => attempt(() => store.getItem(CHOICE)) === user;

/** Remembers the choice of a person. Returns false if the browser refuses to store it. */
export function choose(store: Store, user: string, keeps: boolean): boolean {
  if (!keeps) {
    forgetSaved(store);
    attempt(() => store.removeItem(CHOICE));
    return true;
  }
  attempt(() => store.setItem(CHOICE, user));
  return isKept(store, user);
}

/** The last overview on this device: its owner, its storage and its deletion. */

/** Formatted figures. A browser keeps them across versions of Munim, so their shape does not follow the API. */
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

/** Null if the browser refuses storage; then nothing is saved. */
function attempt<Result>(use: () => Result): Result | null {
  try {
    return use();
  } catch {
    return null;
  }
}

/** The saved overview; null without one. Deletes it after 7 days. @param now milliseconds since 1970 */
export function readSavedOverview(store: Store, now: number): SavedOverview | null {
  const text = attempt(() => store.getItem(KEPT)) ?? null;
  if (text === null) return null;
  const saved = attempt(() => JSON.parse(text) as Partial<SavedOverview> | null);
  // also if the clock of the device was turned back
  if (saved?.version === 1 && Math.abs(now - (saved.saved_at ?? 0)) <= MOST_AGE_MS)
    return saved as SavedOverview;
  deleteSavedOverview(store);
  return null;
}

/** Saves an overview in place of the last one, if its person chose to keep it. */
export function saveOverview(store: Store, saved: SavedOverview): void {
  if (!keepsOverview(store, saved.user)) return;
  // an older one must not stay if there is no room for this one
  if (attempt(() => store.setItem(KEPT, JSON.stringify(saved))) === null) deleteSavedOverview(store);
}

export const deleteSavedOverview = (store: Store): void => void attempt(() => store.removeItem(KEPT));

/**
 * Deletes the saved overview unless it belongs to this person. Signing out keeps the person's choice to save it; another person
 * who signs in ends it. @param user id of the person signed in; null for none
 */
export function deleteOverviewsOfOthers(store: Store, user: string | null, now: number): void {
  if (readSavedOverview(store, now)?.user !== user) deleteSavedOverview(store);
  if (user !== null && !keepsOverview(store, user)) attempt(() => store.removeItem(CHOICE));
}

/** True if this person chose to keep the overview in this browser. */
export const keepsOverview = (store: Store, user: string): boolean =>
  attempt(() => store.getItem(CHOICE)) === user;

/** Remembers the choice of a person. Returns false if the browser refuses to store it. */
export function chooseToKeep(store: Store, user: string, keeps: boolean): boolean {
  if (!keeps) {
    deleteSavedOverview(store);
    attempt(() => store.removeItem(CHOICE));
    return true;
  }
  attempt(() => store.setItem(CHOICE, user));
  return keepsOverview(store, user);
}

/** The choice to keep the overview in this browser, as a hook for pages. */
import { useSyncExternalStore } from 'react';
import { deviceStore } from './device-store.ts';
import { chooseToKeep, keepsOverview } from './saved.ts';

const listeners = new Set<() => void>();
const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** @param user id of the person signed in */
export function useKeepsOverview(user: string): [keeps: boolean, set: (keeps: boolean) => boolean] {
  const keeps = useSyncExternalStore(subscribe, () => keepsOverview(deviceStore, user));
  const set = (next: boolean): boolean => {
    const isDone = chooseToKeep(deviceStore, user, next);
    for (const listener of listeners) listener();
    return isDone;
  };
  return [keeps, set];
}

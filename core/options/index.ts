import type { Context } from '../context.ts';
import { createOptionsStore, type OptionsStore } from './store/index.ts';

/** The options workspace: what a trading process did, measured, and who may let it trade for real. */
export interface Options {
  readonly store: OptionsStore;
  close(): Promise<void>;
}

export function createOptions(context: Context): Options {
  const store = createOptionsStore(context);
  return {
    store,
    close: async () => await store.close(),
  };
}

import type { Mode } from '../../../core/options/index.ts';

/** How real trades are, in words. */
export const MODE_WORDS: Readonly<Record<Mode, string>> = {
  LIVE: 'live',
  DRY_RUN: 'dry run',
  SHADOW: 'shadow',
};

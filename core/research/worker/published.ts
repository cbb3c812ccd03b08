import type { Struck } from '../analysis/index.ts';
import type { Publication } from '../publication/index.ts';

/** A report with its verdict, and what was taken out of the words of models on the way. */
export interface Published {
  publication: Publication;
  struck: readonly Struck[];
}

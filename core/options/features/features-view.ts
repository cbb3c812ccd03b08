import { text, view } from '../../platform/schema/index.ts';

/** The list of features, as Markdown. */
export const featuresView = view({ markdown: text });

import { text, view } from '../../platform/schema/index.ts';

/** The roadmap, as Markdown. */
export const featuresView = view({ markdown: text });

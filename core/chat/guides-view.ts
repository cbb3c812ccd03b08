import { listOf, text, view } from '../platform/schema/index.ts';

const guideView = view({ id: text, title: text, markdown: text });

/** The guides of an installation, as Markdown. */
export const guidesView = view({ guides: listOf(guideView) });

import type { Guide } from './guides.ts';

/**
 * Paragraphs of the guides that pages and problems link to, as guide#heading. A test checks that each exists.
 * The dashboard uses this table as well.
 */
export const TOPICS = {
  files: 'files-and-brokers#supported-files',
} as const satisfies Record<string, Guide | `${Guide}#${string}`>;

export type Topic = keyof typeof TOPICS;

/** Where the dashboard shows a topic. */
export const helpAddress = (topic: Topic): string => `/help/${TOPICS[topic]}`;

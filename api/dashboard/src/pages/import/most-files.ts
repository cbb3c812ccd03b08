/** The most files that are taken at once. The service worker, which imports nothing of a page, has the same number. */
export const MOST_FILES = 200;

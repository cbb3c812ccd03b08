import { LARGEST_PAGE, type Page, type PageQuery, USUAL_PAGE } from '../platform/index.ts';

/** One page of a whole list. */
export function pageOf<T>(all: readonly T[], { page = 1, page_size = USUAL_PAGE }: PageQuery): Page<T> {
  const size = Math.min(page_size, LARGEST_PAGE);
  return { items: all.slice((page - 1) * size, page * size), page, page_size: size, total: all.length };
}

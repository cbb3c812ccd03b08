import { type Page, type PageQuery, USUAL_PAGE } from '../../core/platform/index.ts';

export { paging } from '../../core/platform/index.ts';

/** One page of a list that is short enough to be read whole. */
export function paged<T>(all: readonly T[], { page = 1, page_size = USUAL_PAGE }: PageQuery): Page<T> {
  const first = (page - 1) * page_size;
  return { items: all.slice(first, first + page_size), page, page_size, total: all.length };
}

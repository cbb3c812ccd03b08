import * as yup from 'yup';
import { type Page, type PageQuery, pageQuery, USUAL_PAGE } from '../../core/platform/index.ts';

/** Query of a list that takes nothing else. */
export const paging = yup.object(pageQuery).noUnknown();

/** One page of a list that is short enough to be read whole. */
export function paged<T>(all: readonly T[], { page = 1, page_size = USUAL_PAGE }: PageQuery): Page<T> {
  const first = (page - 1) * page_size;
  return { items: all.slice(first, first + page_size), page, page_size, total: all.length };
}

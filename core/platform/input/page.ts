import * as yup from 'yup';

/** One page of a list, as every list answers. */
export interface Page<T> {
  items: T[];
  page: number;
  page_size: number;
  total: number;
}

export const LARGEST_PAGE = 200;
export const USUAL_PAGE = 50;

/** The two query fields that every list takes. */
export const pageQuery = {
  page: yup.number().integer().min(1).max(1_000_000).optional(),
  page_size: yup.number().integer().min(1).max(LARGEST_PAGE).optional(),
};
/** Query of a list that takes nothing else. */
export const paging = yup.object(pageQuery).noUnknown();
export type PageQuery = yup.InferType<typeof paging>;

/** Limits and offset of a page; missing fields take page 1 of 50 rows. */
export function pageWindow(query: PageQuery): { page: number; page_size: number; offset: number } {
  const page = query.page ?? 1;
  const page_size = Math.min(query.page_size ?? USUAL_PAGE, LARGEST_PAGE);
  return { page, page_size, offset: (page - 1) * page_size };
}

import type { ReactNode } from 'react';

/** Where a column stands in the two lines of a row on a phone; what has no place there opens with a tap. */
export type PhonePlace = 'figure' | 'under figure' | 'below name';

export interface Column<Row, Sort extends string = never> {
  key: string;
  title: string;
  render: (row: Row) => ReactNode;
  /** Figures stand at the right. */
  align?: 'end';
  /** What the server calls sorting by this column, where it can. */
  sort?: Sort;
  /** The first column is the name. Where no column says its place, the last of the figures stands beside the name. */
  phone?: PhonePlace;
}

export interface Sorting<Sort extends string> {
  sort: Sort;
  order: 'asc' | 'desc';
}

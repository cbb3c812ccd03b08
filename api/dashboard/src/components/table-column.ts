import type { ReactNode } from 'react';

/** Position of a column in the two lines of a row on a phone. Columns without one open with a tap. */
export type PhonePlace = 'figure' | 'under figure' | 'below name';

export interface Column<Row, Sort extends string = never> {
  key: string;
  title: string;
  render: (row: Row) => ReactNode;
  /** Figures stand at the right. */
  align?: 'end';
  /** Name of the server's sort order for this column, if it has one. */
  sort?: Sort;
  /** The first column is the name. If no column has a position, the last figure is shown beside the name. */
  phone?: PhonePlace;
}

export interface Sorting<Sort extends string> {
  sort: Sort;
  order: 'asc' | 'desc';
}

import * as yup from 'yup';
import { amountField, dayField } from '../../platform/index.ts';
import { portfolioField, symbolField } from '../records/index.ts';

/** Units held before the records begin: with a price a purchase, without one units of unknown cost. */
export const openingsInput = yup
  .object({
    openings: yup
      .array(
        yup
          .object({
            portfolio: portfolioField,
            symbol: symbolField,
            quantity: amountField('quantity')
              .moreThan(0, 'quantity must be above zero.')
              .required('quantity is required.'),
            date: dayField.required('date is required.'),
            price: amountField('price')
              .moreThan(0, 'price must be above zero. Omit it if the cost is unknown.')
              .nullable()
              .optional(),
          })
          .noUnknown(),
      )
      .min(1, 'openings needs at least one row.')
      .max(2000, 'openings takes at most 2,000 rows at once.')
      .required('openings is required: the list of rows to record.'),
  })
  .noUnknown();

export type OpeningInput = yup.InferType<typeof openingsInput>['openings'][number];

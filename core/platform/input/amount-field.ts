import * as yup from 'yup';
import { BOUND, SCALE, toScale } from '../money.ts';

/** Schema of a quantity or an amount of money: what the columns can hold, and no less than they can tell from nothing. */
export const amountField = (label: string) =>
  yup
    .number()
    .typeError(`${label} must be a number.`)
    .test('finite', `${label} must be a number below ${BOUND} with at most ${SCALE} decimals.`, (value) =>
      value === undefined || value === null ? true : Number.isFinite(value) && Math.abs(value) < BOUND,
    )
    .test(
      'smallest',
      `${label} is too small. At most ${SCALE} decimals are stored, so it would become 0.`,
      (value) => !value || !Number.isFinite(value) || !toScale(value).isZero(),
    );

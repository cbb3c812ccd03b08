import * as yup from 'yup';
import { dayInWords, addDays, amountField, dayField, type FieldError } from '../../platform/index.ts';
import {
  allocationMode,
  CONTRIBUTION_FREQUENCIES,
  contributionAmount,
  contributionFrequency,
} from '../../strategies/index.ts';

/** So long an instalment may be put off. */
const MOST_DAYS_DEFERRED = 366;

/** Body of a schedule: so many rupees each time. */
export const scheduleInput = yup
  .object({
    amount: contributionAmount.required('amount is required: rupees of an instalment.'),
    frequency: contributionFrequency.required(
      `frequency is required: one of ${CONTRIBUTION_FREQUENCIES.join(', ')}.`,
    ),
    start_date: dayField.required('start_date is required: the day of the first instalment.'),
    /** That of the policy unless told. */
    allocation_mode: allocationMode.optional(),
  })
  .noUnknown();
export type ScheduleInput = yup.InferType<typeof scheduleInput>;

/** @param today the day in India. */
export function scheduleRules({ start_date }: ScheduleInput, today: string): FieldError[] {
  if (start_date >= today) return [];
  return [
    {
      field: 'start_date',
      message: `start_date must be ${dayInWords(today)} or later: past instalments are not made up for.`,
    },
  ];
}

/** Body of a confirmation: the money of an instalment is there. Who confirms it is told by the session. */
export const confirmInput = yup
  .object({
    confirmed_amount: amountField('confirmed_amount')
      .moreThan(0, 'confirmed_amount must be above 0.')
      .max(1e12, 'confirmed_amount must be 1,000,000,000,000 or less.')
      .required('confirmed_amount is required: the rupees that arrived.'),
    /** What the bank or the broker calls the transfer. */
    external_reference: yup
      .string()
      .matches(/\S/, 'external_reference must not be blank.')
      .max(100, 'external_reference may have at most 100 characters.')
      .optional(),
    /** True where a person vouches for the money without a reference. */
    operator_attested: yup.boolean().optional(),
    broker_connection_id: yup.string().optional(),
  })
  .noUnknown();
type ConfirmInput = yup.InferType<typeof confirmInput>;

export function confirmRules({ external_reference, operator_attested }: ConfirmInput): FieldError[] {
  if (external_reference !== undefined || operator_attested === true) return [];
  return [
    {
      field: 'external_reference',
      message:
        'Give external_reference, the bank’s reference of the transfer, or operator_attested: true to vouch for it yourself.',
    },
  ];
}

/** Body of putting an instalment off. */
export const deferInput = yup
  .object({ until: dayField.required('until is required: the new due date.') })
  .noUnknown();
type DeferInput = yup.InferType<typeof deferInput>;

/** @param today the day in India. @param due the day on which it is due so far. */
export function deferRules({ until }: DeferInput, today: string, due: string): FieldError[] {
  if (until <= today || until <= due)
    return [
      { field: 'until', message: `until must be later than ${dayInWords(today > due ? today : due)}.` },
    ];
  const last = addDays(today, MOST_DAYS_DEFERRED);
  return until <= last ? [] : [{ field: 'until', message: `until must be ${dayInWords(last)} or earlier.` }];
}

/** Body of a reconciliation: what shows that reserved money was spent. */
export const reconcileInput = yup
  .object({
    reference: yup
      .string()
      .matches(/\S/, 'reference must not be blank.')
      .max(200, 'reference may have at most 200 characters.')
      .required('reference is required: what shows that the money was spent.'),
  })
  .noUnknown();
/** Body of a request that needs none. */
export const reasonInput = yup
  .object({
    reason: yup
      .string()
      .matches(/\S/, 'reason must not be blank.')
      .max(500, 'reason may have at most 500 characters.')
      .optional(),
  })
  .noUnknown();

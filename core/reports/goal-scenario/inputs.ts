import * as yup from 'yup';

const LARGEST = 1e15;

/** Body of a what-if: a month's payment from a month after today on, by which step it grows a year, and for how long. */
export const goalScenarioInput = yup
  .object({
    goal_id: yup
      .string()
      .matches(/^\d{1,19}$/, 'goal_id must be the id of a goal.')
      .required('goal_id is required: the goal to try this for.'),
    monthly_sip: yup
      .number()
      .typeError('monthly_sip must be a number.')
      .min(0, 'monthly_sip must be 0 or more.')
      .lessThan(LARGEST, `monthly_sip must be below ${LARGEST}.`)
      .required('monthly_sip is required: the payment per month.'),
    step_up_pct: yup
      .number()
      .typeError('step_up_pct must be a number of percentage points.')
      .min(0, 'step_up_pct must be 0 or more.')
      .max(100, 'step_up_pct must be 100 or less.')
      .nullable()
      .optional(),
    years: yup
      .number()
      .typeError('years must be a number.')
      .min(1, 'years must be 1 or more.')
      .max(60, 'years must be 60 or less.')
      .nullable()
      .optional(),
  })
  .noUnknown();
export type GoalScenarioInput = yup.InferType<typeof goalScenarioInput>;

export const goalScenarioQuery = yup.object({ explain: yup.boolean().optional() }).noUnknown();

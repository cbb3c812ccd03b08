import * as yup from 'yup';

const CHANGE_DECISIONS = ['ACCEPT', 'KEEP', 'LATER'] as const;
export type ChangeDecision = (typeof CHANGE_DECISIONS)[number];

const MOST_AT_ONCE = 200;

/** What is decided about which changes; a change is named with its version, so that a newer one is never decided unseen. */
export const changeDecisionInput = yup
  .object({
    decision: yup
      .mixed<ChangeDecision>()
      .oneOf([...CHANGE_DECISIONS], `decision must be one of ${CHANGE_DECISIONS.join(', ')}.`)
      .required('decision is required.'),
    changes: yup
      .array(
        yup
          .object({
            id: yup
              .string()
              .matches(/^\d{1,18}$/, '${path} must be the id of a broker change.')
              .required('${path} is required.'),
            version: yup.number().integer().min(1).required('${path} is required.'),
          })
          .noUnknown(),
      )
      .min(1, 'changes must name at least one change.')
      .max(MOST_AT_ONCE, `changes takes at most ${MOST_AT_ONCE} at once.`)
      .required('changes is required.'),
  })
  .noUnknown();

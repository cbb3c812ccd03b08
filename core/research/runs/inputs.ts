import * as yup from 'yup';
import { type FieldError, pageQuery } from '../../platform/index.ts';
import { RUN_MODES, type RunMode } from '../port/index.ts';
import { type Rating, RATINGS } from '../publication/index.ts';
import { RUN_STATUSES, type ResearchStatus } from './status.ts';

/** A moment with its offset: one without would be another moment in every time zone. */
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})$/;
const INSTANT_WORDS =
  'cutoff must be a date and time in ISO 8601 with an offset, such as 2026-03-31T15:30:00+05:30.';

/** A day that there is, beside the form of the text: 2026-02-30 is none. */
function isInstant(text: string): boolean {
  if (!INSTANT.test(text) || Number.isNaN(Date.parse(text))) return false;
  const day = text.slice(0, 10);
  return new Date(`${day}T00:00:00Z`).toISOString().startsWith(day);
}

export const researchInput = yup
  .object({
    symbol: yup
      .string()
      .matches(/^[\p{L}\p{N}][\p{L}\p{N} .&_:-]*$/u, 'symbol must be the symbol of a share, such as TCS.')
      .max(40, 'symbol may have at most 40 characters.')
      .required('symbol is required. Give a listed share, such as TCS.'),
    mode: yup
      .mixed<RunMode>()
      .oneOf([...RUN_MODES], `mode must be ${RUN_MODES.join(', ')}.`)
      .required(`mode is required: ${RUN_MODES.join(', ')}.`),
    cutoff: yup
      .string()
      .test('instant', INSTANT_WORDS, (text) => text === undefined || isInstant(text))
      .optional(),
    portfolio_id: yup
      .string()
      .matches(/^\d{1,18}$/, 'portfolio_id must be the id of a portfolio.')
      .optional(),
  })
  .noUnknown();
export type ResearchInput = yup.InferType<typeof researchInput>;

/** What the schema cannot say (research/Research run: HISTORICAL requires a cutoff). */
export function researchRules({ mode, cutoff }: ResearchInput, now: Date): FieldError[] {
  if (mode !== 'HISTORICAL')
    return cutoff === undefined
      ? []
      : [{ field: 'cutoff', message: `Remove cutoff, or use mode HISTORICAL: mode ${mode} has no cutoff.` }];
  if (cutoff === undefined)
    return [
      {
        field: 'cutoff',
        message: 'cutoff is required for mode HISTORICAL. Give the date and time to look back from.',
      },
    ];
  return Date.parse(cutoff) > now.getTime()
    ? [{ field: 'cutoff', message: 'cutoff must not be in the future.' }]
    : [];
}

export const researchListQuery = yup
  .object({
    ...pageQuery,
    status: yup
      .mixed<ResearchStatus>()
      .oneOf([...RUN_STATUSES])
      .optional(),
    mode: yup
      .mixed<RunMode>()
      .oneOf([...RUN_MODES])
      .optional(),
    symbol: yup.string().max(40).optional(),
    rating: yup
      .mixed<Rating>()
      .oneOf([...RATINGS])
      .optional(),
    /** Words of the symbol or of the company’s name. */
    q: yup.string().max(64).optional(),
  })
  .noUnknown();
export type ResearchListQuery = yup.InferType<typeof researchListQuery>;

import * as yup from 'yup';
import type { JsonSchema } from '../../llm/port/index.ts';

/** What a model may answer: a direction, or that it does not know. */
const VERDICTS = ['BULLISH', 'BEARISH', 'NEUTRAL', 'UNKNOWN'] as const;
const QUALITIES = ['GOOD', 'PARTIAL', 'POOR'] as const;
const MOST_REASONS = 6;
const LONGEST_REASON = 300;

/** As the model is told it. */
export const ANALYSIS_SCHEMA: { name: string; schema: JsonSchema } = {
  name: 'market_analysis',
  schema: {
    type: 'object',
    additionalProperties: false,
    required: ['verdict', 'probability_up', 'confidence', 'reasons', 'data_quality'],
    properties: {
      verdict: { type: 'string', enum: [...VERDICTS] },
      probability_up: {
        type: ['number', 'null'],
        minimum: 0,
        maximum: 1,
        description:
          'Probability that the underlying is higher at the horizon than at the last close or reported price. null with UNKNOWN.',
      },
      confidence: { type: 'number', minimum: 0, maximum: 1 },
      reasons: {
        type: 'array',
        minItems: 1,
        maxItems: MOST_REASONS,
        items: { type: 'string', maxLength: LONGEST_REASON },
      },
      data_quality: { type: 'string', enum: [...QUALITIES] },
    },
  },
};

const share = yup.number().min(0).max(1);
const answerSchema = yup
  .object({
    verdict: yup
      .mixed<(typeof VERDICTS)[number]>()
      .oneOf([...VERDICTS])
      .required(),
    probability_up: share.nullable().defined(),
    confidence: share.required(),
    reasons: yup
      .array(yup.string().max(LONGEST_REASON).matches(/\S/).required())
      .min(1)
      .max(MOST_REASONS)
      .required(),
    data_quality: yup
      .mixed<(typeof QUALITIES)[number]>()
      .oneOf([...QUALITIES])
      .required(),
  })
  .noUnknown()
  .required();
type AnalysisAnswer = yup.InferType<typeof answerSchema>;

/** The answer, or why it is none that could be recorded. */
export function readAnalysis(value: unknown): AnalysisAnswer | string {
  let answer: AnalysisAnswer;
  try {
    answer = answerSchema.validateSync(value, { strict: true });
  } catch (error) {
    if (!(error instanceof yup.ValidationError)) throw error;
    return `The answer does not have the form that was asked for: ${error.message}`;
  }
  const { verdict, probability_up: up } = answer;
  if (verdict === 'UNKNOWN') return 'The model does not know: the facts are too few for a forecast.';
  if (up === null) return 'The model named a direction without a probability.';
  if ((verdict === 'BULLISH' && up < 0.5) || (verdict === 'BEARISH' && up > 0.5))
    return `The verdict and the probability contradict each other: ${verdict} at ${up}.`;
  return answer;
}

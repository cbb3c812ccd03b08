import * as yup from 'yup';
import { flag, listOf, oneOf, text, view, type ViewOf, wholeOrNull } from '../../platform/schema/index.ts';

/** How a model is spoken to (research/User provider settings). */
const API_FORMATS = ['chat_completions', 'responses', 'messages'] as const;
export type ApiFormat = (typeof API_FORMATS)[number];
const TIER_HINTS = ['fast', 'premium'] as const;

/** A model of the gateway as the catalogue has it; `tier_hint` is advice. */
const catalogueRow = view({
  model_id: text,
  label: text,
  api_format: oneOf(...API_FORMATS),
  tier_hint: oneOf(...TIER_HINTS),
  /** Tokens that fit into one request; null where it is unknown. */
  context_tokens: wholeOrNull,
});
export type CatalogueRow = ViewOf<typeof catalogueRow>;

const MODEL = /^[\w][\w.:/@+-]{0,119}$/;
const model = yup.string().matches(MODEL, '${path} is not the name of a model').required();
const day = yup
  .string()
  .matches(/^\d{4}-\d{2}-\d{2}$/, '${path} must be a date such as 2026-11-02')
  .required();
const price = yup.number().min(0).max(100_000).required();

/** The name of a model, as people and operators may write it. */
export const isModelName = (name: string): boolean => MODEL.test(name);

/** An operator's file of models. */
export const modelsFile = yup
  .object({
    as_of: day,
    models: yup
      .array(
        yup
          .object({
            model_id: model,
            label: yup.string().trim().min(1).max(80).required(),
            api_format: yup
              .string()
              .oneOf([...API_FORMATS])
              .required(),
            tier_hint: yup
              .string()
              .oneOf([...TIER_HINTS])
              .default('premium'),
            context_tokens: yup.number().integer().min(1000).max(100_000_000).nullable().default(null),
          })
          .noUnknown(),
      )
      .min(1)
      .max(500)
      .required(),
  })
  .noUnknown()
  .required();

/** List prices of a model in US dollars for a million tokens. */
export interface Price {
  model_id: string;
  inputUsd: number;
  outputUsd: number;
}

/** An operator's file of prices, in US dollars for a million tokens. */
export const pricesFile = yup
  .object({
    as_of: day,
    prices: yup
      .array(yup.object({ model_id: model, input_usd: price, output_usd: price }).noUnknown())
      .max(5000)
      .required(),
  })
  .noUnknown()
  .required();

/** What the catalogue route answers. */
export const catalogueView = view({
  providers: listOf(
    view({
      id: text,
      label: text,
      /** A key has to be entered before it is asked. */
      needs_key: flag,
      /** The operator has given it an address, or a program. */
      is_set_up: flag,
      /** The models of the gateway; empty for the others, which take the name of any model. */
      models: listOf(catalogueRow),
    }),
  ),
  models_as_of: text,
  /** Where the list of models is from: built in, or a file of the operator. */
  models_from: oneOf('built_in', 'file'),
});
export type CatalogueView = ViewOf<typeof catalogueView>;

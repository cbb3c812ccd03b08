import path from 'node:path';
import * as yup from 'yup';
import { flag, oneOf, optional, outside, positive, seconds, text, Unfit, whole } from './config-values.ts';

const PROVIDERS = ['cli_default', 'provider_a', 'provider_b', 'gateway'] as const;
type ProviderName = (typeof PROVIDERS)[number];

/** Ids of providers in order, separated by commas; each once. */
const providerOrder = (value: string): readonly ProviderName[] => {
  const names = value
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  if (names.length === 0 || new Set(names).size < names.length) throw new Unfit('not a list of providers');
  return names.map((name) => {
    const found = PROVIDERS.find((one) => one === name);
    if (found === undefined) throw new Unfit('not a provider');
    return found;
  });
};

const TIERS = ['fast', 'premium'] as const;
type FeatureTier = (typeof TIERS)[number];

/** Which tier each feature is of, such as `assistant=fast,research=premium`. */
const featureTiers = (value: string): ReadonlyMap<string, FeatureTier> => {
  const tiers = new Map<string, FeatureTier>();
  for (const pair of value.split(',').map((one) => one.trim())) {
    if (pair === '') continue;
    const [feature = '', name = '', ...rest] = pair.split('=').map((part) => part.trim());
    const tier = TIERS.find((one) => one === name);
    if (
      !/^[a-z][a-z0-9_]{0,39}$/.test(feature) ||
      tier === undefined ||
      rest.length > 0 ||
      tiers.has(feature)
    )
      throw new Unfit('not a list of features with their tiers');
    tiers.set(feature, tier);
  }
  return tiers;
};

/** Goes into a header, so that it can be of printable characters only. */
const apiKey = (value: string) => {
  if (value !== '' && !/^[\x21-\x7e]{1,500}$/.test(value)) throw new Unfit('not a key');
  return optional(value);
};

const jsonFile = (value: string) => {
  if (value !== '' && !/\.json$/i.test(value)) throw new Unfit('not .json');
  return value === '' ? null : path.resolve(value);
};

const amountOrOff = (value: string) => (value.toLowerCase() === 'off' ? null : positive(value));
const modelName = text(yup.string().matches(/^[\w][\w.:/@+-]{0,119}$/));
const seconds600 = (value: string) => {
  const number = seconds(600)(value);
  if (number < 1) throw new Unfit('too short');
  return number;
};

const ADDRESS = 'http://… or https://…, or off';
const KEY = 'printable characters without blanks, at most 500, or empty';
const MODEL = 'the name of a model';
const TIME = 'a number from 1 to 600';
const ORDER = 'cli_default, provider_a, provider_b and gateway in any order, separated by commas';

/** Settings of language models: addresses, keys of the operator, what a person may use up in a day. */
export const LLM_VARIABLES = {
  LLM_PROVIDER_DEFAULT: {
    summary: 'The model provider that is asked first, for everyone who has not chosen one',
    details:
      'Questions go there with the records that they are about, once the person agrees. The guide to models says what is sent.',
    allowed: 'cli_default, provider_a, provider_b or gateway',
    fallback: 'cli_default',
    parse: oneOf(...PROVIDERS),
  },
  LLM_FAILOVER_DEFAULT: {
    summary: 'The providers that are asked after it, in order',
    allowed: ORDER,
    fallback: 'cli_default',
    parse: providerOrder,
  },
  LLM_PROVIDERA_BASE_URL: {
    summary: 'Address of provider_a, an OpenAI-compatible API; your own Ollama is http://127.0.0.1:11434/v1',
    allowed: ADDRESS,
    fallback: 'https://api.openai.com/v1',
    parse: outside,
  },
  LLM_PROVIDERA_DEFAULT_MODEL: {
    summary: 'Model of provider_a',
    allowed: MODEL,
    fallback: 'gpt-5.4',
    parse: modelName,
  },
  LLM_PROVIDERA_TIMEOUT_SEC: {
    summary: 'Seconds that a call to provider_a may take',
    allowed: TIME,
    fallback: '60',
    parse: seconds600,
  },
  LLM_PROVIDERA_API_KEY: {
    summary: 'The operator’s key for provider_a, for the system’s own work; a local server needs none',
    details: 'People enter their own keys in the dashboard.',
    allowed: KEY,
    fallback: '',
    parse: apiKey,
  },
  LLM_PROVIDERB_BASE_URL: {
    summary: 'Address of provider_b, an OpenAI-compatible API',
    allowed: ADDRESS,
    fallback: 'https://api.deepseek.com/v1',
    parse: outside,
  },
  LLM_PROVIDERB_DEFAULT_MODEL: {
    summary: 'Model of provider_b',
    allowed: MODEL,
    fallback: 'deepseek-v4-flash',
    parse: modelName,
  },
  LLM_PROVIDERB_TIMEOUT_SEC: {
    summary: 'Seconds that a call to provider_b may take',
    allowed: TIME,
    fallback: '60',
    parse: seconds600,
  },
  LLM_PROVIDERB_API_KEY: {
    summary: 'The operator’s key for provider_b, for the system’s own work; a local server needs none',
    allowed: KEY,
    fallback: '',
    parse: apiKey,
  },
  LLM_GATEWAY_BASE_URL: {
    summary: 'Address of the gateway, which serves many models in three formats',
    allowed: ADDRESS,
    fallback: 'https://opencode.ai/zen/v1',
    parse: outside,
  },
  LLM_GATEWAY_DEFAULT_MODEL: {
    summary: 'The gateway’s model for everyone who has not chosen one',
    allowed: MODEL,
    fallback: 'deepseek-v4-flash',
    parse: modelName,
  },
  LLM_GATEWAY_TIMEOUT_SEC: {
    summary: 'Seconds that a call to the gateway may take',
    allowed: TIME,
    fallback: '60',
    parse: seconds600,
  },
  LLM_GATEWAY_API_KEY: {
    summary: 'The operator’s key for the gateway; used for features of the fast tier',
    allowed: KEY,
    fallback: '',
    parse: apiKey,
  },
  LLM_GATEWAY_SESSION_HEADER: {
    summary: 'Header in which the gateway expects the id of this process',
    allowed: 'x-…-session, such as x-opencode-session',
    fallback: 'x-opencode-session',
    parse: text(yup.string().matches(/^x-[a-z0-9-]{1,40}-session$/)),
  },
  LLM_HTTP_MAX_RETRIES: {
    summary: 'How often a failed call is retried before the next provider is tried',
    details: 'Programs on this machine are not asked again.',
    allowed: 'a whole number from 0 to 10',
    fallback: '2',
    parse: whole(0, 10),
  },
  LLM_HTTP_RETRY_BACKOFF_SEC: {
    summary: 'Seconds before the first retry; each further one waits up to twice as long',
    allowed: 'a number from 0 to 30',
    fallback: '0.5',
    parse: seconds(30),
  },
  LLM_FEATURE_TIERS: {
    summary:
      'Features of the fast tier, which use LLM_GATEWAY_API_KEY if a person has not chosen a provider; others use the default providers',
    details: 'Settings → Models shows the effect.',
    allowed: 'features with fast or premium, such as assistant=fast,research=premium',
    fallback: 'assistant=fast,ai_insight=fast,watchlist_narration=fast,market_analysis=fast',
    parse: featureTiers,
  },
  LLM_PERSON_BASE_URLS: {
    summary: 'Let people enter their own addresses for provider_a and provider_b, outside your network',
    allowed: '1 or 0',
    fallback: '1',
    parse: flag,
  },
  LLM_CATALOG_FILE: {
    summary: 'Your own list of the gateway’s models, instead of the built-in one',
    allowed: 'path of a .json file, or empty',
    fallback: '',
    parse: jsonFile,
  },
  LLM_PRICES_FILE: {
    summary: 'Your own list prices of models, instead of the built-in ones',
    allowed: 'path of a .json file, or empty',
    fallback: '',
    parse: jsonFile,
  },
  LLM_MAX_COST_USD_PER_DAY: {
    summary: 'Maximum cost of each person’s questions to models per day at list prices, in US dollars',
    allowed: 'a positive number, or off',
    fallback: '5',
    parse: amountOrOff,
  },
  LLM_MAX_TOKENS_PER_DAY: {
    summary: 'Tokens each person may use per day on models without a list price and on the command line',
    allowed: 'a positive number, or off',
    fallback: '5000000',
    parse: amountOrOff,
  },
} as const;

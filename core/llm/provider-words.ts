import type { ErrorClass } from './port/index.ts';

/** What a failure means for whoever set the provider up, and what to do. */
export const CLASS_WORDS: Readonly<Record<ErrorClass, string>> = {
  AUTH: 'It refused the key. Check the key and enter it again.',
  QUOTA: 'The key works, but its credit or its quota is used up.',
  RATE_LIMIT: 'It takes no more questions for the moment. Try again in a minute.',
  CAPACITY: 'It is overloaded. Try again later, or choose another model.',
  TRANSIENT: 'It could not be reached, or broke off. Check the address, and try again.',
  STALLED: 'It began to answer and then fell silent. Try again.',
  CONTEXT: 'The question is too long for this model.',
  SCHEMA: 'This model cannot keep to a form of answer. Plain questions may work.',
  BAD_OUTPUT: 'It answered, but with nothing that can be used. Try another model.',
  CONTENT_FILTER: 'It declined to answer.',
  BAD_REQUEST: 'It did not understand the request. Check the address and the name of the model.',
  CANCELLED: 'It was cancelled.',
  NOT_CONFIGURED: 'It is not set up.',
};

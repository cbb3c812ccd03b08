/** The lists of shares, funds and symbol changes that NSE publishes, fetched into the registry of instruments. */
export { createListFetch, type ListFetcher, type ListUpdate } from './list-fetch.ts';

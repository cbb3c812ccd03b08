/** The lists of shares, funds and symbol changes that NSE publishes, fetched into the registry of instruments. */
export { keepListFetch, type ListFetch, readListFetches } from './list-fetch-store.ts';
export { createListFetch, type ListFetcher } from './list-fetch.ts';

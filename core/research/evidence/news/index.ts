export { createNewsEvidence, searchName } from './news-provider.ts';

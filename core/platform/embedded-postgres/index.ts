export { startEmbeddedPostgres } from './embedded-postgres.ts';
export { removeAbandonedDrafts } from './abandoned-drafts.ts';

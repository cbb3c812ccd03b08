export { startEmbeddedPostgres } from './embedded-postgres.ts';
export { EmbeddedPostgresError, errorCode } from './errors.ts';
export { removeAbandonedDrafts } from './abandoned-drafts.ts';

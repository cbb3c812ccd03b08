export { startEmbeddedPostgres } from './embedded-postgres.ts';
export { EmbeddedPostgresError, errorCode } from './errors.ts';
export { processExists } from './postmaster-file.ts';
export { removeAbandonedDrafts } from './abandoned-drafts.ts';

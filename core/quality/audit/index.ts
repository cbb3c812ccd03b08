export { countAudit } from './audit-store.ts';
export { type AuditedReports, type BooksAuditService, createBooksAudit } from './books-audit.ts';
export { IDENTITIES } from './identities.ts';
export { auditCountsView, type BooksAudit, booksAuditView } from './view.ts';

export { createIssuerEvidence, type IssuerPage, type IssuerParts } from './issuer-provider.ts';

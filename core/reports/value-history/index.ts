export { createValueHistory } from './value-history.ts';

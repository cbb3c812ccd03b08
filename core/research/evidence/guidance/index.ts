export { guidanceIn } from './guidance-prose.ts';
export { guidanceInTable } from './guidance-table.ts';
export { indianYear } from './indian-year.ts';
export { type VisibleText, visibleText } from './visible-text.ts';

export { type GuidanceContext, guidanceIn } from './guidance-prose.ts';
export { guidanceInTable } from './guidance-table.ts';
export { type VisibleText, visibleText } from './visible-text.ts';

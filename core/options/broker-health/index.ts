export { type Level, levelNow, LEVELS, SILENT_MS } from './level.ts';

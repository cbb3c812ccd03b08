export { createHistory, MOST_TURNS } from './history.ts';

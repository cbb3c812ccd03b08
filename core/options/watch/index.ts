export { createWatch, type Watch, type Watcher } from './watch.ts';

export { readJson } from './read-json.ts';
export { sanitise } from './sanitise.ts';
export { type Structure, structureOf } from './structure.ts';
export { validate } from './validate.ts';

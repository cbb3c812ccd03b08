export { type JsonLimits, type JsonReading, readJson } from './read-json.ts';
export { type Sanitised, sanitise } from './sanitise.ts';
export { type Reading, type Structure, structureOf } from './structure.ts';
export { validate } from './validate.ts';

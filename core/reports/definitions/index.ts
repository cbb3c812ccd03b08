export { DEFINITIONS, toDefinitionsView } from './definitions.ts';
export { type Definition, DEFINITION_GROUPS, type DefinitionsView, definitionsView } from './view.ts';

export { decodeText } from './decode.ts';
export type { TextFileFault, TextFileRules } from './rules.ts';

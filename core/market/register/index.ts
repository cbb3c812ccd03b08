export { fateInWords } from './fate.ts';
export { corporateActionRegister, createRegister, type Register } from './register.ts';
export {
  type Evidence,
  type ExtinguishedShare,
  parseRegister,
  type RegisterRatio,
  type RegisterScheme,
  type RegisterTable,
} from './register-table.ts';

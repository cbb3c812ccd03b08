export { fateInWords } from './fate.ts';
export { corporateActionRegister, createRegister, type Register } from './register.ts';
export { type Evidence, parseRegister, type RegisterRatio, type RegisterScheme } from './register-table.ts';

export { etrade, etradeOld } from './etrade.ts';
export { fidelity } from './fidelity.ts';
export { fidelityPositions } from './fidelity-positions.ts';
export { robinhood } from './robinhood.ts';
export { robinhoodApex } from './robinhood-apex.ts';
export { schwab } from './schwab.ts';
export { schwabPositions } from './schwab-positions.ts';
export { vanguard } from './vanguard.ts';

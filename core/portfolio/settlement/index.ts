export { isTrade, settledUnits, type Trade } from './settled-units.ts';
export { settlementOf, type Settlement, settlementView } from './settlement.ts';

export { guarded, quoted } from './csv-cell.ts';
export { OPENING_HEADERS } from './importers/munim-openings.ts';

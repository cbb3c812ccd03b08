export { explanationsOrNull } from '../../../core/reports/index.ts';

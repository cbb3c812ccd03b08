export { createSettlementDays, type SettlementDays, type Settles } from '../market/calendar/index.ts';

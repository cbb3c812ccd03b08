export { createHousehold, type HouseholdParts } from './household-service.ts';
export { type HouseholdView, householdView } from './view.ts';

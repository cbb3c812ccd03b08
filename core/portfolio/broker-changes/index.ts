/** The inbox of what brokers changed: what a sync finds otherwise than recorded, and what a person decides about it. */
export { agreeingHoldings, oldestAsked } from './change-store.ts';
export { createBrokerChanges } from './change-service.ts';
export { changeDecisionInput } from './decision-input.ts';
export { NOTHING_NOTED, noteTrades } from './note-changes.ts';
export { noteUnits } from './note-units.ts';
export { changesNotice } from './notice.ts';
export {
  type BrokerChange,
  type BrokerChanges,
  brokerChangesView,
  brokerChangeView,
  decidedChangesView,
} from './broker-change-view.ts';

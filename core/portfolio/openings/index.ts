export { type OpeningInput, openingsInput } from './inputs.ts';
export { createOpeningService } from './opening-service.ts';
export { countCandidates } from './opening-store.ts';
export {
  openingsView,
  type OpeningsView,
  type OpeningView,
  type RecordedOpening,
  type RecordedOpenings,
  recordedOpeningsView,
} from './view.ts';

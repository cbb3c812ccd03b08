export {
  createOpeningService,
  type OpeningInput,
  openingsInput,
  type OpeningView,
  type RecordedOpening,
  type RecordedOpenings,
} from './opening-service.ts';
export { countCandidates } from './opening-store.ts';

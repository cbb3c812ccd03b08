export { createBuiltInKeeping } from './keep-built-in.ts';
export { createEvents, type Events } from './events-service.ts';
export { createEventWatcher } from './event-watcher.ts';
export { EVENT_HELP, eventFileWords, importEventFile } from './import-command.ts';
export {
  eventsView,
  type EventsView,
  type EventView,
  importedView,
  type ImportedView,
  importInput,
  upcomingQuery,
  USUAL_DAYS,
} from './event-view.ts';

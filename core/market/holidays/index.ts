/** The lists of holidays that exchanges publish, read into the calendar. */
export { calendarStage } from './calendar-stage.ts';
export { createHolidays, type Holidays } from './holiday-service.ts';
export { calendarTask } from './holiday-words.ts';
export { type CalendarsView, calendarsView } from './view.ts';

export { launchSample, SAMPLE_HELP } from './launch.ts';

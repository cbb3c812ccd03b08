export { featuresView } from './features-view.ts';

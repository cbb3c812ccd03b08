export * from './catalogue/index.ts';
export * from './metering/index.ts';
export * from './port/index.ts';
export * from './settings/index.ts';

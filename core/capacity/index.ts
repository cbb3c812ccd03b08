export { LONGEST_RUN_MINUTES } from './capacity.ts';
export { type Capacity, createCapacity } from './capacity-service.ts';
export { capacityView, type CapacityView } from './view.ts';

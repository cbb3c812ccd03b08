export { createDoctor } from './doctor.ts';
export { type CheckUp, checkUpView } from './finding.ts';
export { createOwnerCheckUp, type OwnerCheckUp } from './owner-check-up.ts';

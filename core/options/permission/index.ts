export { decide } from './decide.ts';
export { createPermission, type Permission } from './permission.ts';
export { type PermissionRows } from './permission-rows.ts';
export { permissionQuery, permissionView } from './permission-shape.ts';
export { createSafety, hasOpenPositions, hasRecords, type Safety, type SafetyView } from './safety.ts';

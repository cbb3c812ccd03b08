export { decide, type Moment } from './decide.ts';
export { createPermission, type Permission } from './permission.ts';
export { type PermissionRows, readPermissionRows } from './permission-rows.ts';
export {
  type PermissionQuery,
  permissionQuery,
  type PermissionView,
  permissionView,
} from './permission-shape.ts';
export { createSafety, hasRecords, type Safety, type SafetyView } from './safety.ts';

export { keyFromText } from './key-text.ts';
export { createKeyring, type Keyring, type KeySettings } from './keyring.ts';
export { Unreadable } from './sealing.ts';
export { rotateKey, type SealedColumn } from './rotate.ts';

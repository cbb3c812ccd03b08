export { newKey, readKeyFile, replaceKeyFile } from './key-file.ts';
export { keyFromText } from './key-text.ts';
export { createKeyring, type Keyring } from './keyring.ts';
export { type Key, keyIdOf, seal, Unreadable } from './sealing.ts';
export { rotateKey, type SealedColumn } from './rotate.ts';

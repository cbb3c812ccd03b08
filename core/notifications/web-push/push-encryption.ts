import { createCipheriv, createECDH, type ECDH, hkdfSync, randomBytes } from 'node:crypto';

/** The keys of a browser's subscription, base64url: a point on P-256 of 65 bytes, and a secret of 16. */
export interface PushKeys {
  p256dh: string;
  auth: string;
}

export const CURVE = 'prime256v1';
/** Size of the one record, as its header says. Push services take bodies of up to 4096 bytes. */
const RECORD_BYTES = 4096;
const LAST_RECORD = 2;
/** Every text is padded to this size, since its length would give away the kind of notice. */
export const TEXT_BYTES = 3000;

const derive = (secret: Uint8Array, salt: Uint8Array, info: string | Uint8Array, length: number): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, length));

/**
 * Encrypts a text for one browser: the body of a push message (RFC 8291, one record of RFC 8188 `aes128gcm`).
 * @param size bytes that the text is padded to
 * @param drawn random key pair and salt of this message; tests pass those of the RFC
 * @throws Error where `p256dh` is no point on the curve; RangeError for a longer text than `size`
 */
export function encryptPush(
  text: Uint8Array,
  { p256dh, auth }: PushKeys,
  size: number = TEXT_BYTES,
  drawn: { sender: ECDH; salt: Uint8Array } = { sender: drawSender(), salt: randomBytes(16) },
): Buffer {
  if (text.length > size) throw new RangeError(`a push message holds ${size} bytes of text`);
  const { salt, sender } = drawn;
  const receiverKey = Buffer.from(p256dh, 'base64url');
  const senderKey = sender.getPublicKey();
  const shared = sender.computeSecret(receiverKey);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), receiverKey, senderKey]);
  const secret = derive(shared, Buffer.from(auth, 'base64url'), info, 32);
  const cipher = createCipheriv(
    'aes-128-gcm',
    derive(secret, salt, 'Content-Encoding: aes128gcm\0', 16),
    derive(secret, salt, 'Content-Encoding: nonce\0', 12),
  );
  const padded = Buffer.alloc(size + 1);
  padded.set(text);
  padded[text.length] = LAST_RECORD;
  const length = Buffer.alloc(5);
  length.writeUInt32BE(RECORD_BYTES);
  length[4] = senderKey.length;
  return Buffer.concat([salt, length, senderKey, cipher.update(padded), cipher.final(), cipher.getAuthTag()]);
}

function drawSender(): ECDH {
  const sender = createECDH(CURVE);
  sender.generateKeys();
  return sender;
}

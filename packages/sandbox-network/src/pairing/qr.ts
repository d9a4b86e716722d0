import { SandboxError } from '../errors.ts'

/** The content of a client's QR code: its ref and its keys. */
export interface QrCode {
  ref: string
  noiseKey: Buffer
  identity: Buffer
  advSecret: Buffer
}

/** Parses the text of a QR code, with or without a leading link. Throws `qr_invalid`. */
export function parseQr(text: string): QrCode {
  const [ref = '', noise = '', identity = '', adv = ''] = text
    .slice(text.indexOf('#') + 1)
    .trim()
    .split(',')
  const code = {
    ref,
    noiseKey: Buffer.from(noise, 'base64'),
    identity: Buffer.from(identity, 'base64'),
    advSecret: Buffer.from(adv, 'base64'),
  }
  const keys = [code.noiseKey, code.identity, code.advSecret]
  if (!ref || keys.some((key) => key.length !== 32)) {
    throw new SandboxError('qr_invalid', 'This is not a QR code for linking a device.')
  }
  return code
}

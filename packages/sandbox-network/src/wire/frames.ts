import { NOISE_WA_HEADER } from 'baileys'
import { ProtocolFault } from '../errors.ts'

const ROUTING_MARK = 'ED'
const ROUTING_HEAD = 7

/**
 * Splits the bytes of a connection into frames. An optional routing prefix and the intro come
 * first, once.
 */
export function createDeframer() {
  let pending = Buffer.alloc(0)
  let introduced = false

  /** Returns false while more bytes are needed. */
  function takeIntro(): boolean {
    let start = 0
    if (pending.subarray(0, 2).toString('latin1') === ROUTING_MARK) {
      if (pending.length < ROUTING_HEAD) return false
      start = ROUTING_HEAD + pending.readUIntBE(4, 3)
    }
    const end = start + NOISE_WA_HEADER.length
    if (pending.length < end) return false
    if (!pending.subarray(start, end).equals(NOISE_WA_HEADER)) {
      throw new ProtocolFault('the connection did not begin with the protocol intro')
    }
    pending = pending.subarray(end)
    return true
  }

  return {
    /** Adds data and returns the frames now complete. Throws when the intro is invalid. */
    push(data: Uint8Array): Buffer[] {
      pending = pending.length === 0 ? Buffer.from(data) : Buffer.concat([pending, data])
      introduced ||= takeIntro()
      const frames: Buffer[] = []
      while (introduced && pending.length >= 3) {
        const end = 3 + pending.readUIntBE(0, 3)
        if (pending.length < end) break
        frames.push(pending.subarray(3, end))
        pending = pending.subarray(end)
      }
      return frames
    },
  }
}

/** Adds the three-byte length to a payload. Throws above 16 MiB, the largest possible length. */
export function frame(payload: Uint8Array): Buffer {
  const out = Buffer.alloc(3 + payload.length)
  out.writeUIntBE(payload.length, 0, 3)
  out.set(payload, 3)
  return out
}

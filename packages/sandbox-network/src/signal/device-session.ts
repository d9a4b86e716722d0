import { encodeWAMessage, type proto } from 'baileys'
import type { Core } from '../core.ts'
import type { Companion, DeviceAddress } from '../store/companions.ts'
import { SERVER, seconds, stanzaId } from '../wire/stanza.ts'
import {
  type Ciphertext,
  openSession,
  type PrekeyBundle,
  type SessionStep,
} from './contact-session.ts'

/** A message encrypted for one device, and the session step to save with its effects. */
export interface EncryptedForDevice {
  step: SessionStep
  sealed: Ciphertext
}

/**
 * Encrypts a message from an account to a linked device. Starts a session from the device's keys
 * when there is none or a bundle is given. Runs under the device's lock.
 */
export async function encryptForDevice(
  core: Core,
  from: string,
  companion: Companion,
  content: proto.IMessage,
  renewal?: PrekeyBundle,
): Promise<EncryptedForDevice> {
  const step = openSession(core.store, core.directory.keys(from), companion)
  if (renewal) await step.start(renewal)
  else if (!step.exists) await step.start(takeBundle(core, companion))
  return { step, sealed: await step.encrypt(encodeWAMessage(content)) }
}

/** The keys to start a session with a device. Uses up a one-time prekey. */
export function takeBundle(core: Core, companion: Companion): PrekeyBundle {
  return core.store.transaction(() => {
    const prekey = core.companions.takePrekey(companion)
    warnWhenLow(core, companion)
    return {
      registrationId: companion.registrationId,
      identity: companion.identity,
      signed: companion.signed,
      prekey,
    }
  })
}

/** A client uploads new prekeys only when notified that fewer than five are left. */
const LOW_PREKEYS = 5

function warnWhenLow(core: Core, device: DeviceAddress): void {
  const left = core.companions.countPrekeys(device)
  if (left >= LOW_PREKEYS || core.mailbox.has(device, { class: 'notification', kind: 'encrypt' })) {
    return
  }
  const id = stanzaId()
  core.mailbox.post(device, {
    class: 'notification',
    id,
    peer: SERVER,
    kind: 'encrypt',
    node: {
      tag: 'notification',
      attrs: { from: SERVER, type: 'encrypt', id, t: seconds(core.clock.now()) },
      content: [{ tag: 'count', attrs: { value: String(left) } }],
    },
  })
}

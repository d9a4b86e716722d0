import { randomBytes } from 'node:crypto'
import { proto } from 'baileys'
import type { Core } from '../core.ts'
import { encryptForDevice } from '../signal/device-session.ts'
import { type Companion, deviceKey } from '../store/companions.ts'
import { historyOf } from '../weather/history.ts'
import { seconds, stanzaId, userJid } from '../wire/stanza.ts'

const { Type } = proto.Message.ProtocolMessage

/**
 * Sends what a phone sends a device right after linking: the key of its settings and its history.
 * Without the history a client waits 20 s before it considers itself in sync.
 */
export async function bootstrapDevice(core: Core, companion: Companion): Promise<void> {
  const send = (content: proto.Message.IProtocolMessage) =>
    sendFromOwnPhone(core, companion, content)
  await send(shareSettingsKey(core.clock.now()))
  for await (const chunk of historyOf(core, companion.phone)) await send(chunk)
  core.companions.markBootstrapped(companion)
}

/**
 * The phone tells its devices which number an identity belongs to, as it does once a person has
 * shared theirs.
 */
export async function tellNumber(
  core: Core,
  phone: string,
  { number, lid }: { readonly number: string; readonly lid: string },
): Promise<void> {
  const pnToLidMappings = [{ pn: Number(number), assignedLid: Number(lid) }]
  const payload = proto.LIDMigrationMappingSyncPayload.encode({ pnToLidMappings }).finish()
  for (const companion of core.companions.ofPhone(phone)) {
    await sendFromOwnPhone(core, companion, {
      type: Type.LID_MIGRATION_MAPPING_SYNC,
      lidMigrationMappingSyncMessage: { encodedMappingPayload: payload },
    })
  }
}

/** A message of the phone to one of its devices. */
export async function sendFromOwnPhone(
  core: Core,
  companion: Companion,
  protocolMessage: proto.Message.IProtocolMessage,
): Promise<void> {
  await core.locks.run([deviceKey(companion)], () => post(core, companion, protocolMessage))
}

async function post(
  core: Core,
  companion: Companion,
  protocolMessage: proto.Message.IProtocolMessage,
): Promise<void> {
  const { phone } = companion
  const { step, sealed } = await encryptForDevice(core, phone, companion, { protocolMessage })
  const id = stanzaId().toUpperCase()
  core.store.transaction(() => {
    step.save()
    core.mailbox.post(companion, {
      class: 'message',
      id,
      peer: phone,
      kind: 'peer',
      node: {
        tag: 'message',
        attrs: {
          from: userJid(phone),
          id,
          category: 'peer',
          type: 'text',
          t: seconds(core.clock.now()),
          notify: core.directory.contact(phone, phone).name,
        },
        content: [{ tag: 'enc', attrs: { v: '2', type: sealed.type }, content: sealed.body }],
      },
    })
  })
}

function shareSettingsKey(now: number): proto.Message.IProtocolMessage {
  return {
    type: Type.APP_STATE_SYNC_KEY_SHARE,
    appStateSyncKeyShare: {
      keys: [
        {
          keyId: { keyId: randomBytes(6) },
          keyData: {
            keyData: randomBytes(32),
            fingerprint: { rawId: 1, currentIndex: 0, deviceIndexes: [0] },
            timestamp: now,
          },
        },
      ],
    },
  }
}

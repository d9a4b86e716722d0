import { randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { deflate } from 'node:zlib'
import { proto } from 'baileys'
import type { Core } from '../core.ts'
import { encryptForDevice } from '../signal/device-session.ts'
import { type Companion, deviceKey } from '../store/companions.ts'
import { seconds, stanzaId, userJid } from '../wire/stanza.ts'

const { Type } = proto.Message.ProtocolMessage
const { HistorySyncType } = proto.HistorySync

/**
 * Sends what a phone sends a device right after linking: the key of its settings and its (empty)
 * history. Without the history a client waits 20 s before it considers itself in sync.
 */
export async function bootstrapDevice(core: Core, companion: Companion): Promise<void> {
  const messages = [shareSettingsKey(core.clock.now()), await shareHistory(core, companion.phone)]
  await core.locks.run([deviceKey(companion)], async () => {
    for (const content of messages) await sendFromOwnPhone(core, companion, content)
    core.companions.markBootstrapped(companion)
  })
}

async function sendFromOwnPhone(
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

async function shareHistory(core: Core, phone: string): Promise<proto.Message.IProtocolMessage> {
  const history = proto.HistorySync.encode({
    syncType: HistorySyncType.INITIAL_BOOTSTRAP,
    chunkOrder: 1,
    progress: 100,
    conversations: [],
    pushnames: [{ id: userJid(phone), pushname: core.directory.contact(phone, phone).name }],
  }).finish()
  return {
    type: Type.HISTORY_SYNC_NOTIFICATION,
    historySyncNotification: {
      syncType: proto.Message.HistorySyncType.INITIAL_BOOTSTRAP,
      chunkOrder: 1,
      progress: 100,
      initialHistBootstrapInlinePayload: await promisify(deflate)(history),
    },
  }
}

import { proto } from 'baileys'
import type { Core } from '../core.ts'
import type { DeviceAddress } from '../store/companions.ts'
import { historyOf, olderSynthetic, packed, partOf } from '../weather/history.ts'
import { sendFromOwnPhone } from './bootstrap.ts'
import { sharedChat } from './shared-chats.ts'

const { PeerDataOperationRequestType: Kind } = proto.Message
const { HistorySyncType } = proto.Message

type Request = proto.Message.IPeerDataOperationRequestMessage

/**
 * The phone answers a device that asks for history: for older messages of one chat, or for all that
 * it shares after linking. `id` is that of the request.
 */
export async function answerPeerRequest(
  core: Core,
  device: DeviceAddress,
  request: Request,
  id: string,
): Promise<void> {
  const companion = core.companions.find(device)
  if (!companion) return
  const { peerDataOperationRequestType: kind, historySyncOnDemandRequest: older } = request
  if (kind === Kind.FULL_HISTORY_SYNC_ON_DEMAND) {
    for await (const chunk of historyOf(core, device.phone)) {
      await sendFromOwnPhone(core, companion, chunk)
    }
  }
  if (kind !== Kind.HISTORY_SYNC_ON_DEMAND || !older) return
  const syncType = HistorySyncType.ON_DEMAND
  const part = partOf({
    syncType: syncType as number,
    conversations: [olderChat(core, device, older)],
  })
  await sendFromOwnPhone(core, companion, {
    type: proto.Message.ProtocolMessage.Type.HISTORY_SYNC_NOTIFICATION,
    historySyncNotification: {
      syncType,
      peerDataRequestSessionId: id,
      ...(await packed(core, await part, false)),
    },
  })
}

function olderChat(
  core: Core,
  { phone }: DeviceAddress,
  older: NonNullable<Request['historySyncOnDemandRequest']>,
): proto.IConversation {
  const { chatJid = '', oldestMsgId = '', oldestMsgFromMe, onDemandMsgCount } = older
  const limit = onDemandMsgCount ?? 0
  const contact = core.directory.numberOf(chatJid ?? '') ?? ''
  const direction = oldestMsgFromMe ? 'to-contact' : 'from-contact'
  const oldest = core.messages.find({ phone, contact }, direction, oldestMsgId ?? '')
  if (oldest) return sharedChat(core, { phone, contact }, oldest.seq, limit)
  return olderSynthetic(chatJid ?? '', oldestMsgId ?? '', Number(older.oldestMsgTimestampMs), limit)
}

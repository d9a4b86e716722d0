import type { ChatTyping } from '@kirim/contract/realtime'
import type { Clock } from '../../../platform/clock.ts'
import type { ChatRow } from '../chats.ports.ts'
import type { PhoneNetwork, Typing } from './phone.ports.ts'

/** Nodes tell again every 20 s that a chat is open. */
const OPEN_FOR_MS = 45_000

interface OpenChatsDeps {
  readonly clock: Clock
  readonly network: Pick<PhoneNetwork, 'isOpen' | 'watchTyping' | 'showPresence'>
  chatOf(chatId: string): Promise<ChatRow | null>
  /** Whether the number shows people that it is there while it answers. */
  showsTyping(deviceId: string): Promise<boolean>
  tell(chat: ChatRow, typing: ChatTyping): void
  onFault(deviceId: string, error: unknown): void
}

interface OpenChat {
  readonly chat: ChatRow
  until: number
  /** Whether somebody of ours writes. */
  isWriting: boolean
  /** What the person was told to do last. */
  typing: Typing
}

/** What browsers have open, as nodes tell each other. */
export interface ToldOfChat {
  readonly chatId: string
  readonly people: readonly { readonly isWriting: boolean }[]
}

/**
 * Typing on both sides of the chats that somebody has open: the person's is watched and told, and a
 * member's is shown to the person where the number shows that it is there. On the node that has the
 * device.
 */
export function createOpenChats(deps: OpenChatsDeps) {
  const { clock, network } = deps
  const open = new Map<string, OpenChat>()

  function forgetOld(): void {
    for (const [chatId, { until }] of open) if (until < clock.now()) open.delete(chatId)
  }

  async function opened({ chatId, people }: ToldOfChat): Promise<void> {
    forgetOld()
    const known = open.get(chatId)
    if (people.length === 0) {
      if (known?.isWriting) await show(known, false)
      open.delete(chatId)
      return
    }
    const chat = known?.chat ?? (await deps.chatOf(chatId))
    if (!chat || !network.isOpen(chat.device_id)) return
    const one: OpenChat = known ?? { chat, until: 0, isWriting: false, typing: 'paused' }
    one.until = clock.now() + OPEN_FOR_MS
    open.set(chatId, one)
    if (chat.kind === 'individual') await network.watchTyping(chat.device_id, chat.jid)
    await show(
      one,
      people.some(({ isWriting }) => isWriting),
    )
  }

  async function show(one: OpenChat, isWriting: boolean): Promise<void> {
    if (one.isWriting === isWriting) return
    one.isWriting = isWriting
    const { device_id: deviceId, jid } = one.chat
    if (!(await deps.showsTyping(deviceId))) return
    await network.showPresence(deviceId, jid, isWriting ? 'composing' : 'paused')
  }

  return {
    /** A node has told who has a chat open there. */
    opened(told: ToldOfChat): void {
      opened(told).catch((error: unknown) =>
        deps.onFault(open.get(told.chatId)?.chat.device_id ?? '', error),
      )
    },
    /** Somebody types; they may be known by another address than the one that was watched. */
    typing(deviceId: string, chatJid: string, typing: Typing): void {
      forgetOld()
      for (const one of open.values()) {
        const { chat } = one
        if (chat.device_id !== deviceId || !addressesOf(chat).includes(chatJid)) continue
        // Composing is repeated, so that it does not seem to end.
        if (typing === 'paused' && one.typing === 'paused') continue
        one.typing = typing
        deps.tell(chat, { chatId: chat.id, typing })
      }
    },
  }
}

function addressesOf({ jid, lid, number }: ChatRow): string[] {
  return [jid, ...(lid ? [lid] : []), ...(number ? [`${number}@s.whatsapp.net`] : [])]
}

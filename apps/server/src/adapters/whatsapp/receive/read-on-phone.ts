import {
  type AuthenticationCreds,
  areJidsSameUser,
  type BinaryNode,
  isJidGroup,
  isLidUser,
  isPnUser,
  jidNormalizedUser,
  type WASocket,
} from 'baileys'

/** What the own phone sends its devices once it has read a chat. */
const READ_TYPES: ReadonlySet<unknown> = new Set(['read', 'read-self'])

/**
 * Tells which chats the owner reads on the phone or another device, by the chat's address: with a
 * receipt of the own account, or by the settings that its devices share.
 */
export function watchReadOnPhone(
  socket: Pick<WASocket, 'ev' | 'ws'>,
  creds: AuthenticationCreds,
  onRead: (chatJid: string) => void,
): void {
  const isOwn = (jid: string) =>
    [creds.me?.id, creds.me?.lid].some((own) => own && areJidsSameUser(own, jid))

  const tell = (jid: string | null | undefined) => {
    if (jid && (isJidGroup(jid) || isPnUser(jid) || isLidUser(jid))) onRead(jidNormalizedUser(jid))
  }

  socket.ws.on('CB:receipt', ({ attrs }: BinaryNode) => {
    if (!READ_TYPES.has(attrs.type) || !attrs.from) return
    if (isOwn(attrs.from)) tell(attrs.recipient)
    else if (attrs.type === 'read-self' || (attrs.participant && isOwn(attrs.participant))) {
      tell(attrs.from)
    }
  })
  socket.ev.on('chats.update', (chats) => {
    for (const { id, unreadCount } of chats) if (unreadCount === 0) tell(id)
  })
}

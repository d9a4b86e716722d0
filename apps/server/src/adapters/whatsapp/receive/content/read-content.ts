import { extractMessageContent, jidNormalizedUser, type proto } from 'baileys'
import type { StoredContent } from '../../../../platform/message-content.ts'
import { kindOf, layersOf, textOf } from '../message-text.ts'
import { boundedPart } from './bounds.ts'
import { specialIn } from './special-content.ts'
import { fileIn } from './stored-file.ts'

const QUOTED_MAX = 1000
const JID_MAX = 128

/**
 * What a message has beside its text; null for nothing. `isMe` says which addresses are our own.
 */
export function readContent(
  message: proto.IMessage,
  isMe: (jid: string) => boolean,
): StoredContent | null {
  const layers = layersOf(message)
  const content = extractMessageContent(layers.at(-1))
  if (!content) return null
  const special = specialIn(content, layers)
  // What is shown once is never fetched.
  const file = special?.type === 'view_once' ? null : fileIn(content)
  const quoted = quotedIn(layers.at(-1) ?? {}, isMe)
  if (!special && !file && !quoted) return null
  return { ...(special && { special }), ...(file && { file }), ...(quoted && { quoted }) }
}

/** What the parts of a message say about its context, such as what it quotes. */
export function* contextsOf(layer: proto.IMessage): Generator<proto.IContextInfo> {
  for (const part of Object.values(layer)) {
    if (typeof part !== 'object' || part === null || !('contextInfo' in part)) continue
    const { contextInfo } = part as { contextInfo?: proto.IContextInfo | null }
    if (contextInfo) yield contextInfo
  }
}

function quotedIn(
  layer: proto.IMessage,
  isMe: (jid: string) => boolean,
): StoredContent['quoted'] | null {
  for (const { stanzaId, participant, quotedMessage } of contextsOf(layer)) {
    if (!stanzaId || !quotedMessage) continue
    const text = textOf(quotedMessage) ?? ''
    const author = boundedPart(participant, JID_MAX)
    return {
      senderJid: author === '' || isMe(author) ? '' : jidNormalizedUser(author),
      kind: kindOf(quotedMessage, text),
      text: boundedPart(text, QUOTED_MAX),
    }
  }
  return null
}

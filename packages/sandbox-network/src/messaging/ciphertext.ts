import { type BinaryNode, jidDecode } from 'baileys'
import type { Ciphertext } from '../signal/contact-session.ts'
import type { Directory } from '../store/directory.ts'
import { bytes, child, children } from '../wire/stanza.ts'

/** The ciphertext directly inside a stanza or participant. */
export function ciphertextIn(node: BinaryNode): Ciphertext | undefined {
  const part = child(node, 'enc')
  const body = bytes(part)
  const type = part?.attrs.type
  return body && (type === 'msg' || type === 'pkmsg') ? { type, body } : undefined
}

/** The ciphertext for all group members. */
export const groupCiphertext = (node: BinaryNode): Buffer | undefined =>
  bytes(children(node).find(({ tag, attrs }) => tag === 'enc' && attrs.type === 'skmsg'))

/**
 * The ciphertext for the phone of a number (device 0), among the participants or, in a resent
 * message, directly in the stanza.
 */
export function ciphertextFor(
  node: BinaryNode,
  directory: Directory,
  number: string,
): Ciphertext | undefined {
  const participants = child(node, 'participants')
  if (!participants)
    return directory.numberOf(node.attrs.to ?? '') === number ? ciphertextIn(node) : undefined
  const part = children(participants).find(({ attrs: { jid = '' } }) => {
    return !jidDecode(jid)?.device && directory.numberOf(jid) === number
  })
  return part && ciphertextIn(part)
}

import { randomBytes } from 'node:crypto'
import { type BinaryNode, getBinaryNodeChild, jidEncode } from 'baileys'
import { ProtocolFault } from '../errors.ts'

/** The address of the network itself. */
export const SERVER = '@s.whatsapp.net'

export const userJid = (number: string, device = 0): string =>
  jidEncode(number, 's.whatsapp.net', device)
export const lidJid = (lid: string, device = 0): string => jidEncode(lid, 'lid', device)

/** Returns a required attribute. Throws when it is missing. */
export function required(node: BinaryNode, name: string): string {
  const value = node.attrs[name]
  if (!value) throw new ProtocolFault(`a <${node.tag}> came without its ${name}`)
  return value
}

export const child = (node: BinaryNode | undefined, tag: string): BinaryNode | undefined =>
  getBinaryNodeChild(node, tag)

export const children = (node: BinaryNode | undefined): BinaryNode[] =>
  Array.isArray(node?.content) ? node.content : []

/** The bytes of a child; undefined when it is absent or not bytes. */
export function bytes(node: BinaryNode | undefined, tag?: string): Buffer | undefined {
  const content = (tag ? child(node, tag) : node)?.content
  return content instanceof Uint8Array ? Buffer.from(content) : undefined
}

/** The bytes of a child, checked for the given length. Throws when missing. */
export function requiredBytes(node: BinaryNode | undefined, tag: string, length?: number): Buffer {
  const value = bytes(node, tag)
  if (!value || (length !== undefined && value.length !== length)) {
    throw new ProtocolFault(`<${tag}> is missing or has a wrong length`)
  }
  return value
}

/** A big-endian number in a child, at most six bytes. Throws when missing. */
export function requiredUint(node: BinaryNode | undefined, tag: string): number {
  const value = requiredBytes(node, tag)
  if (value.length === 0 || value.length > 6) throw new ProtocolFault(`<${tag}> is not a number`)
  return value.readUIntBE(0, value.length)
}

export function uint(value: number, length: number): Buffer {
  const out = Buffer.alloc(length)
  out.writeUIntBE(value, 0, length)
  return out
}

export const seconds = (ms: number): string => String(Math.floor(ms / 1000))

/** Rounded up, for the end of a period. */
export const secondsAfter = (ms: number): string => String(Math.ceil(ms / 1000))

export const stanzaId = (): string => randomBytes(8).toString('hex')

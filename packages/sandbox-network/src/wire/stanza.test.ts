import type { BinaryNode } from 'baileys'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createDeframer, frame } from './frames.ts'
import {
  bytes,
  child,
  children,
  required,
  requiredBytes,
  requiredUint,
  seconds,
  uint,
} from './stanza.ts'

const holding = (tag: string, content: BinaryNode['content']): BinaryNode => ({
  tag: 'iq',
  attrs: {},
  content: [content === undefined ? { tag, attrs: {} } : { tag, attrs: {}, content }],
})

describe('what a stanza must have', () => {
  it.each([
    ['no attributes', {}],
    ['an empty one', { id: '' }],
    ['another', { ID: '1' }],
  ])('is missed with %s', (_what, attrs) => {
    const node = { tag: 'message', attrs: attrs as Record<string, string> }
    expect(() => required(node, 'id')).toThrow('a <message> came without its id')
  })

  it.each<[string, BinaryNode | undefined]>([
    ['no stanza', undefined],
    ['no children', { tag: 'iq', attrs: {} }],
    ['text instead of children', { tag: 'iq', attrs: {}, content: 'key' }],
    ['bytes instead of children', { tag: 'iq', attrs: {}, content: Buffer.from('key') }],
    ['another child', holding('keys', Buffer.alloc(32))],
    ['a child without bytes', holding('key', undefined)],
    ['a child with text', holding('key', 'x'.repeat(32))],
    ['a child with children', holding('key', [{ tag: 'key', attrs: {} }])],
  ])('is missed with %s', (_what, node) => {
    expect(bytes(node, 'key')).toBeUndefined()
    expect(() => requiredBytes(node, 'key')).toThrow('<key> is missing or has a wrong length')
    expect(() => requiredUint(node, 'key')).toThrow('<key> is missing')
  })

  it.each([0, 31, 33, 64])('is not a key of %d bytes', (length) => {
    const node = holding('key', Buffer.alloc(length))
    expect(() => requiredBytes(node, 'key', 32)).toThrow('wrong length')
    expect(requiredBytes(node, 'key')).toHaveLength(length)
  })

  it('is a number of one to six bytes', () => {
    for (const length of [0, 7, 100]) {
      const read = () => requiredUint(holding('id', Buffer.alloc(length, 1)), 'id')
      expect(read).toThrow('<id> is not a number')
    }
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 6 }), fc.nat(2 ** 40), (length, any) => {
        const value = any % 2 ** (8 * length)
        expect(requiredUint(holding('id', uint(value, length)), 'id')).toBe(value)
      }),
    )
  })

  it('may have children or none', () => {
    expect(children(undefined)).toEqual([])
    expect(children({ tag: 'a', attrs: {}, content: 'text' })).toEqual([])
    expect(child(undefined, 'a')).toBeUndefined()
    expect(seconds(1_999)).toBe('1')
  })
})

describe('frames', () => {
  const INTRO = Buffer.from([0x57, 0x41, 6, 3])

  it('that are empty are frames', () => {
    const got = createDeframer().push(Buffer.concat([INTRO, frame(Buffer.alloc(0)), frame(INTRO)]))
    expect(got.map(({ length }) => length)).toEqual([0, 4])
  })

  it('wait for their last byte only', () => {
    const deframer = createDeframer()
    const stream = Buffer.concat([INTRO, frame(Buffer.from('hello'))])
    for (const byte of stream.subarray(0, -1))
      expect(deframer.push(Buffer.from([byte]))).toEqual([])
    expect(deframer.push(stream.subarray(-1)).map(String)).toEqual(['hello'])
    expect(deframer.push(Buffer.alloc(0))).toEqual([])
  })

  it('come after a routing prefix of the stated length', () => {
    const routing = (length: number, sent: number) =>
      Buffer.concat([Buffer.from('ED'), Buffer.from([0, 1, 0, 0, length]), Buffer.alloc(sent)])
    const after = (prefix: Buffer) =>
      createDeframer().push(Buffer.concat([prefix, INTRO, frame(Buffer.from('x'))]))
    expect(after(routing(0, 0)).map(String)).toEqual(['x'])
    expect(after(routing(200, 200)).map(String)).toEqual(['x'])
    expect(() => after(routing(3, 4))).toThrow('intro')
    expect(after(routing(255, 4))).toEqual([])
  })

  it('of nonsense are refused at the fourth byte, not before', () => {
    for (const [a, b, c, d] of [
      [0, 0, 0, 0],
      [0x57, 0x41, 6, 2],
      [0x45, 0x45, 6, 3],
      [255, 255, 255, 255],
    ] as const) {
      const deframer = createDeframer()
      expect(deframer.push(Buffer.from([a, b, c]))).toEqual([])
      expect(() => deframer.push(Buffer.from([d]))).toThrow('intro')
    }
  })
})

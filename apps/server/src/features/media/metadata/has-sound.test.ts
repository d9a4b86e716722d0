import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { isoVideo, m4a } from '../testing/samples.ts'
import { hasSound } from './has-sound.ts'

const folder = mkdtempSync(join(tmpdir(), 'kirim-sound-'))
afterAll(() => rmSync(folder, { recursive: true }))

function box(type: string, ...content: Buffer[]): Buffer {
  const head = Buffer.alloc(8)
  const data = Buffer.concat(content)
  head.writeUInt32BE(head.length + data.length)
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, data])
}

/** The same with a length of 64 bits. */
function longBox(type: string, content: Buffer): Buffer {
  const head = Buffer.alloc(16)
  head.writeUInt32BE(1)
  head.write(type, 4, 'latin1')
  head.writeBigUInt64BE(BigInt(16 + content.length), 8)
  return Buffer.concat([head, content])
}

function handler(type: string): Buffer {
  const data = Buffer.alloc(24)
  data.write(type, 8, 'latin1')
  return box('hdlr', data)
}

const track = (type: string) => box('trak', box('mdia', box('mdhd'), handler(type)))
const decoy = Buffer.from('hdlr........soun'.repeat(1000), 'latin1')

test.each<[string, Buffer, boolean]>([
  ['a song', m4a(), true],
  ['a film without sound', isoVideo('M4A '), false],
  ['sound after pictures', box('moov', box('mvhd'), track('vide'), track('soun')), true],
  ['a movie after its data', Buffer.concat([box('mdat', decoy), box('moov', track('soun'))]), true],
  ['long boxes', longBox('moov', track('soun')), true],
  ['only the words of it', Buffer.concat([box('mdat', decoy), box('moov', track('vide'))]), false],
  ['a handler of no track', handler('soun'), false],
  ['a box that is longer than what holds it', box('moov', Buffer.from('\0\0\x01\0trak')), false],
  ['boxes without end', Buffer.concat(Array<Buffer>(5000).fill(box('free'))), false],
  ['nothing', Buffer.alloc(0), false],
])('%s', async (name, bytes, sounds) => {
  const path = join(folder, name)
  writeFileSync(path, bytes)
  expect(await hasSound(path)).toBe(sounds)
})

import { createPartCollector, UnusualLayoutError } from './part-collector.ts'

const SCREEN_END = 13
const IMAGE = 0x2c
const IMAGE_HEAD = 10
const EXTENSION = 0x21
const TRAILER = 0x3b
const GRAPHIC_CONTROL = 0xf9
const CONTROL_LENGTH = 8
const PLAIN_TEXT = 0x01
const APPLICATION = 0xff
/** Extensions that define the loop count; other application extensions may contain anything. */
const LOOPS: ReadonlySet<string> = new Set(['NETSCAPE2.0', 'ANIMEXTS1.0'])
/** Introducer, label, a block with the application name, a block of three bytes, terminator. */
const LOOP_LENGTH = 19
const LOOP_BLOCK = Buffer.from([3, 1])

/**
 * Removes comments, texts, XMP and application data from a GIF; frames and loop count stay bit for
 * bit. Throws `UnusualLayoutError`.
 */
export function stripGif(bytes: Buffer): Buffer {
  const parts = createPartCollector(bytes)
  let at = SCREEN_END + paletteBytes(bytes, SCREEN_END - 3)
  parts.keep(0, at)
  /** The graphic control of the next frame, kept or removed together with it. */
  let control: [start: number, end: number] | null = null
  for (;;) {
    const { kind, end } = partAt(bytes, at)
    if (kind === 'control') control = [at, end]
    else if (kind === 'frame' && control) parts.keep(...control)
    if (kind === 'frame' || kind === 'loop' || kind === 'end') parts.keep(at, end)
    else parts.drop()
    if (kind === 'end') return parts.all()
    if (kind === 'frame' || kind === 'text') control = null
    at = end
  }
}

type PartKind = 'frame' | 'control' | 'loop' | 'text' | 'metadata' | 'end'

function partAt(bytes: Buffer, at: number): { kind: PartKind; end: number } {
  if (bytes[at] === TRAILER) return { kind: 'end', end: at + 1 }
  if (bytes[at] === IMAGE) return { kind: 'frame', end: imageEnd(bytes, at) }
  if (bytes[at] !== EXTENSION) throw new UnusualLayoutError()
  const end = blocksEnd(bytes, at + 2)
  return { kind: kindOf(bytes.subarray(at, end)), end }
}

function kindOf(extension: Buffer): PartKind {
  if (extension[1] === PLAIN_TEXT) return 'text'
  if (extension[1] !== GRAPHIC_CONTROL) return isLoop(extension) ? 'loop' : 'metadata'
  if (extension.length !== CONTROL_LENGTH) throw new UnusualLayoutError()
  return 'control'
}

function isLoop(extension: Buffer): boolean {
  return (
    extension[1] === APPLICATION &&
    extension.length === LOOP_LENGTH &&
    LOOPS.has(extension.toString('latin1', 3, 14)) &&
    extension.subarray(14, 16).equals(LOOP_BLOCK)
  )
}

/** After the header and the palette come the code size and the pixel blocks. */
function imageEnd(bytes: Buffer, at: number): number {
  return blocksEnd(bytes, at + IMAGE_HEAD + paletteBytes(bytes, at + IMAGE_HEAD - 1) + 1)
}

function paletteBytes(bytes: Buffer, flagsAt: number): number {
  const flags = bytes[flagsAt]
  if (flags === undefined) throw new UnusualLayoutError()
  return flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0
}

/** Each block starts with its length; an empty one ends the list. */
function blocksEnd(bytes: Buffer, from: number): number {
  let at = from
  for (;;) {
    const length = bytes[at]
    if (length === undefined) throw new UnusualLayoutError()
    at += 1 + length
    if (length === 0) return at
  }
}

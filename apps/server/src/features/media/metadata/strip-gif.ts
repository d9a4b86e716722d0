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
/**
 * The extensions that say how often frames are shown over;
 * others are of programs and hold what they like.
 */
const LOOPS: ReadonlySet<string> = new Set(['NETSCAPE2.0', 'ANIMEXTS1.0'])
/** Introducer, label, a block of the program's name, a block of three bytes, end. */
const LOOP_LENGTH = 19
const LOOP_BLOCK = Buffer.from([3, 1])

/**
 * A GIF without comments, texts, XMP and what other programs add, its frames and how often they are
 * shown bit for bit. Throws `UnusualFile`.
 */
export function stripGif(bytes: Buffer): Buffer {
  const parts = createPartCollector(bytes)
  let at = SCREEN_END + paletteBytes(bytes, SCREEN_END - 3)
  parts.keep(0, at)
  /** Says how the next frame is shown, and goes with what it is said of. */
  let control: [start: number, end: number] | null = null
  for (;;) {
    const { what, end } = partAt(bytes, at)
    if (what === 'control') control = [at, end]
    else if (what === 'frame' && control) parts.keep(...control)
    if (what === 'frame' || what === 'loop' || what === 'end') parts.keep(at, end)
    else parts.drop()
    if (what === 'end') return parts.all()
    if (what === 'frame' || what === 'text') control = null
    at = end
  }
}

type What = 'frame' | 'control' | 'loop' | 'text' | 'told' | 'end'

function partAt(bytes: Buffer, at: number): { what: What; end: number } {
  if (bytes[at] === TRAILER) return { what: 'end', end: at + 1 }
  if (bytes[at] === IMAGE) return { what: 'frame', end: imageEnd(bytes, at) }
  if (bytes[at] !== EXTENSION) throw new UnusualLayoutError()
  const end = blocksEnd(bytes, at + 2)
  return { what: whatOf(bytes.subarray(at, end)), end }
}

function whatOf(extension: Buffer): What {
  if (extension[1] === PLAIN_TEXT) return 'text'
  if (extension[1] !== GRAPHIC_CONTROL) return isLoop(extension) ? 'loop' : 'told'
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

/** Behind the head and the palette stands how codes are counted, then the pixels. */
function imageEnd(bytes: Buffer, at: number): number {
  return blocksEnd(bytes, at + IMAGE_HEAD + paletteBytes(bytes, at + IMAGE_HEAD - 1) + 1)
}

function paletteBytes(bytes: Buffer, flagsAt: number): number {
  const flags = bytes[flagsAt]
  if (flags === undefined) throw new UnusualLayoutError()
  return flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0
}

/** Blocks tell their length, and the last has none. */
function blocksEnd(bytes: Buffer, from: number): number {
  let at = from
  for (;;) {
    const length = bytes[at]
    if (length === undefined) throw new UnusualLayoutError()
    at += 1 + length
    if (length === 0) return at
  }
}

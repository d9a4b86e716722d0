import { type FileHandle, open } from 'node:fs/promises'

const BOX_HEAD = 8
const LONG_BOX_HEAD = 16
/** The boxes on the way to what handles a track. */
const ON_THE_WAY: ReadonlySet<string> = new Set(['moov', 'trak', 'mdia'])
/** Where the type of a handler stands, after its version and a field that is always 0. */
const HANDLER_AT = 8
const HANDLER_LENGTH = 4
/** A song has some dozens; each takes a read of the disk. */
const BOXES_MAX = 2000

/**
 * Whether an MPEG-4 file has a track with sound, by its boxes: only their heads are read. False for
 * a file whose boxes are wrong.
 */
export async function hasSound(path: string): Promise<boolean> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    const places = [{ at: 0, end: size }]
    for (let boxes = 0; boxes < BOXES_MAX; boxes += 1) {
      const place = places.at(-1)
      if (!place) return false
      const box = await boxAt(file, place)
      if (!box) {
        places.pop()
        continue
      }
      place.at = box.end
      if (ON_THE_WAY.has(box.type)) places.push({ at: box.dataAt, end: box.end })
      else if (box.type === 'hdlr' && places.length > 1 && (await isOfSound(file, box))) return true
    }
    return false
  } finally {
    await file.close()
  }
}

interface Box {
  readonly type: string
  readonly dataAt: number
  readonly end: number
}

/** Null where there is none, or one that reaches out of what holds it. */
async function boxAt(
  file: FileHandle,
  { at, end: limit }: { readonly at: number; readonly end: number },
): Promise<Box | null> {
  if (at + BOX_HEAD > limit) return null
  const head = Buffer.alloc(LONG_BOX_HEAD)
  const { bytesRead } = await file.read(head, 0, LONG_BOX_HEAD, at)
  const size = head.readUInt32BE(0)
  const isLong = size === 1
  const dataAt = at + (isLong ? LONG_BOX_HEAD : BOX_HEAD)
  if (bytesRead < dataAt - at) return null
  const length = isLong ? Number(head.readBigUInt64BE(BOX_HEAD)) : size
  const end = size === 0 ? limit : at + length
  if (end < dataAt || end > limit) return null
  return { type: head.toString('latin1', 4, BOX_HEAD), dataAt, end }
}

async function isOfSound(file: FileHandle, { dataAt, end }: Box): Promise<boolean> {
  if (dataAt + HANDLER_AT + HANDLER_LENGTH > end) return false
  const handler = Buffer.alloc(HANDLER_LENGTH)
  await file.read(handler, 0, HANDLER_LENGTH, dataAt + HANDLER_AT)
  return handler.toString('latin1') === 'soun'
}

const HEAD = 8
const LONG_HEAD = 16

/** A box of an MPEG-4 file; `at` and `end` are those of its content. */
export interface Box {
  readonly type: string
  readonly at: number
  readonly end: number
}

/** The boxes between two offsets, up to one that exceeds them. */
export function* boxesIn(bytes: Buffer, from: number, to: number): Generator<Box> {
  let at = from
  while (at + HEAD <= to) {
    const size = bytes.readUInt32BE(at)
    const head = size === 1 ? LONG_HEAD : HEAD
    if (at + head > to) return
    const length = size === 1 ? Number(bytes.readBigUInt64BE(at + HEAD)) : size
    const end = size === 0 ? to : at + length
    if (end < at + head || end > to) return
    yield { type: bytes.toString('latin1', at + 4, at + HEAD), at: at + head, end }
    at = end
  }
}

/** The first box of this type within another. */
export function boxIn(bytes: Buffer, place: Box, type: string): Box | null {
  for (const box of boxesIn(bytes, place.at, place.end)) if (box.type === type) return box
  return null
}

/** The first box along a path of types. */
export function boxAlong(bytes: Buffer, place: Box, way: readonly string[]): Box | null {
  let found: Box | null = place
  for (const type of way) {
    if (!found) return null
    found = boxIn(bytes, found, type)
  }
  return found
}

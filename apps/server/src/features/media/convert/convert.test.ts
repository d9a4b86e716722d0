import { describe, expect, test } from 'vitest'
import type { Upload } from '../prepared-file.ts'
import { createConverter } from './convert.ts'
import { filmOfGif } from './prepare-video.ts'

const MINUTE_MS = 60_000
const GIF = { as: 'image', kind: { extension: 'gif', type: 'image/gif' }, format: 'gif' } as const

/** A file for which ffmpeg takes longer than it may. */
function slow() {
  const limits: (number | undefined)[] = []
  const converter = createConverter({
    async run(_args, limitMs) {
      limits.push(limitMs)
      return 'too_slow'
    },
  })
  return { limits, converter }
}
const files = { path: '/nowhere/a', madePath: '/nowhere/b', format: 'mov' }

describe('of a file for which ffmpeg takes too long', () => {
  test('sends the file without a thumbnail', async () => {
    const { converter, limits } = slow()
    expect(await converter.thumbnail('a', files)).toBeNull()
    expect(limits[0]).toBeLessThan(MINUTE_MS)
  })

  test('keeps a GIF as a GIF', async () => {
    const { converter, limits } = slow()
    const upload: Upload = { member: 'a', path: '/nowhere/a', place: (name) => `/nowhere/${name}` }
    expect(await filmOfGif(converter, upload, GIF)).toBeNull()
    expect(limits).toEqual([MINUTE_MS])
  })

  test.each(['video', 'voice'] as const)('the %s is refused', async (what) => {
    const { converter } = slow()
    const making =
      what === 'video' ? converter.video('a', files, null) : converter.voice('a', files)
    await expect(making).rejects.toMatchObject({ code: 'media_convert_too_slow' })
  })
})

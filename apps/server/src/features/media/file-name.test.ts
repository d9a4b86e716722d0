import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cleanOriginalName, newFileName } from './file-name.ts'

describe('file names', () => {
  test.each([
    ['photo.jpg', 'photo.jpg'],
    ['a\u0000b\u001b[31m.png', 'ab[31m.png'],
    ['gnp.\u202Eexe', 'gnp.exe'],
    ['', 'file'],
    ['folder/', 'file'],
    ['  spaced.png ', 'spaced.png'],
    ['saiz 5%22 & 7%22.pdf', 'saiz 5" & 7".pdf'],
    ['satu%0D%0Adua.pdf', 'satu dua.pdf'],
    ['100%25 siap.pdf', '100%25 siap.pdf'],
    [
      '\u0646\u0627\u0645\u0647\u200c\u0647\u0627.pdf',
      '\u0646\u0627\u0645\u0647\u200c\u0647\u0627.pdf',
    ],
    ['👩\u200d👧.png', '👩\u200d👧.png'],
    ['\u0915\u094d\u200d\u0937.png', '\u0915\u094d\u200d\u0937.png'],
    ['in\u200dvoice\u200b.pdf', 'invoice.pdf'],
    ['\u200d\u200da.pdf', 'a.pdf'],
  ])('%j is shown as %j', (name, shown) => {
    expect(cleanOriginalName(name)).toBe(shown)
  })

  test('shortens any name to one line without a folder', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 500 }), (name) => {
        const shown = cleanOriginalName(name)
        expect([...shown].length).toBeLessThanOrEqual(200)
        expect(shown).not.toMatch(/[\p{Cc}/\\]/u)
        expect(shown).not.toBe('')
      }),
    )
  })

  test('new names never repeat', () => {
    const names = Array.from({ length: 1000 }, () => newFileName('png'))
    expect(new Set(names).size).toBe(1000)
  })
})

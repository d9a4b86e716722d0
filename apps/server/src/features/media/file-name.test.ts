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
  ])('%j is shown as %j', (name, shown) => {
    expect(cleanOriginalName(name)).toBe(shown)
  })

  test('any name is shown short, on one line and without a folder', () => {
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

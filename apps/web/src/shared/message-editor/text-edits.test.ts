import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formattedRuns } from './formatted-runs.ts'
import { type Format, insertToken, toggleFormat } from './text-edits.ts'

/** Applies a format to a text whose selection is marked by ‹ and ›. */
function toggled(marked: string, format: Format): string {
  const from = marked.indexOf('‹')
  const to = marked.indexOf('›') - 1
  const { text, selectFrom, selectTo } = toggleFormat(marked.replace(/[‹›]/g, ''), from, to, format)
  return `${text.slice(0, selectFrom)}‹${text.slice(selectFrom, selectTo)}›${text.slice(selectTo)}`
}

describe('a format', () => {
  it.each([
    ['around words', 'Hai ‹semua›', 'bold', 'Hai ‹*semua*›'],
    ['hugs them', 'Hai‹ semua ›ya', 'italic', 'Hai ‹_semua_› ya'],
    ['goes again', 'Hai ‹*semua*›', 'bold', 'Hai ‹semua›'],
    ['goes from around the selection', 'Hai *‹semua›*', 'bold', 'Hai ‹semua›'],
    ['without a selection', 'Hai ‹›!', 'strikethrough', 'Hai ~‹›~!'],
    ['with blanks selected', 'Hai‹  ›!', 'bold', 'Hai*‹›*  !'],
    ['line by line', '‹satu\n\n  dua›', 'bold', '‹*satu*\n\n  *dua*›'],
    ['goes line by line', '‹*satu*\n*dua*›', 'bold', '‹satu\ndua›'],
    ['of some lines becomes one of all', '‹*satu*\ndua›', 'italic', '‹_*satu*_\n_dua_›'],
    ['over lines', '‹satu\ndua›', 'monospace', '‹```satu\ndua```›'],
    ['leaves $ alone', '‹RM$&›', 'bold', '‹*RM$&*›'],
  ] as const)('%s', (_name, before, format, after) => {
    expect(toggled(before, format)).toBe(after)
  })

  it('pressed twice changes nothing', () => {
    const words = fc.stringMatching(/^[a-z]{1,8}( [a-z]{1,8}){0,3}$/)
    const format = fc.constantFrom<Format>('bold', 'italic', 'strikethrough', 'monospace')
    fc.assert(
      fc.property(words, words, words, format, (before, middle, after, kind) => {
        const from = before.length + 1
        const text = `${before} ${middle} ${after}`
        const once = toggleFormat(text, from, from + middle.length, kind)
        const twice = toggleFormat(once.text, once.selectFrom, once.selectTo, kind)
        expect(twice).toEqual({ text, selectFrom: from, selectTo: from + middle.length })
      }),
    )
  })
})

/** Prints runs on one line, with formats by their first letters. */
function read(text: string): string {
  return formattedRuns(text)
    .map((run) => {
      const formats = run.formats.map((format) => format[0]).join('')
      return formats ? `<${formats}:${run.text}>` : run.text
    })
    .join('')
}

describe('a shown text', () => {
  it.each([
    ['Hai *semua* orang', 'Hai <b:semua> orang'],
    ['_a_ ~b~ ```c *d*```', '<i:a> <s:b> <m:c *d*>'],
    ['*tebal _dan condong_*', '<b:tebal ><bi:dan condong>'],
    ['2*3*4 snake_case_name', '2*3*4 snake_case_name'],
    ['* a* *b *', '* a* *b *'],
    ['*a\nb*', '*a\nb*'],
    ['```a\nb```', '<m:a\nb>'],
    ['kod `RAYA *20*` di sini', 'kod <m:RAYA *20*> di sini'],
    ['`a\nb` `', '`a\nb` `'],
    ['*RM4*', '<b:RM4>'],
    ['(*a*), *b*!', '(<b:a>), <b:b>!'],
    ['** ``````', '** ``````'],
    ['', ''],
  ])('%j', (text, shown) => {
    expect(read(text)).toBe(shown)
  })

  it('loses nothing but marks', () => {
    const text = fc.string({ unit: fc.constantFrom('*', '_', '~', '`', 'a', ' ', '\n') })
    fc.assert(
      fc.property(text, (source) => {
        const letters = (value: string) => value.replace(/[*_~`]/g, '')
        const shown = formattedRuns(source)
          .map((run) => run.text)
          .join('')
        expect(letters(shown)).toBe(letters(source))
      }),
    )
  })

  it('is parsed in linear time', () => {
    for (const unit of ['*', '*a', ' *a', '_*~', '*a _b ', '```']) {
      expect(formattedRuns(unit.repeat(5000)).length).toBeGreaterThan(0)
    }
  }, 2000)
})

describe('a token from the toolbar', () => {
  it.each([
    ['at the end', 'Hai ', 4, 4, '[name]', 'Hai [name]', [10, 10]],
    ['in the place of words', 'Hai you', 4, 7, '[name]', 'Hai [name]', [10, 10]],
    ['a choice, its examples selected', '', 0, 0, '{A|B|C}', '{A|B|C}', [1, 6]],
    ['a choice around words', 'Hai you', 0, 3, '{A|B|C}', '{Hai|} you', [5, 5]],
  ] as const)('%s', (_name, text, from, to, token, result, [selectFrom, selectTo]) => {
    expect(insertToken(text, from, to, token)).toEqual({ text: result, selectFrom, selectTo })
  })
})

describe('a format, whatever is selected', () => {
  const text = fc.string({ unit: fc.constantFrom('a', ' ', '\n', '*', '_'), maxLength: 12 })
  const place = fc.nat({ max: 12 })
  const format = fc.constantFrom<Format>('bold', 'italic', 'strikethrough', 'monospace')
  const letters = (value: string) => value.replace(/[*_~`]/g, '')

  it('changes nothing but marks, and selects a part of what is there', () => {
    fc.assert(
      fc.property(text, place, place, format, (source, one, other, kind) => {
        const from = Math.min(one, other, source.length)
        const to = Math.min(Math.max(one, other), source.length)
        const after = toggleFormat(source, from, to, kind)
        expect(letters(after.text)).toBe(letters(source))
        expect(after.selectFrom).toBeGreaterThanOrEqual(0)
        expect(after.selectTo).toBeGreaterThanOrEqual(after.selectFrom)
        expect(after.selectTo).toBeLessThanOrEqual(after.text.length)
      }),
    )
  })
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvRecords } from './csv.ts'

test.each([
  [['a', 'b'], 'a,b'],
  [['', ''], ','],
  [['a,b', 'say "hi"', 'two\nlines'], '"a,b","say ""hi""","two\nlines"'],
  [['=1+1', '+60', '-1', '@x', '\tx', '＝1'], "'=1+1,'+60,'-1,'@x,'\tx,'＝1"],
  [['\r=1', '=HYPERLINK("x","y")'], '"\'\r=1","\'=HYPERLINK(""x"",""y"")"'],
  [['a=1', '60123'], 'a=1,60123'],
])('%j', (cells, line) => expect(csvRecords([cells])).toBe(`${line}\r\n`))

/** Parses RFC 4180. */
function read(record: string): string[] {
  const cells = record.slice(0, -2).matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^",\r\n]*))/g)
  return [...cells].map(([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '')
}

test('every text comes back, and none begins as a formula', () => {
  const cell = fc
    .array(fc.constantFrom(...',"=+-@\r\n\t', 'a', '好'))
    .map((parts) => parts.join(''))
  fc.assert(
    fc.property(
      fc.array(
        cell.map((text) => `x${text}`),
        { minLength: 1 },
      ),
      (cells) => {
        expect(read(csvRecords([cells]))).toEqual(cells)
      },
    ),
  )
  fc.assert(
    fc.property(cell, (text) => {
      expect(read(csvRecords([[text]]))[0] ?? '').not.toMatch(/^[=+\-@\t\r]/)
    }),
  )
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvRecords } from './csv.ts'

test.each([
  [['a', 'b'], 'a,b'],
  [['', ''], ','],
  [['a,b', 'say "hi"', 'two\nlines'], '"a,b","say ""hi""","two\nlines"'],
  [['=1+1', '+60', '-1', '@x', '\tx', '＝1'], "'=1+1,'+60,'-1,'@x,'\tx,'＝1"],
  [['\r=1', '=HYPERLINK("x","y")'], '"\'\r\'=1","\'=HYPERLINK(""x"",""y"")"'],
  [['Ali;=1+1', 'a|@x', 'a\t+1', 'a\n=1+1'], "Ali;'=1+1,a|'@x,a\t'+1,\"a\n'=1+1\""],
  [['a;"=1'], '"a;""\'=1"'],
  [['bye ;-)', 'a; b', 'a;-1'], "bye ;-),a; b,a;'-1"],
  [['a=1', '60123'], 'a=1,60123'],
])('%j', (cells, line) => expect(csvRecords([cells])).toBe(`${line}\r\n`))

/** Parses RFC 4180. */
function read(record: string): string[] {
  const cells = record.slice(0, -2).matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^",\r\n]*))/g)
  return [...cells].map(([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '')
}

const BEGINS_AS_FORMULA = /^[\t\r]*"*[=+\-@]/

test('every text comes back but for apostrophes, and none is a formula wherever it is parted', () => {
  const cell = fc
    .array(fc.constantFrom(...',;|"=+-@\r\n\t', 'a', '好'))
    .map((parts) => parts.join(''))
  fc.assert(
    fc.property(fc.array(cell, { minLength: 1 }), (cells) => {
      const record = csvRecords([cells.map((text) => `x${text}`)])
      expect(read(record).map((text) => text.slice(1).replaceAll("'", ''))).toEqual(cells)
      for (const separator of [';', '|', '\t']) {
        const parts = record
          .slice(0, -2)
          .split(/[\r\n]/)
          .flatMap((line) => line.split(separator))
        expect(parts.filter((part) => BEGINS_AS_FORMULA.test(part))).toEqual([])
      }
    }),
  )
  fc.assert(
    fc.property(cell, (text) => {
      expect(read(csvRecords([[text]]))[0] ?? '').not.toMatch(/^[=+\-@\t\r]/)
    }),
  )
})

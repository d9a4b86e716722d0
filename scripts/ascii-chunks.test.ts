import { expect, test } from 'vitest'
import { asciiOnly } from '../apps/server/build/ascii-chunks.mjs'

test.each([
  ['a string', 'return "é … 😀"'],
  ['a template', 'return `é — 😀`'],
  ['an expression', 'return /[é—]+/.exec("x é— y")[0]'],
  ['an expression of whole characters', 'return /[😀-😂]/u.exec("a 😁")[0]'],
  ['a character escaped though it need not be', 'return "\\é" + "\\\\é" + "\\\\\\😀"'],
  ['a name', 'const é = { ñ: 1 }; return é.ñ'],
])('%s means the same in ASCII', (_what, code) => {
  const written = asciiOnly(code)
  expect(written).toMatch(/^[\0-\x7f]+$/)
  expect(new Function(written)()).toEqual(new Function(code)())
})

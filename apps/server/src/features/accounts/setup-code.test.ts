import { expect, test } from 'vitest'
import { createSetupCode } from './setup-code.ts'

test('is read as it is printed, in any case and grouping, and as nothing else', () => {
  const code = createSetupCode()
  expect(code.text).toMatch(/^([2-9A-HJ-NP-Z]{4}-){2}[2-9A-HJ-NP-Z]{4}$/)
  for (const written of [
    code.text,
    code.text.toLowerCase(),
    code.text.replaceAll('-', ' '),
    code.text.replaceAll('-', ''),
  ]) {
    expect([written, code.matches(written)]).toEqual([written, true])
  }
  for (const written of ['', '-', code.text.slice(1), `${code.text}A`, createSetupCode().text]) {
    expect([written, code.matches(written)]).toEqual([written, false])
  }
})

test('is the same on all nodes that know the same secret', () => {
  const [one, other] = [1, 2].map((byte) => Buffer.alloc(16, byte)) as [Buffer, Buffer]
  expect(createSetupCode(one).text).toBe(createSetupCode(one).text)
  expect(createSetupCode(one).matches(createSetupCode(other).text)).toBe(false)
})

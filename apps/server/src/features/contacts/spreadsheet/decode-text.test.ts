import type { TextEncoding } from '@kirim/contract/contact-import'
import { TextEncoding as Encodings } from '@kirim/contract/contact-import'
import { expect, test } from 'vitest'
import { decodeText } from './decode-text.ts'

const TEXT = 'Nama;Telefon\r\nRené;0123456711\r\nZoë;0123456712\r\n'
const utf16be = (text: string) => Buffer.from(text, 'utf16le').swap16()

test.each<[string, Buffer, TextEncoding]>([
  ['UTF-8', Buffer.from(TEXT), 'utf-8'],
  ['UTF-8 with its mark', Buffer.from(`\ufeff${TEXT}`), 'utf-8'],
  ['UTF-16 with its mark', Buffer.from(`\ufeff${TEXT}`, 'utf16le'), 'utf-16le'],
  ['UTF-16 without a mark', Buffer.from(TEXT, 'utf16le'), 'utf-16le'],
  ['big-endian UTF-16', utf16be(`\ufeff${TEXT}`), 'utf-16be'],
  ['big-endian UTF-16 without a mark', utf16be(TEXT), 'utf-16be'],
  ['Windows-1252', Buffer.from(TEXT, 'latin1'), 'windows-1252'],
])('%s is found', (_what, file, encoding) => {
  expect(decodeText(file, undefined)).toEqual({ text: TEXT, encoding, unreadable: 0 })
})

const NAMES = Array.from({ length: 40 }, (_, n) => `陈小明 ${n},0123456${100 + n}\n`).join('')

test.each([
  [
    'a Latin-1 letter among others',
    Buffer.concat([Buffer.from(NAMES), Buffer.from('Jos\xe9', 'latin1')]),
  ],
  ['a last letter that is cut off', Buffer.from(`${NAMES}陈`).subarray(0, -1)],
])('UTF-8 with %s stays UTF-8, and what is unreadable is counted', (_what, file) => {
  const { text, encoding, unreadable } = decodeText(file, undefined)
  expect([encoding, unreadable]).toEqual(['utf-8', 1])
  expect(text.startsWith(NAMES)).toBe(true)
})

test('a web page is read in the encoding that it names', () => {
  const page = Buffer.from('<html><meta charset="gb2312"><table><tr><td>\xb3\xc2', 'latin1')
  expect(decodeText(page, undefined)).toMatchObject({ encoding: 'gb18030' })
  expect(decodeText(page, undefined).text).toContain('陈')
})

test.each<[TextEncoding, string, string]>([
  ['gb18030', 'b3c2d0a1c3f7', '陈小明'],
  ['big5', 'b3afa470a9fa', '陳小明'],
  ['windows-874', 'cac1aad2c2', 'สมชาย'],
  ['windows-1256', 'e3cde3cf', 'محمد'],
  ['windows-1258', '5469f5', 'Tiơ'],
])('%s can be chosen', (encoding, bytes, text) => {
  expect(decodeText(Buffer.from(bytes, 'hex'), encoding)).toMatchObject({ text, encoding })
})

test('every encoding that can be chosen is known here', () => {
  for (const encoding of Encodings.options)
    expect(new TextDecoder(encoding).encoding).toBe(encoding)
})

// @vitest-environment jsdom
import { expect, it } from 'vitest'
import { mediaAddress } from './media-address.ts'

it.each([
  ['', '/uploads/a.png', '/uploads/a.png'],
  ['', 'uploads/a.png', '/uploads/a.png'],
  ['https://media.example', '/uploads/a.png', 'https://media.example/uploads/a.png'],
  ['https://media.example/kirim/', 'uploads/a.png', 'https://media.example/kirim/uploads/a.png'],
])('host "%s" and path "%s"', (host, path, address) => {
  expect(mediaAddress(host, path)).toBe(address)
})

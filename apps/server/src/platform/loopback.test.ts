import { expect, test } from 'vitest'
import { isLoopbackHost } from './loopback.ts'

test.each([
  ['127.0.0.1', true],
  ['127.8.9.10', true],
  ['localhost', true],
  ['LOCALHOST', true],
  ['kirim.localhost', false],
  ['::1', true],
  ['[::1]', true],
  ['0.0.0.0', false],
  ['::', false],
  ['192.168.0.2', false],
  ['127.example.com', false],
  ['localhost.example.com', false],
  ['kirim.example.com', false],
  ['', false],
])('%j is loopback: %s', (host, loopback) => {
  expect(isLoopbackHost(host)).toBe(loopback)
})

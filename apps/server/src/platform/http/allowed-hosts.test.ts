import { describe, expect, test } from 'vitest'
import { createHostPolicy, type HostOptions } from './allowed-hosts.ts'

const policy = (options: Partial<HostOptions> = {}) =>
  createHostPolicy({
    host: '127.0.0.1',
    publicUrl: null,
    mediaUrl: null,
    allowedHosts: [],
    ...options,
  })
const named = {
  publicUrl: 'https://kirim.example.com',
  mediaUrl: 'https://media.example.com:8443/files',
  allowedHosts: [
    { name: 'kirim.lan', port: null },
    { name: 'kirim.test', port: '8080' },
    { name: '*.example.org', port: null },
  ],
}

test.each(['localhost', 'LocalHost:3000', 'localhost.', '127.0.0.1:80', '127.8.8.8', '[::1]:3000'])(
  'loopback is answered whatever is set: %s',
  (host) => {
    expect(policy().accepts(host)).toBe(true)
    expect(policy({ ...named, host: '0.0.0.0' }).accepts(host)).toBe(true)
  },
)

test.each([
  ['kirim.example.com', true],
  ['KIRIM.example.com:443', true],
  ['media.example.com', true],
  ['kirim.lan:3000', true],
  ['kirim.test:8080', true],
  ['kirim.test', false],
  ['kirim.test:80', false],
  ['a.example.org', true],
  ['a.b.example.org:1', true],
  ['example.org', false],
  ['aexample.org', false],
  ['evil.example', false],
  ['kirim.example.com.evil.example', false],
  ['localhost.evil.example', false],
  ['127.0.0.1.evil.example', false],
  ['192.168.1.5', false],
  ['user@localhost', false],
  ['localhost/x', false],
  ['local host', false],
  ['localhost:x', false],
  ['[::1', false],
  ['', false],
])('with names set, %s is answered: %s', (host, answered) => {
  expect(policy({ ...named, host: '0.0.0.0' }).accepts(host)).toBe(answered)
})

test.each([
  ['0.0.0.0', '192.168.1.5:3000', true],
  ['::', '[fd00::5]:3000', true],
  ['0.0.0.0', 'kirim.lan', false],
  ['127.0.0.1', '192.168.1.5', false],
  ['192.168.1.5', '192.168.1.5:3000', true],
  ['192.168.1.5', '192.168.1.6:3000', false],
  ['fd00::5', '[fd00::5]:3000', true],
  ['kirim.lan', 'kirim.lan:3000', true],
])('listening on %s without a name, %s is answered: %s', (listening, host, answered) => {
  expect(policy({ host: listening }).accepts(host)).toBe(answered)
})

test('HTTP/1.0 without the header is answered', () => {
  expect(policy().accepts(undefined)).toBe(true)
})

describe('pages that may open the realtime connection', () => {
  test.each([
    [undefined, 'kirim.example.com', true],
    ['https://kirim.example.com', '127.0.0.1:3000', true],
    ['http://kirim.example.com', '127.0.0.1:3000', false],
    ['http://localhost:5555', 'kirim.example.com', false],
    ['http://127.0.0.1:8080', 'kirim.example.com', false],
    ['http://127.0.0.1:8080', '127.0.0.1:3000', false],
    ['http://127.0.0.1:3000', 'localhost:3000', false],
    ['http://kirim.lan:1', 'kirim.lan', false],
    ['http://kirim.lan:1', 'kirim.example.com', false],
    ['https://kirim.lan', 'kirim.example.com', false],
    ['https://kirim.lan', 'kirim.lan', true],
    ['http://Kirim.lan', 'kirim.LAN:80', true],
    ['https://kirim.lan', 'kirim.lan:80', false],
    ['http://kirim.lan', undefined, false],
    ['http://localhost:5173', 'localhost:5173', true],
    ['https://kirim.example.com:8443', 'kirim.example.com:8443', true],
    ['https://media.example.com:8443', 'kirim.example.com', false],
    ['https://evil.example', 'kirim.example.com', false],
    ['https://kirim.example.com.evil.example', 'kirim.example.com', false],
    ['null', 'kirim.example.com', false],
    ['file://', 'kirim.example.com', false],
    ['', 'kirim.example.com', false],
    ['http://192.168.1.9', '192.168.1.5', false],
    ['http://192.168.1.5:3000', '192.168.1.5:3000', true],
  ])('%s at %s: %s', (origin, host, welcome) => {
    expect(policy(named).allowsOrigin(origin, host)).toBe(welcome)
  })
})

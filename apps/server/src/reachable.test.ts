import { expect, test } from 'vitest'
import { isReachableByOthers, readConfig } from './config.ts'

test.each([
  [{}, false],
  [{ HOST: '0.0.0.0' }, true],
  [{ PUBLIC_URL: 'https://kirim.example.com' }, true],
  [{ ALLOWED_HOSTS: 'kirim.example.com' }, true],
  [{ PUBLIC_URL: 'http://localhost:8080' }, false],
  [{ PUBLIC_URL: 'http://[::1]:8080' }, false],
  [{ HOST: '::', PUBLIC_URL: 'http://localhost' }, true],
  [{ TRUST_PROXY: '1' }, true],
  [{ TRUST_PROXY: 'true', PUBLIC_URL: 'http://localhost:8080' }, true],
  [{ TRUST_PROXY: '10.0.0.0/8' }, true],
  [{ TRUST_PROXY: '0' }, false],
  [{ TRUST_PROXY: 'false' }, false],
])('with %j others can reach the server: %s', (env, reachable) => {
  expect(isReachableByOthers(readConfig(env))).toBe(reachable)
})

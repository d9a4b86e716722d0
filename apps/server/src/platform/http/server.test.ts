import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ErrorBody } from '@kirim/contract/errors'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLog } from '../log.ts'
import { createHttpServer } from './server.ts'

const PAGE = '<!doctype html><title>Kirim</title>'

let app: FastifyInstance
const webRoot = mkdtempSync(join(tmpdir(), 'kirim-web-'))
beforeAll(async () => {
  writeFileSync(join(webRoot, 'index.html'), PAGE)
  const log = createLog('silent')
  app = await createHttpServer({ webRoot, mediaUrl: null, trustProxy: false, version: '1', log })
})
afterAll(async () => {
  await app.close()
  rmSync(webRoot, { recursive: true })
})

test.each([
  ['/contacts', 200],
  ['/no-such-page', 200],
  ['/%', 404],
  ['/%?next=/', 404],
  ['/ai-chatbot/%E0%A4%A/campaigns', 404],
  ['/%/api/contacts', 404],
])('%s is the web app’s to show, with status %i', async (url, status) => {
  const answer = await app.inject({ url, headers: { accept: 'text/html' } })
  expect([answer.statusCode, answer.body]).toEqual([status, PAGE])
  expect(answer.headers['content-security-policy']).toContain("default-src 'none'")
  expect(answer.headers['cache-control']).toBe(status === 200 ? 'no-cache' : 'no-store')
})

test.each([
  ['/api/%', 400],
  ['/uploads/%ff', 400],
  ['/socket.io/%', 400],
  ['/api/nowhere', 404],
])('%s is no page: a refusal with status %i', async (url, status) => {
  const answer = await app.inject({ url, headers: { accept: 'text/html' } })
  expect(answer.statusCode).toBe(status)
  expect(ErrorBody.safeParse(answer.json()).success).toBe(true)
})

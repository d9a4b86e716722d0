// @vitest-environment jsdom

import { login } from '@kirim/contract/accounts'
import { exportContacts, listContacts } from '@kirim/contract/contacts'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type FakeApi, fakeApi, refused } from '#shared/testing/fake-api.ts'
import { setBearer } from './bearer.ts'
import { onWorkspaceRefused, setCalledWorkspace } from './called-workspace.ts'
import { request } from './request.ts'
import { requestBlob } from './request-blob.ts'

const gone = refused(404, 'Gone.', 'workspace_not_found')
const refusals = vi.fn()
let api: FakeApi
let stop: () => void

beforeEach(() => {
  api = fakeApi({})
  setBearer('t1')
  setCalledWorkspace('w1')
  stop = onWorkspaceRefused(refusals)
})
afterEach(() => {
  stop()
  refusals.mockReset()
  setBearer(null)
  setCalledWorkspace(null)
  vi.unstubAllGlobals()
})

const sent = () => api.headers.map((headers) => headers.get('x-workspace'))
const contacts = () => request(listContacts).catch(() => undefined)
const file = () =>
  requestBlob(exportContacts, {}, new AbortController().signal).catch(() => undefined)

it('names the workspace of the tab in calls and downloads, but not in public calls', async () => {
  await contacts()
  await file()
  await request(login, { body: { email: 'a@b.example', password: 'x' } }).catch(() => undefined)
  setCalledWorkspace(null)
  await contacts()
  expect(sent()).toEqual(['w1', 'w1', null, null])
})

it.each([
  ['call', contacts],
  ['download', file],
])('reports a %s that is refused for its workspace', async (_what, make) => {
  api.answers['GET /contacts'] = gone
  api.answers['GET /contacts/export.csv'] = gone
  await make()
  expect(refusals).toHaveBeenCalledOnce()
})

it('does not report one of an earlier workspace, or for another reason', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  api.answers['GET /contacts'] = { ...gone, after: promise }
  const late = contacts()
  setCalledWorkspace('w2')
  resolve()
  await late
  api.answers['GET /contacts'] = refused(404, 'No contact.', 'contact_not_found')
  await contacts()
  expect(refusals).not.toHaveBeenCalled()
})

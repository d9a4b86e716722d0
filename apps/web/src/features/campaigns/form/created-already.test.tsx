// @vitest-environment jsdom
import { IDEMPOTENCY_KEY_HEADER, IdempotencyHeaders } from '@kirim/contract/idempotency-key'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Route } from 'wouter'
import { draftKey, readDraft, writeDraft } from '#shared/forms/drafts.ts'
import {
  type FakeApi,
  fakeApi,
  headersOf,
  ok,
  refused,
  unanswered,
} from '#shared/testing/fake-api.ts'
import { renderPage } from '#shared/testing/render-page.tsx'
import { fill, press, stubLayout } from '#shared/testing/user.ts'
import { NO_MEDIA } from '../media/media-choice.ts'
import { bulkCampaignOf } from '../testing/campaigns.ts'
import { formDataOf } from '../testing/form-data.ts'
import { CampaignDraft, draftOf } from '../values/campaign-draft.ts'
import { newCampaignValues } from '../values/campaign-values.ts'
import { BulkForm } from './bulk-form.tsx'

const CREATE = 'POST /campaigns/d1'
const ADDRESS = '/add-campaign/d1'
const DRAFT = draftKey('campaign/new', 'u1')
/** Switched off, it is saved without a question. */
const values = {
  ...newCampaignValues('d1'),
  campaignName: 'Promo',
  contactGroupId: 'g1',
  caption: 'Hai',
  statusEnabled: false,
}
const data = formDataOf()

let api: FakeApi
beforeEach(() => {
  stubLayout()
  api = fakeApi({ [CREATE]: unanswered() })
})
afterEach(() => {
  cleanup()
  sessionStorage.clear()
  vi.unstubAllGlobals()
})

/** A new campaign, filled in as it was left behind with this key. */
async function opened(key: string) {
  writeDraft(DRAFT, draftOf(values, NO_MEDIA, key))
  renderPage(
    <Route path={ADDRESS}>
      <BulkForm data={data} fixedDeviceId="d1" />
    </Route>,
    {},
    ADDRESS,
  )
  await press('Restore it')
}
const keysSent = () => headersOf(api, CREATE, IDEMPOTENCY_KEY_HEADER)
const create = async () => {
  const before = keysSent().length
  await press('Create Campaign')
  await waitFor(() => expect(keysSent()).toHaveLength(before + 1))
}

it('repeats the idempotency key until the save is answered, also after a reload', async () => {
  await opened('"k1"')
  await create()
  await screen.findByText('Failed: The server did not respond. What you typed is still here.')
  await fill('Campaign name', 'Raya')
  api.answers[CREATE] = refused(400, 'No.')
  await create()
  await screen.findByText('Failed: No.')
  expect(readDraft(DRAFT, CampaignDraft)).toMatchObject({
    idempotencyKey: '"k1"',
    values: { campaignName: 'Raya' },
  })
  api.answers[CREATE] = ok(bulkCampaignOf())
  await create()
  await waitFor(() => expect(window.location.pathname).toBe('/'))
  expect(keysSent()).toEqual(['"k1"', '"k1"', '"k1"'])
})

it('uses a different idempotency key for each form', async () => {
  const keys = []
  for (let n = 0; n < 2; n++) {
    writeDraft(DRAFT, { values, media: { kind: 'none' } })
    renderPage(<BulkForm data={data} fixedDeviceId="d1" />)
    await press('Restore it')
    await create()
    cleanup()
    keys.push(keysSent().at(-1))
  }
  expect(new Set(keys).size).toBe(2)
  for (const key of keys) {
    expect(IdempotencyHeaders.safeParse({ [IDEMPOTENCY_KEY_HEADER]: key }).success).toBe(true)
  }
})

it('links to the campaign that an unanswered attempt created from other values', async () => {
  await opened('"k1"')
  const code = 'idempotency_key_reused'
  const answer = refused(422, 'It was created.', code)
  api.answers[CREATE] = {
    ...answer,
    body: { ...Object(answer.body), params: { campaignId: 'c7' } },
  }
  await create()
  await screen.findByText('This campaign has already been created')
  expect(screen.queryByRole('button', { name: 'Create Campaign' })).toBeNull()
  const link = screen.getByRole('link', { name: 'Show the campaign' })
  expect(link.getAttribute('href')).toBe('/campaigns/c7')
  expect(screen.getByLabelText<HTMLInputElement>('Campaign name').value).toBe('Promo')
})

it('creates a campaign deleted since with a new key on the next attempt', async () => {
  await opened('"k1"')
  api.answers[CREATE] = refused(410, 'It was deleted.', 'campaign_deleted_since')
  await create()
  await screen.findByText('Failed: It was deleted.')
  await create()
  const [first, second] = keysSent()
  expect([first, second === first]).toEqual(['"k1"', false])
})

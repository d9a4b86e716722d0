// @vitest-environment jsdom
import { listGroups } from '@kirim/contract/contacts'
import { listDevices } from '@kirim/contract/devices'
import { useQuery } from '@tanstack/react-query'
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Route } from 'wouter'
import { callQuery } from '#shared/api/query.ts'
import { draftKey, readDraft } from '#shared/forms/drafts.ts'
import { navigate } from '#shared/routing/navigation.ts'
import {
  callsOf,
  type FakeApi,
  fakeApi,
  lastBodyOf,
  ok,
  refused,
  refusedAt,
  unanswered,
} from '#shared/testing/fake-api.ts'
import { renderPage } from '#shared/testing/render-page.tsx'
import { fill, press, stubLayout } from '#shared/testing/user.ts'
import { NO_MEDIA } from '../media/media-choice.ts'
import { bulkCampaignOf } from '../testing/campaigns.ts'
import { formDataOf } from '../testing/form-data.ts'
import { CampaignDraft } from '../values/campaign-draft.ts'
import { valuesOf } from '../values/campaign-values.ts'
import { BulkForm } from './bulk-form.tsx'
import { useRefusal, useSaveCampaign } from './use-save-campaign.ts'

const SAVE = 'PUT /campaigns/d1/c1'
const EDIT = '/campaigns/create/d1'
const DRAFT = draftKey('campaign/c1', 'u1')
/** Switched off, it is saved without a question. */
const campaign = bulkCampaignOf({ campaignName: 'Promo', caption: 'Hai' })

let api: FakeApi
beforeEach(() => {
  stubLayout()
  api = fakeApi({})
})
afterEach(() => {
  cleanup()
  sessionStorage.clear()
  vi.unstubAllGlobals()
})

const data = formDataOf({ campaign })
function opened() {
  return renderPage(
    <Route path={EDIT}>
      <BulkForm data={data} fixedDeviceId="d1" />
    </Route>,
    {},
    EDIT,
  )
}

const nameBox = () => screen.getByLabelText<HTMLInputElement>('Campaign name')
const update = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Update Campaign' })

describe('a campaign that is not saved', () => {
  it('shows the error at its field, which has the focus, and keeps its input', async () => {
    const message = 'A campaign name may have at most 200 characters.'
    api.answers[SAVE] = refusedAt('campaignName', 400, message, 'campaign_name_too_long')
    opened()
    await fill('Campaign name', 'Raya')
    await press('Update Campaign')
    await screen.findByText(`Failed: ${message}`)
    expect(nameBox().getAttribute('aria-invalid')).toBe('true')
    expect(nameBox().value).toBe('Raya')
    await waitFor(() => expect(document.activeElement).toBe(nameBox()))
    await fill('Campaign name', 'Rayani')
    await waitFor(() => expect(nameBox().getAttribute('aria-invalid')).toBeNull())
  })

  it('because no answer arrived is saved once by the next press, then the page is left', async () => {
    const answered = Promise.withResolvers<void>()
    api.answers[SAVE] = unanswered()
    opened()
    await fill('Campaign name', 'Raya')
    await press('Update Campaign')
    await screen.findByText('Failed: The server did not respond. What you typed is still here.')
    expect(readDraft(DRAFT, CampaignDraft)?.values.campaignName).toBe('Raya')
    api.answers[SAVE] = { ...ok(campaign), after: answered.promise }
    const button = update()
    fireEvent.click(button)
    fireEvent.click(button)
    await waitFor(() => expect(nameBox().matches(':disabled')).toBe(true))
    await act(async () => answered.resolve())
    await waitFor(() => expect(window.location.pathname).toBe('/'))
    expect(callsOf(api, SAVE)).toHaveLength(2)
    expect(lastBodyOf(api, SAVE)).toMatchObject({ campaignName: 'Raya', caption: 'Hai' })
    expect(readDraft(DRAFT, CampaignDraft)).toBeNull()
  })

  it.each([
    [
      'a full disk',
      refused(503, 'The disk is full.', 'storage_full'),
      'The disk is full.',
      'storage_full',
    ],
    [
      'no words',
      refused(500, '', 'internal_error'),
      'An unknown error occurred.',
      'internal_error',
    ],
    ['words in an old place', { status: 400, body: { error: 'Old.' } }, 'Old.', ''],
    ['a page of a proxy', { status: 502, body: '<html>' }, 'An unknown error occurred.', ''],
    ['its number', refused(404, 'Gone.', 'device_not_found'), 'Gone.', 'device_not_found'],
    ['its end', refused(409, 'Over.', 'campaign_completed'), 'Over.', 'campaign_completed'],
  ])(
    'for %s says so, and has what it was made of read anew',
    async (_why, answer, reason, told) => {
      api.answers = {
        [SAVE]: answer,
        'GET /contact-groups': ok([]),
        'GET /whatsapp/devices': ok([]),
      }
      const heard: string[] = []
      function Save() {
        useQuery(callQuery(listGroups))
        useQuery(callQuery(listDevices))
        const refused = useRefusal((_error, { code }) => {
          heard.push(code)
        })
        const save = useSaveCampaign(campaign, 'k1', refused)
        const asked = { values: valuesOf(campaign), media: NO_MEDIA }
        return (
          <button type="button" onClick={() => save.mutate(asked)}>
            Save
          </button>
        )
      }
      renderPage(<Save />)
      await waitFor(() => expect(api.calls).toHaveLength(2))
      fireEvent.click(screen.getByText('Save'))
      await screen.findByText(`Failed: ${reason}`)
      expect(heard).toEqual([told || 'unexpected_answer'])
      await waitFor(() => expect(callsOf(api, 'GET /contact-groups')).toHaveLength(2))
      expect(callsOf(api, 'GET /whatsapp/devices')).toHaveLength(2)
    },
  )
})

it('asks before leaving with changes, but not when they are undone', async () => {
  opened()
  await fill('Campaign name', 'Raya')
  act(() => navigate('/'))
  await screen.findByText('Leave without saving?')
  await press('Cancel')
  expect([window.location.pathname, nameBox().value]).toEqual([EDIT, 'Raya'])
  await fill('Campaign name', 'Promo')
  act(() => navigate('/'))
  expect(window.location.pathname).toBe('/')
})

it('a link that is switched on but empty is an error at its field', async () => {
  opened()
  await act(async () => fireEvent.click(screen.getByRole('switch', { name: 'Add a link' })))
  await press('Update Campaign')
  await screen.findByText('Enter a web address that starts with http:// or https://.')
  expect(screen.getByLabelText('Link').getAttribute('aria-invalid')).toBe('true')
  expect(api.calls).not.toContain(SAVE)
})

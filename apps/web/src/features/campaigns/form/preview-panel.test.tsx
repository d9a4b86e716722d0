// @vitest-environment jsdom
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { FormProvider, useForm } from 'react-hook-form'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type FakeApi, fakeApi, ok, refused } from '#shared/testing/fake-api.ts'
import { renderPage } from '#shared/testing/render-page.tsx'
import { groupOf } from '#shared/testing/samples.ts'
import { stubLayout } from '#shared/testing/user.ts'
import { NO_MEDIA } from '../media/media-choice.ts'
import { formDataOf } from '../testing/form-data.ts'
import { preflightOf } from '../testing/preflight.ts'
import { type CampaignValues, newCampaignValues } from '../values/campaign-values.ts'
import { CampaignPreview } from './preview-panel.tsx'

const now = new Date(2026, 10, 21, 12, 0)
const ASK = 'POST /campaigns/d1/preflight'
const PEOPLE = 'GET /contact-groups/g1/contacts'
let api: FakeApi
beforeEach(() => {
  stubLayout()
  vi.useFakeTimers({ now, toFake: ['Date'] })
  api = fakeApi({ [ASK]: ok(preflightOf()), [PEOPLE]: ok([]) })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const LINK = 'https://kedai.example/menu'
const link = { enableLink: true, urlLink: LINK }

function show(values: Partial<CampaignValues> = {}, groups = [groupOf()]) {
  function Form() {
    const form = useForm<CampaignValues>({
      defaultValues: { ...newCampaignValues('d1'), contactGroupId: 'g1', ...values },
    })
    return (
      <FormProvider {...form}>
        <CampaignPreview
          {...formDataOf({ groups })}
          files={{ library: [], attached: [] }}
          media={NO_MEDIA}
        />
      </FormProvider>
    )
  }
  renderPage(<Form />)
}

describe('the preview', () => {
  const shown = async () => within(await screen.findByRole('region', { name: 'Message preview' }))

  it('is rendered for a member of the group, at the send time', async () => {
    api.answers[PEOPLE] = ok([
      { _id: 'p1', name: 'Aminah', phoneNumber: '60123', createdAt: now.toISOString() },
    ])
    show({ caption: '[greet] [wa_name], [now_formatted|HH:mm]', scheduledAt: '2026-11-27T07:00' })
    await (await shown()).findByText('Good morning Aminah, 07:00')
  })

  it('greets in the language of the message', async () => {
    show({ caption: '[greet], [name]', language: 'ms', scheduledAt: '2026-11-27T07:00' })
    await (await shown()).findByText(/^Selamat pagi/)
  })

  it('shows the link only while it is switched on', async () => {
    show({ caption: 'Hai', urlLink: ' https://kedai.example ', enableLink: true })
    await (await shown()).findByText(/https:\/\/kedai\.example/)
    cleanup()
    show({ caption: 'Hai', urlLink: 'https://kedai.example', enableLink: false })
    await (await shown()).findByText('Hai')
    expect((await shown()).queryByText(/kedai\.example/)).toBeNull()
  })

  it('is shown although the group fails to load, and loads nothing without a group', async () => {
    api.answers[PEOPLE] = refused(404, 'Contact group not found.')
    show({ caption: 'Hai' })
    await waitFor(() => expect(api.calls.some((call) => call.startsWith(PEOPLE))).toBe(true))
    await (await shown()).findByText('Hai')
    cleanup()
    api.calls.length = 0
    show({ caption: 'Hai' }, [])
    await (await shown()).findByText('Hai')
    expect(api.calls.filter((call) => call.includes('/contacts'))).toEqual([])
  })

  it('asks for a text while it is empty', async () => {
    show()
    await (await shown()).findByText('Write a caption or choose media, and the message shows here.')
  })
})

describe('the opt-out line', () => {
  it.each<[string, Partial<CampaignValues>, string | null]>([
    [
      'ends the text',
      { caption: 'Kopi', optOutLine: 'ms' },
      'Kopi\nBalas BERHENTI untuk berhenti.',
    ],
    ['is left out', { caption: 'Kopi', optOutLine: '' }, 'Kopi'],
    ['follows the link', { ...link, optOutLine: 'en' }, `${LINK}\nReply STOP to stop.`],
    ['is no message of its own', { caption: '', optOutLine: 'en' }, null],
  ])('%s', async (_what, values, text) => {
    show(values)
    const preview = await screen.findByRole('region', { name: 'Message preview' })
    if (text) expect(preview.textContent).toContain(text)
    expect(preview.textContent?.includes('BERHENTI')).toBe(values.optOutLine === 'ms')
    expect(preview.textContent?.includes('STOP')).toBe(Boolean(text?.includes('STOP')))
  })
})

// @vitest-environment jsdom
import type { Preflight } from '@kirim/contract/campaign-preflight'
import type { NumberCheck } from '@kirim/contract/number-check'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { FormProvider, useForm } from 'react-hook-form'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { i18n } from '#shared/i18n/i18n.ts'
import {
  callsOf,
  type FakeApi,
  fakeApi,
  lastBodyOf,
  ok,
  refused,
} from '#shared/testing/fake-api.ts'
import { renderPage } from '#shared/testing/render-page.tsx'
import { deviceOf } from '#shared/testing/samples.ts'
import { stubLayout } from '#shared/testing/user.ts'
import { NO_MEDIA } from '../media/media-choice.ts'
import { formDataOf } from '../testing/form-data.ts'
import { preflightOf } from '../testing/preflight.ts'
import { type CampaignValues, newCampaignValues } from '../values/campaign-values.ts'
import { PLACES } from '../values/form-places.ts'
import { CheckSection } from './check-section.tsx'

const ASK = 'POST /campaigns/d1/preflight'
const CHECK = 'POST /campaigns/d1/check-numbers'
const TEST = 'POST /campaigns/d1/test'
const now = new Date(2026, 10, 21, 12, 0)

let api: FakeApi
const onAddWording = vi.fn()
beforeEach(() => {
  stubLayout()
  vi.useFakeTimers({ now, toFake: ['Date'] })
  api = fakeApi({ [ASK]: ok(preflightOf()) })
})
afterEach(async () => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  await i18n.changeLanguage('en')
})

function show(values: Partial<CampaignValues> = {}, connected = true) {
  function Form() {
    const form = useForm<CampaignValues>({
      defaultValues: {
        ...newCampaignValues('d1'),
        contactGroupId: 'g1',
        caption: 'Hai',
        ...values,
      },
    })
    return (
      <FormProvider {...form}>
        <CheckSection
          data={formDataOf({ devices: [deviceOf({ connected })] })}
          files={{ library: [], attached: [] }}
          media={NO_MEDIA}
          onAddWording={onAddWording}
        />
        <div id={PLACES.link}>
          <input type="url" aria-label="Link" />
        </div>
        <div id={PLACES.wordings}>
          <textarea aria-label="Caption" />
        </div>
      </FormProvider>
    )
  }
  return renderPage(<Form />)
}

const told = (given: Parameters<typeof preflightOf>[0]) => {
  api.answers[ASK] = ok(preflightOf(given))
}
const left = (people: number, ...names: string[]) => ({
  people,
  first: names.map((name, index) => ({ name, phoneNumber: `6012345670${index}` })),
})
const rows = () =>
  [...document.querySelectorAll('dl > div')].map((row) =>
    [row.querySelector('dt')?.firstChild?.textContent, row.querySelector('dd')?.textContent].join(
      ' ',
    ),
  )

const previews: Preflight['previews'] = [
  {
    kind: 'plain',
    letter: 'A',
    person: { name: 'Farah', phoneNumber: '60123456701', fields: {} },
    text: 'Hai *Farah*',
    fallbacks: [],
    missing: [],
  },
  {
    kind: 'missing',
    letter: 'B',
    person: { name: '60123456702', phoneNumber: '60123456702', fields: {} },
    text: 'Hai *kawan* di sini',
    fallbacks: [{ start: 5, end: 10, placeholder: 'name' }],
    missing: ['name', 'city'],
  },
]

describe('the check', () => {
  it('sends no request without a device and a group', async () => {
    show({ contactGroupId: '' })
    await screen.findByText(/^Choose a device and a group/)
    expect(api.calls).not.toContain(ASK)
  })

  it('sums up people, and lists those left out on request', async () => {
    told({
      people: {
        total: 2000,
        samePerson: left(6),
        optedOut: left(14),
        notOnWhatsApp: left(31, 'Aminah', ''),
        reached: 1949,
        checkedAt: now.toISOString(),
        checkedThrough: 'Kedai',
      },
      estimate: { people: 1949, endsAt: new Date(2026, 10, 28, 8, 20).toISOString(), ahead: 190 },
    })
    show()
    await screen.findByText('Will get this message')
    expect(rows()).toEqual([
      'In Pelanggan 2,000',
      'Same person twice −6',
      'Opted out −14',
      'Not on WhatsApp −31',
      'Will get this message 1,949',
    ])
    expect(screen.getByText('Sat, 28 Nov, about 08:20')).toBeTruthy()
    expect(screen.getByText(/190 people ahead in the queue/)).toBeTruthy()
    const name = () => screen.getByText('Aminah')
    expect(name().closest('[hidden]')).not.toBeNull()
    fireEvent.click(screen.getByRole('button', { name: 'Show: Not on WhatsApp' }))
    expect(name().closest('[hidden]')).toBeNull()
    expect(screen.getByText('and 29 more')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Hide: Not on WhatsApp' }))
    expect(name().closest('[hidden]')).not.toBeNull()
  })

  it('uses the singular for one person', async () => {
    told({
      estimate: { people: 2, endsAt: new Date(2026, 10, 28, 8, 20).toISOString(), ahead: 1 },
      dailyCap: 1,
    })
    show()
    await screen.findByText(/your hours and 1 person ahead in the queue\. At most 1 person a day\./)
  })

  it('shows an error, and can be repeated', async () => {
    api.answers[ASK] = refused(429, 'Too much.', 'too_much_waiting')
    show()
    await screen.findByText('Too much.')
    told({})
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
    await screen.findByText('Will get this message')
  })

  it('keeps the height of the report when it fails', async () => {
    const height = vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(640)
    told({ previews })
    const { say } = show()
    const report = await screen.findByText('Will get this message')
    const box = report.closest<HTMLElement>('[data-steady]')
    expect(box?.style.minHeight).toBe('')
    api.answers[ASK] = refused(429, 'Too much.', 'too_much_waiting')
    await say('contacts_changed')
    await screen.findByText('Too much.')
    expect(box?.style.minHeight).toBe('640px')
    told({})
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
    await screen.findByText('Will get this message')
    expect(box?.style.minHeight).toBe('')
    height.mockRestore()
  })

  it('lists findings, in Malay too, and ignores unknown ones', async () => {
    told({
      findings: [
        { code: 'one_wording', params: { people: 1612 }, tone: 'warning' },
        { code: 'link_missing', params: { link: 'kedai.test/menu' }, tone: 'warning' },
        { code: 'placeholder_unknown', params: { text: '[nmae]' }, tone: 'warning' },
        { code: 'placeholder_unknown', params: { text: '[town]' }, tone: 'warning' },
        { code: 'field_empty', params: { placeholder: 'city', people: 38 }, tone: 'info' },
        { code: 'of_a_newer_server', params: {}, tone: 'warning' },
      ],
    })
    show()
    await screen.findByText(
      '1,612 people have never had a message from this number, and there is only one text',
    )
    expect(screen.getByText('kedai.test/menu cannot be opened')).toBeTruthy()
    expect(screen.getByText('[nmae] is not a placeholder and is sent as written')).toBeTruthy()
    expect(screen.getByText('[town] is not a placeholder and is sent as written')).toBeTruthy()
    expect(screen.getByText('[city] is empty for 38 of the recipients')).toBeTruthy()
    expect(screen.getAllByRole('img', { name: 'Warning' })).toHaveLength(4)
    await act(() => i18n.changeLanguage('ms'))
    await screen.findByText('kedai.test/menu tidak dapat dibuka')
    screen.getByText('[nmae] bukan pemegang tempat dan dihantar seperti ditulis')
  })
})

describe('a device that cannot send now', () => {
  it('is named, with the time of its return and a link', async () => {
    told({
      findings: [
        { code: 'number_offline', params: { device: 'Kedai' }, tone: 'warning' },
        {
          code: 'number_limited',
          params: { device: 'Pejabat', at: new Date(2026, 10, 21, 18, 0).toISOString() },
          tone: 'warning',
        },
      ],
      estimate: { startsAt: null, endsAt: null, isOffline: true },
    })
    show()
    await screen.findByText('Kedai is not connected')
    screen.getByText('Pejabat cannot start new chats until today, 18:00')
    screen.getByText('Not known yet')
    const links = screen.getAllByRole('link', { name: 'Show the number' })
    expect(links.map((link) => link.getAttribute('href'))).toEqual(['/scan-device', '/scan-device'])
    await act(() => i18n.changeLanguage('ms'))
    await screen.findByText('Kedai tidak disambungkan')
    screen.getByText('Belum diketahui')
  })

  it('leaves the end unknown while it holds messages that may have been delivered', async () => {
    told({ estimate: { startsAt: now.toISOString(), endsAt: null, isWaited: true } })
    show()
    await screen.findByText('Not known yet')
    screen.getByText(/^Some people may already have the message from a disconnected number\./)
  })
})

describe('a finding leads to its fix', () => {
  it.each([
    ['one_wording', 'Add variations', { people: 90 }, 'Caption', 1],
    ['link_missing', 'Change the link', { link: 'https://a.test' }, 'Link', 0],
    ['link_missing', 'Change the link', { link: 'in.the/text' }, 'Caption', 0],
    ['placeholder_unknown', 'Change the text', { text: '[nmae]' }, 'Caption', 0],
    ['placeholder_foreign', 'Change the text', { text: '{name}', instead: '[name]' }, 'Caption', 0],
    ['field_empty', 'Add a fallback', { placeholder: 'city', people: 3 }, 'Caption', 0],
  ])('%s: %s', async (code, label, params, field, added) => {
    onAddWording.mockClear()
    told({ findings: [{ code, params, tone: 'warning' }] })
    show({ enableLink: true, urlLink: 'https://a.test ' })
    fireEvent.click(await screen.findByRole('button', { name: label }))
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe(field))
    expect(onAddWording).toHaveBeenCalledTimes(added)
  })
})

describe('unchecked numbers', () => {
  it('are checked on request, with progress', async () => {
    const people = { unchecked: 340, total: 400, reached: 400 }
    told({ people })
    const check: NumberCheck = { deviceId: 'd1', done: 120, total: 340, waits: false }
    api.answers[CHECK] = ok({ check })
    show()
    expect(await screen.findByText(/340 numbers haven't been checked on WhatsApp/)).toBeTruthy()
    told({ people, check })
    fireEvent.click(screen.getByRole('button', { name: 'Check 340 numbers' }))
    const bar = await screen.findByRole('progressbar', { name: 'Numbers checked' })
    expect(bar.getAttribute('aria-valuenow')).toBe('120')
    expect(screen.getByText('120 of 340 numbers checked')).toBeTruthy()
    expect(lastBodyOf(api, CHECK)).toEqual({ contactGroupId: 'g1', absent: false })
    api.answers['DELETE /campaigns/d1/check-numbers'] = ok({ check: null })
    told({ people })
    fireEvent.click(screen.getByRole('button', { name: 'Stop' }))
    await screen.findByRole('button', { name: 'Check 340 numbers' })
  })

  it('end with the event of the server, even before the start is answered', async () => {
    told({ people: { unchecked: 2 } })
    const late = Promise.withResolvers<void>()
    const check: NumberCheck = { deviceId: 'd1', done: 0, total: 2, waits: false }
    api.answers[CHECK] = { ...ok({ check }), after: late.promise }
    const page = show()
    fireEvent.click(await screen.findByRole('button', { name: 'Check 2 numbers' }))
    const say = (changed: NumberCheck | null) =>
      page.say('number_check_changed', { deviceId: 'd1', check: changed })
    await say(check)
    await screen.findByText('0 of 2 numbers checked')
    told({ people: { unchecked: 0, checkedAt: now.toISOString() } })
    await say(null)
    await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull())
    await act(async () => late.resolve())
    await waitFor(() => expect(callsOf(api, ASK).length).toBeGreaterThanOrEqual(3))
    expect(screen.queryByRole('progressbar')).toBeNull()
  })

  it('that were absent can be checked again', async () => {
    told({ people: { notOnWhatsApp: left(31) } })
    const check: NumberCheck = { deviceId: 'd1', done: 0, total: 31, waits: false }
    api.answers[CHECK] = ok({ check })
    show()
    await screen.findByText('31 numbers were not on WhatsApp at the last check. They may be now.')
    told({ people: { notOnWhatsApp: left(31) }, check })
    fireEvent.click(screen.getByRole('button', { name: 'Check again' }))
    await screen.findByText('0 of 31 numbers checked')
    expect(lastBodyOf(api, CHECK)).toEqual({ contactGroupId: 'g1', absent: true })
  })

  it('use the singular for one number', async () => {
    told({ people: { notOnWhatsApp: left(1) } })
    show()
    await screen.findByText('1 number was not on WhatsApp at the last check. It may be now.')
  })

  it('wait while the device is away', async () => {
    told({ check: { deviceId: 'd1', done: 0, total: 5, waits: true } })
    show({}, false)
    await screen.findByText(
      '0 of 5 numbers checked. Waiting for Kedai, then it resumes automatically.',
    )
  })
})

describe('the sample messages', () => {
  it('underline fallbacks, and change on request', async () => {
    told({ previews, people: { reached: 1949, total: 2000 } })
    show({ variants: [{ letter: 'B', caption: 'x' }] })
    const samples = within(await screen.findByRole('region', { name: 'Sample messages' }))
    samples.getByText('2 of 1,949')
    const fallback = samples.getByText('kawan')
    expect(fallback.className).toMatch(/underline/)
    expect(fallback.className).toMatch(/font-semibold/)
    expect(samples.getByText('Farah', { selector: 'span.font-semibold' }).className).not.toMatch(
      /underline/,
    )
    samples.getByText('No value for [name]: the fallback is used. No value for [city]: left blank.')
    samples.getByText('Variation B')
    fireEvent.click(samples.getByRole('button', { name: 'Show others' }))
    await waitFor(() => expect(lastBodyOf(api, ASK)).toMatchObject({ draw: 1 }))
  })
})

describe('a test to myself', () => {
  it('is sent as a sample recipient would get it', async () => {
    told({ previews })
    const sent = { phoneNumber: '60123456789', at: now.toISOString(), state: 'sent' }
    api.answers[TEST] = ok(sent)
    show()
    fireEvent.click(await screen.findByRole('button', { name: 'Send a test' }))
    await screen.findByText('Sent to 60123456789 at 12:00.')
    expect(lastBodyOf(api, TEST)).toMatchObject({ phoneNumber: '60123456701', caption: 'Hai' })
  })

  it('shows the reason of a refusal', async () => {
    told({ previews })
    api.answers[TEST] = refused(409, 'This number is not connected.', 'test_number_away')
    show()
    fireEvent.click(await screen.findByRole('button', { name: 'Send a test' }))
    await screen.findByText('This number is not connected.')
    expect(callsOf(api, TEST)).toHaveLength(1)
  })

  it('waits for the device', async () => {
    told({ previews })
    show({}, false)
    await screen.findByText('Kedai is not connected.')
    expect(screen.getByRole('button', { name: 'Send a test' }).matches(':disabled')).toBe(true)
  })
})

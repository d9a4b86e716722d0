// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { FormProvider, useForm } from 'react-hook-form'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ownIssue } from '#shared/forms/field-issue.ts'
import { problemResolver } from '#shared/forms/problem-resolver.ts'
import { i18n } from '#shared/i18n/i18n.ts'
import { renderPage } from '#shared/testing/render-page.tsx'
import { stubResizeObserver } from '#shared/testing/stub-resize-observer.ts'
import { fill, pressKey, stubLayout } from '#shared/testing/user.ts'
import { browserTimeZone } from '#shared/time/browser-time-zone.ts'
import { type CampaignValues, newCampaignValues, problemsOf } from '../values/campaign-values.ts'
import { WhenSection } from './when-section.tsx'

const UNREADABLE = 'Half a time.'
const sent = vi.fn()

function Probe() {
  const form = useForm<CampaignValues>({
    defaultValues: newCampaignValues('d1'),
    resolver: problemResolver<CampaignValues>(() => ({}), {
      scheduledAt: ownIssue(UNREADABLE),
    }),
  })
  return (
    <FormProvider {...form}>
      <form onSubmit={form.handleSubmit(({ scheduledAt }) => sent(scheduledAt))}>
        <WhenSection savedZone={null} />
        <button type="submit">Save</button>
      </form>
    </FormProvider>
  )
}

afterEach(() => {
  cleanup()
  sent.mockReset()
  vi.unstubAllGlobals()
})

const box = () => screen.getByLabelText<HTMLInputElement>('Time Post (Optional)')
const save = () => act(async () => fireEvent.click(screen.getByRole('button', { name: 'Save' })))

/** Simulates a partly typed date: no value, and bad input. */
function typeHalf(half: boolean): void {
  Object.defineProperty(box(), 'validity', { value: { badInput: half }, configurable: true })
}

it('a partly typed time is an error on blur, and is never sent as empty', async () => {
  stubResizeObserver()
  renderPage(<Probe />)
  expect(box().max).toMatch(/^\d{4}-/)
  typeHalf(true)
  await act(async () => fireEvent.blur(box()))
  await screen.findByText(UNREADABLE)
  await save()
  expect(sent).not.toHaveBeenCalled()
  expect(box().getAttribute('aria-invalid')).toBe('true')
  typeHalf(false)
  await act(async () => fireEvent.blur(box()))
  expect(screen.queryByText(UNREADABLE)).toBeNull()
  await save()
  expect(sent).toHaveBeenCalledExactlyOnceWith('')
})

describe('time, pace and hours', () => {
  beforeEach(() => {
    stubLayout()
    vi.useFakeTimers({ now: new Date(2026, 10, 21, 12, 0), toFake: ['Date'] })
  })
  afterEach(async () => {
    vi.useRealTimers()
    await i18n.changeLanguage('en')
  })

  function show(values: Partial<CampaignValues> = {}, savedZone: string | null = null) {
    function Form() {
      const form = useForm<CampaignValues>({
        defaultValues: {
          ...newCampaignValues('d1'),
          campaignName: 'Raya',
          contactGroupId: 'g1',
          ...values,
        },
        resolver: problemResolver(problemsOf),
      })
      return (
        <FormProvider {...form}>
          <WhenSection savedZone={savedZone} />
          <output>{JSON.stringify(form.watch())}</output>
        </FormProvider>
      )
    }
    renderPage(<Form />)
  }
  const noteOf = (field: Element) =>
    document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent
  const held = (): CampaignValues => JSON.parse(screen.getByRole('status').textContent ?? '')

  it.each([
    ['', 'Leave blank to send immediately if the queue is empty.'],
    ['2026-11-21T11:59', 'This time has passed. The campaign sends at once if the queue is empty.'],
    ['2026-11-21T12:00', 'Leave blank to send immediately if the queue is empty.'],
    ['2026-11-22T00:00', 'Leave blank to send immediately if the queue is empty.'],
  ])('the time %j says: %s', async (time, note) => {
    show()
    await fill('Time Post (Optional)', time)
    expect(noteOf(box())).toBe(note)
    expect(held().scheduledAt).toBe(time)
  })

  it('intervals range from 4 to 60, and fixing one fixes the other', async () => {
    const ORDER = 'The minimum interval must not be longer than the maximum.'
    show()
    const open = async (name: string) => {
      await pressKey(screen.getByRole('combobox', { name }), 'Enter')
      return [...document.querySelectorAll('[role=option]')]
    }
    const chooseLast = (options: readonly Element[]) =>
      act(async () => {
        for (const option of options.slice(-1)) fireEvent.click(option)
      })
    const options = await open('Min Interval')
    expect([options.length, options[0]?.textContent, options.at(-1)?.textContent]).toEqual([
      57,
      '4 s',
      '60 s',
    ])
    await chooseLast(options)
    await screen.findByText(ORDER)
    const min = screen.getByRole('combobox', { name: 'Min Interval' })
    expect(min.getAttribute('aria-invalid')).toBe('true')
    await chooseLast(await open('Max Interval'))
    await waitFor(() => expect(screen.queryByText(ORDER)).toBeNull())
    expect(held()).toMatchObject({ minIntervalSeconds: 60, maxIntervalSeconds: 60 })
  })

  it.each([
    ['Anytime', 'anytime', []],
    ['Daytime (7am-6pm)', 'daytime', ['07:00', '18:00']],
    ['Nighttime (7pm-6am)', 'nighttime', ['19:00', '06:00']],
    ['Odd Hours', 'odd_hours', ['01:00', '23:00']],
    ['Even Hours', 'even_hours', ['00:00', '22:00']],
  ])('%s lists its hours', async (name, type, ends) => {
    show({ campaignScheduleType: type === 'anytime' ? 'daytime' : 'anytime' })
    await act(async () => fireEvent.click(screen.getByRole('radio', { name })))
    expect(held().campaignScheduleType).toBe(type)
    const list = screen.queryByRole('list', { name: 'Active hours' })
    const hours = [...(list?.children ?? [])].map(({ textContent }) => textContent)
    expect(hours).toHaveLength(type === 'anytime' ? 0 : 12)
    expect([hours[0], hours.at(-1)].filter(Boolean)).toEqual(ends)
  })

  it.each(['en', 'ms'])(
    'hours are those of this browser, said where they were others: %s',
    async (language) => {
      await i18n.changeLanguage(language)
      const zone = browserTimeZone()
      const saved = zone === 'Asia/Tokyo' ? 'Asia/Seoul' : 'Asia/Tokyo'
      const note = () => noteOf(screen.getByRole('radiogroup'))
      show({}, saved)
      expect(note()).toBe(
        i18n.t('Hours in {zone}. Until you save, the campaign uses {saved}.', { zone, saved }),
      )
      cleanup()
      show({}, zone)
      expect(note()).toBe(i18n.t('Hours in {zone}.', { zone }))
    },
  )

  it('a disabled campaign says that nothing is sent', async () => {
    show()
    const onOff = screen.getByRole('switch', { name: 'Enabled' })
    expect(noteOf(onOff)).toBe('Sends at the scheduled time.')
    await act(async () => fireEvent.click(onOff))
    expect(noteOf(onOff)).toBe('While it is off, the campaign is saved but nothing is sent.')
    expect(held().statusEnabled).toBe(false)
  })
})

// @vitest-environment jsdom
import {
  type SandboxWeather,
  type SandboxWeatherReport,
  SandboxWeather as SandboxWeatherSchema,
} from '@kirim/contract/sandbox-weather'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type FakeApi, fakeApi, lastBodyOf, ok, refused } from '#shared/testing/fake-api.ts'
import { renderPage } from '#shared/testing/render-page.tsx'
import { choose, press, stubLayout } from '#shared/testing/user.ts'
import { dismissAllToasts } from '#shared/toast/toast.ts'
import { PHONE, phoneOf } from './testing/sandbox.ts'
import { controlsOf, nextMoment, type WeatherControl } from './weather-controls.ts'
import { CHOICES, WEATHER, weatherOf } from './weather-kinds.ts'
import { WeatherPanel } from './weather-panel.tsx'

const GET = `GET ${PHONE}/weather`
const PUT = `PUT ${PHONE}/weather`

const reportOf = (given: Partial<SandboxWeatherReport> = {}): SandboxWeatherReport => ({
  weather: { kind: 'calm' },
  now: 'calm',
  since: null,
  struck: 0,
  changes: [],
  ...given,
})
const limited = (more: object = {}) =>
  reportOf({
    weather: { kind: 'limited', newADay: 0, ...more },
    now: 'limited',
    since: '2026-11-22T01:40:00.000Z',
    struck: 41,
  })

let api: FakeApi
beforeEach(() => {
  stubLayout()
  api = fakeApi({ [GET]: ok(reportOf()), [PUT]: ok(limited()) })
})
afterEach(() => {
  cleanup()
  act(dismissAllToasts)
  vi.unstubAllGlobals()
})

const shown = () => {
  renderPage(<WeatherPanel phone={phoneOf()} />)
  return screen.findByRole('radiogroup', { name: 'Weather' })
}

describe('the weather panel', () => {
  it('shows every choice, and which holds', async () => {
    const group = await shown()
    expect(within(group).getAllByRole('radio')).toHaveLength(CHOICES.length)
    expect(within(group).getByRole('radio', { checked: true }).textContent).toBe('Calm')
    expect(screen.queryByText('Back to calm')).toBeNull()
  })

  it('sets what is chosen with what it begins with, and shows it at once', async () => {
    await shown()
    api.answers[GET] = ok(limited())
    fireEvent.click(screen.getByRole('radio', { name: 'Limited' }))
    await waitFor(() =>
      expect(lastBodyOf(api, PUT)).toEqual({ weather: { kind: 'limited', newADay: 0 } }),
    )
    await screen.findByText('New chats are refused with 463. Existing chats continue.')
  })

  it('says how often it struck and that it lasts, and goes back to calm', async () => {
    api.answers[GET] = ok(limited())
    await shown()
    await screen.findByText(/Affected since .*: 41\. Lasts until you change it\./)
    await press('Back to calm')
    await waitFor(() => expect(lastBodyOf(api, PUT)).toEqual({ weather: { kind: 'calm' } }))
  })

  it('says when it ends', async () => {
    api.answers[GET] = ok(limited({ until: new Date(Date.now() + 7_200_000).toISOString() }))
    await shown()
    await screen.findByText(/Ends automatically in 2 h\./)
  })

  it('keeps its number when the field is left, and a number too large not', async () => {
    api.answers[GET] = ok(limited())
    await shown()
    const field = screen.getByLabelText<HTMLInputElement>('New chats a day')
    fireEvent.change(field, { target: { value: '99999' } })
    fireEvent.blur(field)
    expect(field.value).toBe('0')
    fireEvent.change(field, { target: { value: '12' } })
    fireEvent.blur(field)
    await waitFor(() =>
      expect(lastBodyOf(api, PUT)).toEqual({ weather: { kind: 'limited', newADay: 12 } }),
    )
  })

  it('keeps its end on Enter, as the next moment of that time', async () => {
    api.answers[GET] = ok(limited())
    await shown()
    const field = screen.getByLabelText('Until')
    fireEvent.change(field, { target: { value: '18:00' } })
    fireEvent.keyDown(field, { key: 'Enter' })
    const wanted = nextMoment('18:00', new Date())
    await waitFor(() =>
      expect(lastBodyOf(api, PUT)).toEqual({
        weather: { kind: 'limited', newADay: 0, until: wanted },
      }),
    )
  })

  it('changes what belongs to its kind: a code, a choice and a switch', async () => {
    const closed: SandboxWeather = { kind: 'closed', code: 503, when: 'open' }
    api.answers[GET] = ok(reportOf({ weather: closed, now: 'closed' }))
    await shown()
    await choose('Ends', 'Every login')
    await waitFor(() =>
      expect(lastBodyOf(api, PUT)).toEqual({ weather: { ...closed, when: 'login' } }),
    )
    cleanup()
    api.answers[GET] = ok(limited())
    await shown()
    fireEvent.click(screen.getByRole('switch', { name: 'Reported only on request' }))
    await waitFor(() =>
      expect(lastBodyOf(api, PUT)).toEqual({
        weather: { kind: 'limited', newADay: 0, untold: true },
      }),
    )
  })

  it('says what it is at the moment while it is mixed', async () => {
    api.answers[GET] = ok(reportOf({ weather: { kind: 'mixed', seed: 3 }, now: 'outage' }))
    await shown()
    await screen.findByText(/At the moment: Outage\./)
  })

  it('that cannot be loaded can be loaded again', async () => {
    api.answers[GET] = refused(404, 'Sandbox phone not found.', 'sandbox_phone_not_found')
    renderPage(<WeatherPanel phone={phoneOf()} />)
    expect((await screen.findByRole('alert')).textContent).toContain('Could not load the weather')
    api.answers[GET] = ok(reportOf())
    await press('Try again')
    await screen.findByRole('radiogroup')
  })

  it('that cannot be changed says so, and shows what holds', async () => {
    api.answers[PUT] = refused(404, 'Sandbox phone not found.', 'sandbox_phone_not_found')
    await shown()
    fireEvent.click(screen.getByRole('radio', { name: 'Outage' }))
    await screen.findByText('Sandbox phone not found.')
    await waitFor(() =>
      expect(screen.getByRole('radio', { checked: true }).textContent).toBe('Calm'),
    )
  })
})

describe('the kinds of weather', () => {
  /** Another value than it has. */
  function another(control: WeatherControl): SandboxWeather {
    switch (control.is) {
      case 'number':
        return control.change(control.value === control.min ? control.max : control.min)
      case 'choice':
        return control.change(
          control.options.find(({ value }) => value !== control.value)?.value ?? '',
        )
      case 'switch':
        return control.change(!control.value)
    }
  }

  it.each(CHOICES.map((weather) => [weather.kind, weather]))(
    '%s keeps everything else when a part of it changes, and can be set',
    (_kind, weather) => {
      controlsOf(weather).forEach((control, at) => {
        const changed = another(control)
        expect(SandboxWeatherSchema.safeParse(changed).error).toBeUndefined()
        expect({ ...weather, ...changed }).toEqual(changed)
        expect(controlsOf(changed)[at]?.label).toBe(control.label)
        expect(controlsOf(changed)[at]?.value).not.toBe(control.value)
      })
    },
  )

  it('can all be chosen', () => {
    expect(CHOICES.map(({ kind }) => kind).sort()).toEqual(Object.keys(WEATHER).sort())
  })

  it('take no choice that there is not', () => {
    const [, ends] = controlsOf({ kind: 'closed', code: 503, when: 'login' })
    expect(ends?.is === 'choice' && ends.change('never')).toEqual({
      kind: 'closed',
      code: 503,
      when: 'login',
    })
  })

  it('that this page does not know is shown all the same', () => {
    expect(weatherOf('hail').label).toBe('Mixed')
    expect(weatherOf('constructor').label).toBe('Mixed')
  })

  it.each<[string, string | undefined]>([
    ['18:00', new Date(2026, 10, 22, 18, 0).toISOString()],
    ['09:40', new Date(2026, 10, 23, 9, 40).toISOString()],
    ['1800', new Date(2026, 10, 22, 18, 0).toISOString()],
    ['', undefined],
    ['25:00', undefined],
    ['soon', undefined],
  ])('end at %s', (time, moment) => {
    expect(nextMoment(time, new Date(2026, 10, 22, 10, 24))).toBe(moment)
  })
})

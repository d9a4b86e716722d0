// @vitest-environment jsdom
import { useQuery } from '@tanstack/react-query'
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { renderPage } from '#shared/testing/render-page.tsx'
import { press } from '#shared/testing/user.ts'
import { useOfflineSince, useRealtime } from './realtime-context.ts'
import { useConnectError, useRealtimeEvent } from './realtime-events.ts'
import { useMissedEvents } from './use-missed-events.ts'
import { useRefetchWhenStale } from './use-refetch-when-stale.ts'

const heard = vi.fn()
beforeEach(() => heard.mockReset())
afterEach(cleanup)

describe('an event', () => {
  function Listener({ as }: { as: string }) {
    useRealtimeEvent('whatsapp_qr', (text, life) => heard(as, text, life))
    useRealtimeEvent('error_message', (message, said) => heard(as, message, said))
    return null
  }

  function Page() {
    const [names, setNames] = useState(['one'])
    return (
      <>
        <button type="button" onClick={() => setNames(['another'])}>
          Rename
        </button>
        <button type="button" onClick={() => setNames([])}>
          Go
        </button>
        {names.map((name) => (
          <Listener key="listener" as={name} />
        ))}
      </>
    )
  }
  const life = { expiresInMs: 1000, attempt: 1 }

  it.each<[string, unknown[]]>([
    ['without what belongs to it', ['code']],
    ['with a wrong thing', [7, life]],
    ['with half of a thing', ['code', { attempt: 1 }]],
    ['with a thing of wrong parts', ['code', { ...life, attempt: 'x' }]],
    ['with nothing', []],
  ])('%s is dropped', async (_what, args) => {
    const { say } = renderPage(<Page />)
    await say('whatsapp_qr', ...args)
    expect(heard).not.toHaveBeenCalled()
  })

  it('drops fields that a newer server adds', async () => {
    const { say } = renderPage(<Page />)
    await say('whatsapp_qr', 'code', { ...life, colour: 'red' }, 'more')
    await say('error_message', 'No.')
    expect(heard.mock.calls).toEqual([
      ['one', 'code', life],
      ['one', 'No.', undefined],
    ])
  })

  it('calls the current handler, and none after unmount', async () => {
    const { say } = renderPage(<Page />)
    await press('Rename')
    await say('error_message', 'first')
    await press('Go')
    await say('error_message', 'second')
    expect(heard.mock.calls).toEqual([['another', 'first', undefined]])
  })
})

describe('a failed attempt to connect', () => {
  function Listener() {
    useConnectError(heard)
    return null
  }

  it.each([
    [
      'a refusal',
      { message: 'No.', code: 'too_many_connections' },
      { code: 'too_many_connections', params: {} },
    ],
    [
      'one with values',
      { message: 'No.', code: 'too_many_requests', params: { seconds: 3 } },
      { code: 'too_many_requests', params: { seconds: 3 } },
    ],
    ['no word of the server', undefined, { code: '', params: {} }],
    ['something else', 'text', { code: '', params: {} }],
  ])('with %s', async (_what, data, told) => {
    const { say } = renderPage(<Listener />)
    await say('connect_error', Object.assign(new Error('timeout'), { data }))
    expect(heard.mock.calls).toEqual([[{ ...told, message: 'timeout' }]])
  })
})

it('throws outside the signed-in area', () => {
  let since: number | null = 1
  function Clock() {
    since = useOfflineSince()
    return null
  }
  function Caller() {
    useRealtime()
    return null
  }
  render(<Clock />)
  expect(since).toBeNull()
  const quiet = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  expect(() => render(<Caller />)).toThrow('useRealtime mesti digunakan di dalam RealtimeProvider')
  quiet.mockRestore()
})

describe('a restored connection', () => {
  function Listener() {
    useMissedEvents(heard)
    return null
  }

  it('is reported each time, but not on the first connect', async () => {
    const { setConnection } = renderPage(<Listener />)
    const times = [heard.mock.calls.length]
    for (const status of ['disconnected', 'connected', 'connecting', 'connected'] as const) {
      await setConnection(status)
      times.push(heard.mock.calls.length)
    }
    expect(times).toEqual([0, 0, 1, 1, 2])
  })
})

describe('a response older than an event', () => {
  const KEY = ['thing']
  let answers: PromiseWithResolvers<string>[] = []
  beforeEach(() => {
    answers = []
  })

  function Thing() {
    const { data } = useQuery({
      queryKey: KEY,
      queryFn: () => {
        const answer = Promise.withResolvers<string>()
        answers.push(answer)
        return answer.promise
      },
      retry: false,
    })
    useRealtimeEvent('devices_changed', useRefetchWhenStale(KEY))
    return <p>{data ?? 'loading'}</p>
  }
  const answer = (place: number, text: string) => act(async () => answers.at(place)?.resolve(text))

  it('is fetched once more, however many events there were', async () => {
    const { say } = renderPage(<Thing />)
    await say('devices_changed')
    await say('devices_changed')
    expect(answers).toHaveLength(1)
    await answer(0, 'old')
    await waitFor(() => expect(answers).toHaveLength(2))
    await answer(1, 'new')
    await screen.findByText('new')
    expect(answers).toHaveLength(2)
  })

  it('is fetched once more after a failure, too', async () => {
    const { say } = renderPage(<Thing />)
    await say('devices_changed')
    await act(async () => answers[0]?.reject(new Error('no')))
    await waitFor(() => expect(answers).toHaveLength(2))
    await answer(1, 'new')
    await screen.findByText('new')
  })

  it('is not fetched again when the event comes later', async () => {
    const { say, setConnection } = renderPage(<Thing />)
    await answer(0, 'there')
    await screen.findByText('there')
    await say('devices_changed')
    await setConnection('connecting')
    expect(answers).toHaveLength(1)
  })
})

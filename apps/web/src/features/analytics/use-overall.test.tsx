// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, it, vi } from 'vitest'
import { fakeApi, ok } from '#shared/testing/fake-api.ts'
import { renderPage } from '#shared/testing/render-page.tsx'
import { useOverall } from './use-overall.ts'

const SUMMARY = 'GET /analytics/dashboard/overall-summary'
const sums = (totalMessages: number) => ({ totalMessages, sentMessages: 0, failedMessages: 0 })

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function Total() {
  return <p>{useOverall().summary?.totalMessages}</p>
}

function Visited() {
  const [shown, setShown] = useState(true)
  return (
    <>
      <button type="button" onClick={() => setShown(!shown)}>
        Go
      </button>
      {shown && <Total />}
    </>
  )
}

it('follows events, and loads again after it was unmounted', async () => {
  const api = fakeApi({ [SUMMARY]: ok(sums(1)) })
  const { say } = renderPage(<Visited />)
  await screen.findByText('1')
  await say('summary_changed', sums(2))
  await screen.findByText('2')
  api.answers[SUMMARY] = ok(sums(3))
  const go = screen.getByRole('button', { name: 'Go' })
  fireEvent.click(go)
  await say('summary_changed', sums(3))
  fireEvent.click(go)
  await screen.findByText('3')
})

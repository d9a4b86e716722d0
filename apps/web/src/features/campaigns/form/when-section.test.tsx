// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { FormProvider, useForm } from 'react-hook-form'
import { afterEach, expect, it, vi } from 'vitest'
import { ownIssue } from '#shared/forms/field-issue.ts'
import { problemResolver } from '#shared/forms/problem-resolver.ts'
import { renderPage } from '#shared/testing/render-page.tsx'
import { stubResizeObserver } from '#shared/testing/stub-resize-observer.ts'
import { type CampaignValues, newCampaignValues } from './campaign-values.ts'
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

/** As a browser tells of a date that was begun and not finished: no value, and bad input. */
function typeHalf(half: boolean): void {
  Object.defineProperty(box(), 'validity', { value: { badInput: half }, configurable: true })
}

it('half a time is said to be one as it is left, and is never sent as none', async () => {
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

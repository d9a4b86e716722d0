// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { createQueryClient } from './query.ts'
import { useSingleMutation } from './use-single-mutation.ts'

afterEach(cleanup)

function Probe({ calls }: { calls: PromiseWithResolvers<void>[] }) {
  const save = useSingleMutation({
    mutationFn: () => {
      const call = Promise.withResolvers<void>()
      calls.push(call)
      return call.promise
    },
  })
  // Like a form's submit handler, which validates before it sends.
  const submit = () => void Promise.resolve().then(() => save.mutate(undefined))
  return (
    <button type="button" onClick={submit}>
      {save.status}
    </button>
  )
}

it.each(['success', 'error'])(
  'what is pressed twice is sent once; after its %s it can be sent again',
  async (outcome) => {
    const calls: PromiseWithResolvers<void>[] = []
    render(
      <QueryClientProvider client={createQueryClient()}>
        <Probe calls={calls} />
      </QueryClientProvider>,
    )
    const press = () => fireEvent.click(screen.getByRole('button'))
    await act(async () => {
      press()
      press()
    })
    expect(calls).toHaveLength(1)
    if (outcome === 'success') calls[0]?.resolve()
    else calls[0]?.reject(new Error('refused'))
    await screen.findByText(outcome)
    await act(async () => press())
    expect(calls).toHaveLength(2)
  },
)

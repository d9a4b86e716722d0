// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { renderPage } from '#shared/testing/render-page.tsx'
import { DraftOffer } from './draft-offer.tsx'
import { forgetDrafts } from './drafts.ts'
import { useDraft } from './use-draft.ts'

const Kept = z.object({ title: z.string(), stars: z.number() })

/** A form with a title and a secret, and a rating outside the form's values. */
function Probe({ atOnce = false }: { atOnce?: boolean }) {
  const form = useForm({ defaultValues: { title: '', secret: '' } })
  const [stars, setStars] = useState(0)
  const draft = useDraft({
    name: 'probe',
    schema: Kept,
    form,
    toDraft: ({ title }) => ({ title, stars }),
    beside: stars,
    putBack: (kept) => {
      form.setValue('title', kept.title)
      setStars(kept.stars)
    },
    atOnce,
  })
  return (
    <form>
      <DraftOffer draft={draft} lost={['The picture is lost.']} />
      <input aria-label="title" {...form.register('title')} />
      <input aria-label="secret" {...form.register('secret')} />
      <button type="button" onClick={() => setStars(stars + 1)}>
        {stars} stars
      </button>
      <button type="button" onClick={draft.forget}>
        Save
      </button>
    </form>
  )
}

beforeEach(() => sessionStorage.clear())
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const open = (user = 'u1', atOnce = false) =>
  renderPage(<Probe atOnce={atOnce} />, { _id: user, name: user })
const type = (label: string, value: string) =>
  act(async () => fireEvent.input(screen.getByLabelText(label), { target: { value } }))
const press = (name: string) =>
  act(async () => fireEvent.click(screen.getByRole('button', { name })))
const title = () => screen.getByLabelText<HTMLInputElement>('title').value
const offered = () => screen.queryByText('You have unsaved changes from earlier.')

/** Unmounts without cleanup, as a crash would, and renders the page again. */
async function crash(user?: string, atOnce?: boolean) {
  cleanup()
  open(user, atOnce)
}

it('offers a draft, and restores it with the state beside the form', async () => {
  open()
  expect(offered()).toBeNull()
  await type('title', 'Raya')
  await press('0 stars')
  await crash()
  expect(offered()).not.toBeNull()
  screen.getByText('The picture is lost.')
  expect(title()).toBe('')
  await press('Restore it')
  expect(title()).toBe('Raya')
  screen.getByRole('button', { name: '1 stars' })
  expect(offered()).toBeNull()
  await crash()
  expect(offered()).not.toBeNull()
})

it('keeps an unanswered offer over another reload', async () => {
  open()
  await type('title', 'Raya')
  await crash()
  await crash()
  await press('Restore it')
  expect(title()).toBe('Raya')
})

it.each(['typed', 'typed and saved'])(
  'input that is %s before an answer does not overwrite the offer [2.form.draft-waits]',
  async (done) => {
    open()
    await type('title', 'Raya')
    await press('0 stars')
    await crash()
    await type('title', 'Something else')
    await press('0 stars')
    if (done === 'typed and saved') await press('Save')
    await crash()
    await press('Restore it')
    expect(title()).toBe('Raya')
  },
)

it('keeps input typed before an offer was declined', async () => {
  open()
  await type('title', 'Raya')
  await crash()
  await type('title', 'Something else')
  await press('Discard it')
  expect(title()).toBe('Something else')
  await crash()
  await press('Restore it')
  expect(title()).toBe('Something else')
})

it('restores a short form without asking', async () => {
  open('u1', true)
  await type('title', 'Raya')
  await crash('u1', true)
  expect(offered()).toBeNull()
  expect(title()).toBe('Raya')
})

it.each([['Discard it'], ['Restore it', 'Save']])(
  'keeps nothing after %s %s',
  async (...buttons) => {
    open()
    await type('title', 'Raya')
    await crash()
    for (const button of buttons) await press(button)
    expect(offered()).toBeNull()
    await crash()
    expect(offered()).toBeNull()
    expect(sessionStorage).toHaveLength(0)
  },
)

it('stores nothing of an unchanged form', async () => {
  open()
  await type('title', 'Raya')
  await type('title', '')
  expect(sessionStorage).toHaveLength(0)
})

it('never stores what the form does not include', async () => {
  open()
  await type('title', 'Raya')
  await type('secret', 'hunter2')
  expect(JSON.stringify({ ...sessionStorage })).not.toContain('hunter2')
})

it('belongs to one user, and is removed with them', async () => {
  open('u1')
  await type('title', 'Mine')
  await crash('u2')
  expect(offered()).toBeNull()
  await type('title', 'Theirs')
  forgetDrafts('u1')
  await crash('u2')
  expect(offered()).toBeNull()
  await crash('u1')
  expect(offered()).not.toBeNull()
  sessionStorage.setItem('other', 'stays')
  forgetDrafts()
  await crash('u1')
  expect(offered()).toBeNull()
  expect(Object.keys(sessionStorage)).toEqual(['other'])
})

it.each(['', '{', '{"title":7}', 'null'])('ignores an invalid draft: %j', async (text) => {
  sessionStorage.setItem('draft:u1:probe', text)
  open()
  expect(offered()).toBeNull()
})

it('works in a browser without storage', async () => {
  vi.stubGlobal('sessionStorage', {
    getItem: () => {
      throw new Error('denied')
    },
    setItem: () => {
      throw new Error('full')
    },
  })
  open()
  await type('title', 'Raya')
  expect(title()).toBe('Raya')
})

it('another workspace of the person has drafts of its own, which all go with the person', async () => {
  const openIn = (id: string) => {
    cleanup()
    renderPage(<Probe />, { _id: 'u1' }, '/', { id, name: 'Bistro Meja' })
  }
  openIn('u1')
  await type('title', 'Kopi')
  openIn('w2')
  expect(offered()).toBeNull()
  await type('title', 'Meja')
  for (const id of ['u1', 'w2']) {
    openIn(id)
    expect(offered()).not.toBeNull()
  }
  forgetDrafts('u2')
  for (const id of ['u1', 'w2']) {
    openIn(id)
    expect(offered()).toBeNull()
  }
})

// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { useAddress } from '#shared/routing/address.ts'
import { fakeApi, ok, refused, refusedAt } from '#shared/testing/fake-api.ts'
import { renderPage } from '#shared/testing/render-page.tsx'
import { groupOf } from '#shared/testing/samples.ts'
import { stubResizeObserver } from '#shared/testing/stub-resize-observer.ts'
import { ContactsPage } from './contacts-page.tsx'

beforeEach(stubResizeObserver)
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

it('a number of contacts that is not known is not said', async () => {
  fakeApi({})
  renderPage(<ContactsPage />)
  await waitFor(() => expect(screen.getAllByRole('alert')).toHaveLength(2))
  expect(screen.getByRole('button', { name: 'All Contacts' }).textContent).toBe('All Contacts')
  expect(screen.queryByText('0')).toBeNull()
})

const group = groupOf()

async function choose(item: string): Promise<void> {
  const [menu] = await screen.findAllByRole('button', { name: 'Actions for Pelanggan' })
  await act(async () => menu && fireEvent.keyDown(menu, { key: 'Enter' }))
  fireEvent.click(await screen.findByRole('menuitem', { name: item }))
}

const askToDelete = () => choose('Delete')

it('a group is renamed by its menu; a name that is taken is said at the field', async () => {
  const api = fakeApi({
    'GET /contact-groups': ok([group]),
    'PUT /contact-groups/g1': refusedAt(
      'groupName',
      409,
      'A group with this name already exists.',
      'group_name_taken',
    ),
  })
  renderPage(<ContactsPage />)
  await choose('Rename')
  const box = await screen.findByLabelText<HTMLInputElement>('Group name')
  expect(box.value).toBe('Pelanggan')
  await act(async () => fireEvent.input(box, { target: { value: 'Staf' } }))
  const save = () => act(async () => fireEvent.click(screen.getByRole('button', { name: 'Save' })))
  await save()
  await screen.findByText('A group with this name already exists.')
  expect(box.getAttribute('aria-invalid')).toBe('true')
  api.answers['PUT /contact-groups/g1'] = ok(groupOf('g1', 'Staf'))
  api.answers['GET /contact-groups'] = ok([groupOf('g1', 'Staf')])
  await save()
  await screen.findByRole('button', { name: /^Staf/ })
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('a question about a group that is deleted elsewhere goes', async () => {
  const api = fakeApi({ 'GET /contact-groups': ok([group]) })
  const { say } = renderPage(<ContactsPage />)
  await askToDelete()
  screen.getByRole('alertdialog')
  api.answers['GET /contact-groups'] = ok([])
  await say('contacts_changed')
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
})

describe('a group in the address', () => {
  const GROUPS = 'GET /contact-groups'
  const lists = {
    'GET /contacts?limit=1': ok([]),
    'GET /contacts?limit=50&sort=newest': ok([]),
    'GET /contact-groups/g1/contacts?limit=50&sort=newest': ok([]),
  }
  const UNKNOWN = 'This group does not exist or was deleted.'
  const address = () => screen.getByTestId('address').textContent

  function Address() {
    return <p data-testid="address">{useAddress().search}</p>
  }

  function opened(id: string) {
    const page = (
      <>
        <ContactsPage />
        <Address />
      </>
    )
    return renderPage(page, {}, `/contacts?group=${id}`)
  }

  async function agreeToDelete(): Promise<void> {
    await askToDelete()
    const question = within(screen.getByRole('alertdialog'))
    const agree = question.getByRole<HTMLButtonElement>('button', { name: 'Delete' })
    await waitFor(() => expect(agree.disabled).toBe(false))
    await act(async () => fireEvent.click(agree))
  }

  it('stays when the groups have it', async () => {
    fakeApi({ ...lists, [GROUPS]: ok([group]) })
    opened('g1')
    await screen.findByRole('heading', { name: 'Pelanggan' })
    expect(address()).toBe('?group=g1')
    expect(screen.queryByText(UNKNOWN)).toBeNull()
  })

  it('is left, saying so, when there is no such group', async () => {
    fakeApi({ ...lists, [GROUPS]: ok([group]) })
    opened('gone')
    await screen.findByText(UNKNOWN)
    await waitFor(() => expect(address()).toBe(''))
    await screen.findByRole('heading', { name: 'All Contacts' })
  })

  it('stays while the groups could not be loaded', async () => {
    fakeApi({})
    opened('g1')
    await screen.findAllByRole('alert')
    expect(address()).toBe('?group=g1')
  })

  it('is left, saying so, when it is deleted elsewhere', async () => {
    const api = fakeApi({ ...lists, [GROUPS]: ok([group]) })
    const { say } = opened('g1')
    await screen.findByRole('heading', { name: 'Pelanggan' })
    api.answers[GROUPS] = ok([])
    await say('contacts_changed')
    await screen.findByText(UNKNOWN)
    await waitFor(() => expect(address()).toBe(''))
  })

  it('is left, saying so, when it is deleted elsewhere after its deletion here had failed', async () => {
    const api = fakeApi({
      ...lists,
      [GROUPS]: ok([group]),
      'GET /contact-groups/g1/usage': ok({ running: 0, waiting: 0, paused: 0, completed: 0 }),
      'DELETE /contact-groups/g1': refused(409, 'Not now.'),
    })
    const { say } = opened('g1')
    await agreeToDelete()
    await screen.findByText('Not now.')
    await waitFor(() => expect(address()).toBe(''))
    await act(async () => fireEvent.click(screen.getByRole('button', { name: /^Pelanggan/ })))
    await waitFor(() => expect(address()).toBe('?group=g1'))
    api.answers[GROUPS] = ok([])
    await say('contacts_changed')
    await screen.findByText(UNKNOWN)
    await waitFor(() => expect(address()).toBe(''))
  })

  it('is left by its deletion, even when the news comes before the answer', async () => {
    const late = Promise.withResolvers<void>()
    const api = fakeApi({
      ...lists,
      [GROUPS]: ok([group]),
      'GET /contact-groups/g1/usage': ok({ running: 0, waiting: 0, paused: 0, completed: 0 }),
      'DELETE /contact-groups/g1': { ...ok({ message: 'Deleted.' }), after: late.promise },
    })
    const { say } = opened('g1')
    await agreeToDelete()
    api.answers[GROUPS] = ok([])
    await say('contacts_changed')
    await waitFor(() =>
      expect(screen.queryByRole('button', { name: 'Actions for Pelanggan' })).toBeNull(),
    )
    expect(screen.queryByText(UNKNOWN)).toBeNull()
    late.resolve()
    await screen.findByText('Group deleted.')
    await waitFor(() => expect(address()).toBe(''))
    expect(screen.queryByText(UNKNOWN)).toBeNull()
  })
})

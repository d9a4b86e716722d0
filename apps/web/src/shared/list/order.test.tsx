// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { i18n } from '#shared/i18n/i18n.ts'
import { renderPage } from '#shared/testing/render-page.tsx'
import { choose, press, stubLayout } from '#shared/testing/user.ts'
import type { Sorting } from './list-view.ts'
import { OrderSelect } from './order-select.tsx'
import { SortableTh } from './sortable-th.tsx'

type Column = 'name' | 'age'

beforeEach(stubLayout)
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  return i18n.changeLanguage('en')
})

function Page({ initial = null }: { initial?: Sorting<Column> | null }) {
  const [current, change] = useState(initial)
  const sorting = { current, change }
  const columns = [
    { by: 'name', label: 'Name' },
    { by: 'age', label: 'Age' },
  ] as const
  return (
    <>
      <OrderSelect className="" columns={columns} sorting={sorting} />
      <table>
        <thead>
          <tr>
            {columns.map((column) => (
              <SortableTh key={column.by} {...column} sorting={sorting} />
            ))}
          </tr>
        </thead>
      </table>
      <output>{current ? `${current.by} ${current.descending}` : 'as it came'}</output>
    </>
  )
}

const state = () => screen.getByRole('status').textContent
const saysOf = (name: string) =>
  screen.getByRole('columnheader', { name }).getAttribute('aria-sort')
const select = () => screen.getByRole('combobox', { name: 'Order' }).textContent

it('a head sorts ascending, descending, then not at all; another head starts over', async () => {
  renderPage(<Page />)
  const seen = [[state(), saysOf('Name'), select()]]
  for (const name of ['Name', 'Name', 'Name', 'Name', 'Age']) {
    await press(name)
    seen.push([state(), saysOf('Name'), select()])
  }
  expect(seen).toEqual([
    ['as it came', null, 'As listed'],
    ['name false', 'ascending', 'Name, ascending'],
    ['name true', 'descending', 'Name, descending'],
    ['as it came', null, 'As listed'],
    ['name false', 'ascending', 'Name, ascending'],
    ['age false', null, 'Age, ascending'],
  ])
})

it.each([
  [null, /^Age, descending/, 'age true'],
  [{ by: 'age', descending: true }, /^Age, ascending/, 'age false'],
  [{ by: 'age', descending: true }, /^As listed/, 'as it came'],
] as const)('from %j the select leads by %s to %s', async (initial, option, after) => {
  renderPage(<Page initial={initial} />)
  await choose('Order', option)
  expect(state()).toBe(after)
})

it('has its words in Malay', async () => {
  await i18n.changeLanguage('ms')
  renderPage(<Page initial={{ by: 'age', descending: true }} />)
  const box = screen.getByRole('combobox', { name: i18n.t('Order') })
  expect(box.textContent).toBe(i18n.t('{column}, descending', { column: 'Age' }))
  expect(box.textContent).not.toContain('descending')
})

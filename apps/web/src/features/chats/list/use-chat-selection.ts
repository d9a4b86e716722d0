import { ChatFilter, ChatView } from '@kirim/contract/chats'
import { useMemo } from 'react'
import { useAddressView } from '#shared/list/use-address-view.ts'
import type { ChatSelection } from '../chat-queries.ts'

/** The view of an address that names none. */
const USUAL_VIEW: ChatView = 'all'

const FILTERS = ['deviceId', 'labelId', 'assignedTo', 'kind', 'tag'] as const

/** What the list shows, stored in the address: its view, and filters that must all hold. */
export function useChatSelection() {
  const { get, set } = useAddressView()
  const view = ChatView.safeParse(get('view')).data ?? USUAL_VIEW
  const values = FILTERS.map(get)
  const key = JSON.stringify(values)
  const filter = useMemo(() => filterOf(JSON.parse(key)), [key])
  return {
    view,
    filter,
    isFiltered: Object.keys(filter).length > 0,
    setView: (next: ChatView) => set({ view: next === USUAL_VIEW ? '' : next }),
    setFilter: (next: Partial<Record<keyof ChatFilter, string>>) => set(next),
    clearFilter: () => set(Object.fromEntries(FILTERS.map((name) => [name, '']))),
    /** Shows a saved view, and nothing else. */
    show: (saved: ChatSelection) =>
      set({
        view: saved.view === USUAL_VIEW ? '' : saved.view,
        ...Object.fromEntries(FILTERS.map((name) => [name, saved.filter[name] ?? ''])),
      }),
  }
}

/** An address that was typed may name a filter that does not exist: it is ignored. */
function filterOf(values: readonly string[]): ChatFilter {
  const given = FILTERS.map((name, index) => [name, values[index]] as const)
  const parsed = given.filter(
    ([name, value]) => value && ChatFilter.shape[name].safeParse(value).success,
  )
  return Object.fromEntries(parsed)
}

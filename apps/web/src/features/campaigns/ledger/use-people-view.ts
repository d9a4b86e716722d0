import { RecipientState } from '@kirim/contract/campaigns'
import { useMemo } from 'react'
import { useAddressView, useTypedSearch } from '#shared/list/use-address-view.ts'
import type { PeopleFilter } from './ledger-queries.ts'

/** The card of the list. */
export const PEOPLE_ID = 'people'

/** Which people are listed, as the address says. */
export function usePeopleView() {
  const address = useAddressView()
  const { typed, setTyped, settled: q } = useTypedSearch()
  const state = RecipientState.safeParse(address.get('state')).data ?? null
  const reason = state ? address.get('reason') : ''
  const filter = useMemo<PeopleFilter>(
    () => ({ ...(state && { state }), ...(reason && { reason }), ...(q && { q }) }),
    [state, reason, q],
  )
  return {
    typed,
    setTyped,
    state,
    reason,
    q,
    filter,
    isNarrowed: state !== null || q !== '',
    show: (next: RecipientState | null, why = '') =>
      address.set({ state: next ?? '', reason: why }),
    /** The same from elsewhere on the page: the list comes into sight. */
    goTo: (next: RecipientState | null, why = '') => {
      address.set({ state: next ?? '', reason: why })
      document.getElementById(PEOPLE_ID)?.scrollIntoView({ block: 'start' })
    },
    everybody: () => {
      setTyped('')
      address.set({ state: '', reason: '', q: '' })
    },
  }
}

export type PeopleView = ReturnType<typeof usePeopleView>

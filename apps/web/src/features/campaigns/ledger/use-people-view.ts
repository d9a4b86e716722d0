import type { CampaignReport } from '@kirim/contract/campaign-ledger'
import { RecipientState } from '@kirim/contract/campaigns'
import { useMemo } from 'react'
import * as z from 'zod/mini'
import { useAddressView, useTypedSearch } from '#shared/list/use-address-view.ts'
import type { PeopleFilter } from './ledger-queries.ts'

/** The id of the card of the list. */
export const PEOPLE_ID = 'people'

const Answered = z.enum(['yes', 'no'])

/** The filter of the list: a state, or whether people answered. */
export type Shown = RecipientState | 'answered' | 'not_answered'

/** The filters of the people list, stored in the URL. */
export function usePeopleView() {
  const address = useAddressView()
  const { typed, setTyped, settled: q } = useTypedSearch()
  const state = RecipientState.safeParse(address.get('state')).data ?? null
  const answered = Answered.safeParse(address.get('answered')).data ?? null
  const reason = state ? address.get('reason') : ''
  const filter = useMemo<PeopleFilter>(
    () => ({
      ...(state && { state }),
      ...(answered && { answered }),
      ...(reason && { reason }),
      ...(q && { q }),
    }),
    [state, answered, reason, q],
  )
  const show = (next: Shown | null, why = '') =>
    address.set({
      state: RecipientState.safeParse(next).data ?? '',
      answered: next === 'answered' ? 'yes' : next === 'not_answered' ? 'no' : '',
      reason: why,
    })
  return {
    typed,
    setTyped,
    /** Null without a filter. */
    shown: shownOf(state, answered),
    reason,
    q,
    filter,
    isNarrowed: state !== null || answered !== null || q !== '',
    show,
    /** Sets the filter and scrolls to the list. */
    goTo: (next: Shown | null, why = '') => {
      show(next, why)
      document.getElementById(PEOPLE_ID)?.scrollIntoView({ block: 'start' })
    },
    everybody: () => {
      setTyped('')
      address.set({ state: '', answered: '', reason: '', q: '' })
    },
  }
}

export type PeopleView = ReturnType<typeof usePeopleView>

function shownOf(state: RecipientState | null, answered: 'yes' | 'no' | null): Shown | null {
  if (state) return state
  if (answered === null) return null
  return answered === 'yes' ? 'answered' : 'not_answered'
}

/** The number of people that match a filter. */
export function peopleIn(report: CampaignReport, shown: Shown | null): number {
  const { counts, total, answered } = report
  if (shown === null) return total
  if (shown === 'answered') return answered
  if (shown === 'not_answered') return report.notAnswered
  // A person being sent to is shown as queued.
  if (shown === 'queued') return counts.queued + counts.sending
  return counts[shown]
}

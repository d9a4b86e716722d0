import { OptOutStanding } from '@kirim/contract/opt-outs'
import { useAddressView, useTypedSearch } from '#shared/list/use-address-view.ts'
import { totalOf, useOptOutPage } from './opt-out-queries.ts'

export type OptOutView = ReturnType<typeof useOptOutView>

/** The list as the address filters it, with counts of everybody. */
export function useOptOutView() {
  const address = useAddressView()
  const { typed, setTyped, settled: q } = useTypedSearch()
  const standing = OptOutStanding.safeParse(address.get('show')).data ?? null
  const { list, pager } = useOptOutPage({ standing, q })
  const counts = list.data?.counts
  return {
    list,
    pager,
    standing,
    q,
    typed,
    setTyped,
    counts,
    /** Null until it is known. */
    total: counts ? totalOf(counts, null) : null,
    /** How many are left alone now; null until it is known. */
    out: counts ? totalOf(counts, null) - counts.back : null,
    /** Any other value than a filter's shows everybody. */
    choose: (value: string) =>
      address.set({ show: OptOutStanding.safeParse(value).success ? value : '' }),
    isNarrowed: standing !== null || q !== '',
    everybody: () => {
      setTyped('')
      address.set({ show: '', q: '', page: '' })
    },
  }
}

import { type ContactSelection, SELECTED_MAX } from '@kirim/contract/contact-selection'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#shared/i18n/format.ts'
import { toast } from '#shared/toast/toast.ts'
import { type ContactFilter, filterQuery } from '../contact-queries.ts'

type Chosen = ReadonlySet<string> | 'all'

const NOBODY: Chosen = new Set<string>()

/**
 * The selection in a list: single contacts, also across pages, or the whole list. Another list,
 * search or filter starts with an empty selection.
 */
export function useSelection({ groupId, ...filter }: Omit<ContactFilter, 'sort'>) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const list = { ...(groupId && { groupId }), ...filterQuery({ groupId, ...filter }) }
  const key = JSON.stringify(list)
  const [state, setState] = useState({ key, chosen: NOBODY })
  if (state.key !== key) setState({ key, chosen: NOBODY })
  const { chosen } = state
  const choose = (next: Chosen) => {
    if (next === 'all' || next.size <= SELECTED_MAX) setState({ key, chosen: next })
    else {
      const max = number(SELECTED_MAX)
      toast({ title: t('You can select at most {max} one by one.', { max }), tone: 'info' })
    }
  }
  const has = (id: string) => chosen === 'all' || chosen.has(id)
  return {
    has,
    isAll: chosen === 'all',
    /** Null for the whole list. */
    count: chosen === 'all' ? null : chosen.size,
    who: (): ContactSelection =>
      chosen === 'all' ? { by: 'list', list } : { by: 'ids', ids: [...chosen] },
    /**
     * Toggles one contact of a page; from the whole list, the other contacts of the page stay
     * selected.
     */
    toggle(id: string, page: readonly string[]): void {
      const next = new Set(chosen === 'all' ? page : chosen)
      if (!next.delete(id)) next.add(id)
      choose(next)
    },
    /** Selects all contacts of a page, or deselects them when all are selected. */
    togglePage(page: readonly string[]): void {
      const next = new Set(chosen === 'all' ? page : chosen)
      const isWhole = page.every((id) => next.has(id))
      for (const id of page) {
        if (isWhole) next.delete(id)
        else next.add(id)
      }
      choose(next)
    },
    selectAll: () => choose('all'),
    clear: () => choose(NOBODY),
  }
}

export type Selection = ReturnType<typeof useSelection>

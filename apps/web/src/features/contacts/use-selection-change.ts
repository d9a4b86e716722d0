import {
  type ContactSelection,
  changeContacts,
  type SelectionChange,
} from '@kirim/contract/contact-selection'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { messageOf } from '#shared/api/api-error.ts'
import { request } from '#shared/api/request.ts'
import { useSingleMutation } from '#shared/api/use-single-mutation.ts'
import { useFormat } from '#shared/i18n/format.ts'
import { toast } from '#shared/toast/toast.ts'
import { useContactsRefresh } from './contact-queries.ts'

export interface AskedChange {
  who: ContactSelection
  change: SelectionChange
  /** What is said of this many in the end. */
  done: (n: string) => string
}

/** Changes a selection, a call after another, and reports how far it has come. */
export function useSelectionChange(onDone: (change: SelectionChange) => void) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const refresh = useContactsRefresh()
  const [seen, setSeen] = useState(0)
  const stopping = useRef(false)
  const changed = useRef(0)
  const mutation = useSingleMutation({
    async mutationFn({ who, change }: AskedChange) {
      stopping.current = false
      changed.current = 0
      setSeen(0)
      for (let cursor = ''; ; ) {
        const body = { who, change, ...(cursor && { cursor }) }
        const step = await request(changeContacts, { body })
        changed.current += step.changed
        setSeen((before) => before + step.seen)
        if (!step.next || stopping.current) return
        cursor = step.next
      }
    },
    onSuccess: async (_nothing, { change, done }) => {
      toast({
        title: changed.current === 0 ? t('Nothing had to change.') : done(number(changed.current)),
        tone: changed.current === 0 ? 'info' : 'success',
      })
      onDone(change)
      await refresh()
    },
    onError: async (error, { done }) => {
      toast({
        title: messageOf(error, t('Failed to change the contacts.')),
        tone: 'error',
        ...(changed.current > 0 && { description: done(number(changed.current)) }),
      })
      await refresh()
    },
  })
  return {
    busy: mutation.isPending,
    /** How many had their turn. */
    seen,
    start: mutation.mutate,
    /** Ends after the call that is under way; what was changed stays. */
    stop: () => {
      stopping.current = true
    },
  }
}

import {
  type ContactSelection,
  changeContacts,
  SELECTED_MAX,
  type SelectionChange,
} from '@kirim/contract/contact-selection'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { messageOf } from '#shared/api/api-error.ts'
import { beginInWorkspace } from '#shared/api/called-workspace.ts'
import { request } from '#shared/api/request.ts'
import { useSingleMutation } from '#shared/api/use-single-mutation.ts'
import { useFormat } from '#shared/i18n/format.ts'
import { toast } from '#shared/toast/toast.ts'
import { useContactsRefresh } from '../contact-queries.ts'

export interface ChangeRequest {
  /** Applied one after another. */
  who: readonly ContactSelection[]
  change: SelectionChange
  /** The message for this number of changed contacts. */
  done: (n: string) => string
}

/** Changes a selection call by call, and reports progress. */
export function useSelectionChange(onDone: (change: SelectionChange) => void) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const refresh = useContactsRefresh()
  const [processed, setSeen] = useState(0)
  const stopping = useRef(false)
  const changed = useRef(0)
  const changedIds = useRef<string[]>([])

  async function changeAll(
    who: ContactSelection,
    change: SelectionChange,
    isStillHere: () => boolean,
  ): Promise<void> {
    for (let cursor = ''; !stopping.current && isStillHere(); ) {
      const body = { who, change, ...(cursor && { cursor }) }
      const step = await request(changeContacts, { body })
      changed.current += step.changed
      changedIds.current.push(...(step.changedIds ?? []))
      setSeen((before) => before + step.seen)
      if (!step.next) return
      cursor = step.next
    }
  }

  const mutation = useSingleMutation({
    async mutationFn({ who, change }: ChangeRequest) {
      stopping.current = false
      changed.current = 0
      changedIds.current = []
      setSeen(0)
      const isStillHere = beginInWorkspace()
      for (const some of who) await changeAll(some, change, isStillHere)
    },
    onSuccess: async (_nothing, { change, done }) => {
      toast({
        title: changed.current === 0 ? t('No changes were needed.') : done(number(changed.current)),
        tone: changed.current === 0 ? 'info' : 'success',
        ...undoAction(),
      })
      onDone(change)
      await refresh()
    },
    onError: async (error, { done }) => {
      toast({
        title: messageOf(error, t('Failed to change the contacts.')),
        tone: 'error',
        ...(changed.current > 0 && { description: done(number(changed.current)) }),
        ...undoAction(),
      })
      await refresh()
    },
  })

  /** Offers to undo an opt-out for the contacts it changed. */
  function undoAction() {
    const ids = changedIds.current
    if (ids.length === 0) return {}
    const undo: ChangeRequest = {
      who: inParts(ids).map((part) => ({ by: 'ids', ids: part })),
      change: { does: 'optIn', reason: t('Undone') },
      done: (n) => t('Opted back in: {n}.', { n }),
    }
    return { action: { label: t('Undo'), onSelect: () => mutation.mutate(undo) } }
  }

  return {
    busy: mutation.isPending,
    /** The number of contacts processed so far. */
    processed,
    start: mutation.mutate,
    /** Stops after the current call; changes made so far stay. */
    stop: () => {
      stopping.current = true
    },
  }
}

function inParts(ids: readonly string[]): string[][] {
  const count = Math.ceil(ids.length / SELECTED_MAX)
  return Array.from({ length: count }, (_, part) =>
    ids.slice(part * SELECTED_MAX, (part + 1) * SELECTED_MAX),
  )
}

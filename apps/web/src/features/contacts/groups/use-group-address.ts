import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAddress, useSearchParams } from '#shared/routing/address.ts'
import { toast } from '#shared/toast/toast.ts'

/** The group in the address (`?group=`), and functions to change it; null for all contacts. */
export function useGroupAddress() {
  const { pathname } = useAddress()
  const [params, setParams] = useSearchParams()
  const [left, setLeft] = useState<string | null>(null)
  const groupId = params.get('group')
  if (left !== null && left !== groupId) setLeft(null)
  const select = (id: string | null) => {
    // A response may arrive after the page was left, when the address belongs to another page.
    if (window.location.pathname !== pathname) return
    setParams(
      (before) => {
        const next = new URLSearchParams(before)
        if (id) next.set('group', id)
        else next.delete('group')
        return next
      },
      { replace: true },
    )
  }
  return {
    groupId,
    select,
    /** Leaves a deleted group, whose address may be shown a little longer. */
    leave(): void {
      setLeft(groupId)
      select(null)
    },
    isLeaving: left !== null && left === groupId,
  }
}

/** Shows all contacts, with a message, when the group is not the user's. */
export function useUnknownGroup(isUnknown: boolean, leave: () => void): void {
  const { t } = useTranslation()
  const report = useEffectEvent(() => {
    leave()
    toast({
      title: t('This group does not exist or was deleted.'),
      description: t('All contacts are shown.'),
      tone: 'info',
    })
  })
  useEffect(() => {
    if (isUnknown) report()
  }, [isUnknown])
}

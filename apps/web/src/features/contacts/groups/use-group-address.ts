import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from '#shared/routing/address.ts'

/** The group in the address (`?group=`), and functions to change it; null for all contacts. */
export function useGroupAddress() {
  const [params, setParams] = useSearchParams()
  const [left, setLeft] = useState<string | null>(null)
  const groupId = params.get('group')
  if (left !== null && left !== groupId) setLeft(null)
  const isLeft = useRef(false)
  useEffect(() => {
    isLeft.current = false
    return () => {
      isLeft.current = true
    }
  }, [])
  const select = (id: string | null) => {
    // A response may arrive after the page was left, when the address belongs to another page.
    if (isLeft.current) return
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

import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from '#shared/routing/address.ts'

/**
 * The group that the address asks for (`?group=`),
 * and how to ask for another; null is all contacts.
 */
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
    // An answer may come after the page was left: the address is another page's by then.
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
    /** Of a group that was deleted: its address may stand a little longer. */
    leave(): void {
      setLeft(groupId)
      select(null)
    },
    isLeaving: left !== null && left === groupId,
  }
}

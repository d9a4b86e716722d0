import { useCallback, useState } from 'react'

/** The most chats that are changed at once, each by a call of its own. */
export const CHOSEN_MAX = 200

const NONE: ReadonlySet<string> = new Set()

/** Several chats that are chosen, to change them together. Another list begins without any. */
export function useChosenChats(listKey: string) {
  const [state, setState] = useState({ listKey, isOn: false, ids: NONE })
  if (state.listKey !== listKey) setState({ listKey, isOn: false, ids: NONE })
  const toggle = useCallback(
    (id: string) =>
      setState((before) => {
        const ids = new Set(before.ids)
        if (!ids.delete(id) && ids.size < CHOSEN_MAX) ids.add(id)
        return { ...before, ids }
      }),
    [],
  )
  return {
    /** Whether chats can be chosen now. */
    isOn: state.isOn,
    ids: state.ids,
    has: (id: string) => state.ids.has(id),
    toggle,
    begin: () => setState({ listKey, isOn: true, ids: NONE }),
    end: () => setState({ listKey, isOn: false, ids: NONE }),
  }
}

export type ChosenChats = ReturnType<typeof useChosenChats>

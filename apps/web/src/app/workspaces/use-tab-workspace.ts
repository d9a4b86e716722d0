import type { Workspace } from '@kirim/contract/workspaces'
import { useEffect, useLayoutEffect, useState } from 'react'
import { setCalledWorkspace } from '#shared/api/called-workspace.ts'
import { chosenWorkspace, keepInTab, type ListedWorkspaces } from './stored-workspaces.ts'

/**
 * The workspace of this tab: stays the same whatever other tabs choose, until the person no longer
 * belongs to it. Undefined until it is known.
 */
export function useTabWorkspace(
  personId: string,
  { list, isFresh }: { list: ListedWorkspaces | undefined; isFresh: boolean },
) {
  const [chosen, setChosen] = useState(() => chosenWorkspace(personId))
  const [shown, setShown] = useState<Workspace | null | undefined>()
  const [lost, setLost] = useState<string | null>(null)

  const found = list?.workspaces.find(({ id }) => id === chosen)
  // A workspace that is missing in the list from before a reload may be new.
  const current = found ?? (list && isFresh ? usualOf(list) : shown)
  if (current !== shown) {
    if (shown && shown.id === chosen && shown.id !== current?.id) setLost(shown.name)
    setShown(current)
    if (current) setChosen(current.id)
  }

  const id = current?.id ?? null
  // Before the effects of the pages, which make calls.
  useLayoutEffect(() => setCalledWorkspace(id), [id])
  useLayoutEffect(() => () => setCalledWorkspace(null), [])
  useEffect(() => {
    if (id) keepInTab(personId, id)
  }, [personId, id])
  return { current, choose: setChosen, lost, forgetLost: () => setLost(null) }
}

function usualOf({ workspaces, usual }: ListedWorkspaces): Workspace | null {
  return workspaces.find(({ id }) => id === usual) ?? workspaces[0] ?? null
}

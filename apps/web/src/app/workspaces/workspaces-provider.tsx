import { chooseWorkspace, type Workspace } from '@kirim/contract/workspaces'
import { lazy, type ReactNode, startTransition, useEffect, useEffectEvent } from 'react'
import { onForbidden } from '#shared/api/bearer.ts'
import { onWorkspaceRefused } from '#shared/api/called-workspace.ts'
import { request } from '#shared/api/request.ts'
import { leaveOnceAllowed } from '#shared/routing/leave-question.ts'
import { navigate, presentEntry } from '#shared/routing/navigation.ts'
import { WorkspacesContext } from '#shared/workspace/workspace-context.ts'
import { keepInBrowser } from './stored-workspaces.ts'
import { useTabWorkspace } from './use-tab-workspace.ts'
import { useWorkspaceList } from './use-workspace-list.ts'

const WorkspacesFailure = lazy(async () => ({
  default: (await import('./workspaces-failure.tsx')).WorkspacesFailure,
}))

interface WorkspacesProviderProps {
  personId: string
  /** The address of the page in another workspace, or of one that it has. */
  placeIn: (workspace: Workspace, pathname: string) => string
  /** Shown until the workspaces are known. */
  fallback: ReactNode
  children: ReactNode
}

/** Provides the workspaces of the person, and the one of this tab. */
export function WorkspacesProvider(props: WorkspacesProviderProps) {
  const { personId, placeIn, fallback, children } = props
  const query = useWorkspaceList(personId)
  const { data: list, isFetchedAfterMount: isFresh, refetch } = query
  const { current, choose, lost, forgetLost } = useTabWorkspace(personId, { list, isFresh })
  const mine = list?.workspaces ?? []

  const readAgain = async () => {
    await refetch()
  }
  const open = (workspace: Workspace, to?: string) => {
    keepInBrowser(personId, workspace.id)
    // Only calls that name no workspace depend on it.
    void request(chooseWorkspace, { body: { id: workspace.id } }).catch(() => undefined)
    forgetLost()
    // Both at once: the page that leaves never shows in the other workspace.
    startTransition(() => choose(workspace.id))
    navigate(to ?? placeIn(workspace, presentEntry().pathname), { allowed: true })
  }
  const switchTo = async (id: string, to?: string) => {
    const known = (workspaces: readonly Workspace[] = []) => workspaces.find((one) => one.id === id)
    const workspace = known(mine) ?? known((await refetch()).data?.workspaces)
    if (workspace && (id !== current?.id || to)) leaveOnceAllowed(() => open(workspace, to))
  }

  const changed = useEffectEvent(() => void refetch())
  useEffect(() => onForbidden(() => changed()), [])
  useEffect(() => onWorkspaceRefused(() => changed()), [])
  const leavePage = useEffectEvent(() => {
    if (!current) return
    const { pathname } = presentEntry()
    const place = placeIn(current, pathname)
    if (place !== pathname) navigate(place, { replace: true, allowed: true })
  })
  useEffect(() => {
    if (lost !== null) leavePage()
  }, [lost])

  if (current === undefined)
    return list || !query.isError ? fallback : <WorkspacesFailure query={query} />
  const value = {
    current,
    mine,
    switchTo: (id: string, to?: string) => void switchTo(id, to),
    readAgain,
    lost,
    forgetLost,
  }
  return <WorkspacesContext value={value}>{children}</WorkspacesContext>
}

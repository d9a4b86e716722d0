import type { Shown } from '@kirim/contract/call'
import { type Capability, mayDo } from '@kirim/contract/roles'
import type { Workspace } from '@kirim/contract/workspaces'
import { createContext, useContext } from 'react'
import { isWithheld } from './withheld.ts'

export interface Workspaces {
  /** The workspace of this tab; null for a person who belongs to none. */
  current: Workspace | null
  /** All workspaces of the person, oldest membership first. */
  mine: readonly Workspace[]
  /**
   * Opens another workspace in this tab, after the open form allows it; reads the list again when
   * the workspace is new. Keeps the page where the other one has it, unless `to` is given.
   */
  switchTo: (id: string, to?: string) => void
  /** Reads the list from the server again, after a change of it. */
  readAgain: () => Promise<void>
  /** The name of the workspace that this tab showed until the person no longer belonged to it. */
  lost: string | null
  forgetLost: () => void
}

export const WorkspacesContext = createContext<Workspaces | null>(null)

/** @throws outside a WorkspacesProvider. */
export function useWorkspaces(): Workspaces {
  const workspaces = useContext(WorkspacesContext)
  if (!workspaces) throw new Error('useWorkspaces needs a WorkspacesProvider around it.')
  return workspaces
}

/**
 * The workspace of this tab, with what the person may do and see in it.
 * @throws where there is none.
 */
export function useWorkspace(): Workspace {
  const { current } = useWorkspaces()
  if (!current) throw new Error('useWorkspace needs a workspace.')
  return current
}

/** Whether phone numbers of people are hidden from the person in the workspace of this tab. */
export function useHidesNumbers(): boolean {
  return useWorkspaces().current?.hidesNumbers ?? false
}

/** Whether nothing of this is withheld from the person in the workspace of this tab. */
export function useSees(what: Shown): boolean {
  const { current } = useWorkspaces()
  return current !== null && !isWithheld(what, current)
}

/** Whether the person may do this in the workspace of this tab. */
export function useMay(capability: Capability): boolean {
  const { current } = useWorkspaces()
  return current !== null && mayDo(current.role, capability)
}

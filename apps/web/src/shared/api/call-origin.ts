import { WORKSPACE_HEADER } from '@kirim/contract/workspaces'
import type { ApiError } from './api-error.ts'
import { currentBearer, reportForbidden, sessionRefused } from './bearer.ts'
import { calledWorkspace, workspaceRefused } from './called-workspace.ts'

/** Who makes a call, and in which workspace; both may have changed when its answer arrives. */
export interface CallOrigin {
  token: string | null
  workspace: string | null
}

export function originOf({ access }: { access?: string }): CallOrigin {
  return access === 'public'
    ? { token: null, workspace: null }
    : { token: currentBearer(), workspace: calledWorkspace() }
}

export function originHeaders({ token, workspace }: CallOrigin): Record<string, string> {
  return {
    ...(token && { authorization: `Bearer ${token}` }),
    ...(token && workspace && { [WORKSPACE_HEADER]: workspace }),
  }
}

/** Reports a refusal that concerns every page. */
export function reportRefusal({ token, workspace }: CallOrigin, { status, code }: ApiError): void {
  if (status === 401 && token) sessionRefused(token)
  if (status === 403 && token) reportForbidden(token)
  if (code === 'workspace_not_found' && workspace) workspaceRefused(workspace)
}

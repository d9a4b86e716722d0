import type { MembershipPlan } from '@kirim/contract/limits'
import {
  memberQuotas,
  type QuotaOverrides,
  updateMemberQuotas,
  updateWorkspaceQuotas,
  workspaceQuotas,
} from '@kirim/contract/quotas'
import { callQuery } from '#shared/api/query.ts'
import { request } from '#shared/api/request.ts'

/** Whose quotas these are: those of a member are of their own workspace. */
export interface QuotaSubject {
  what: 'member' | 'workspace'
  id: string
  name: string
  membershipPlan: MembershipPlan
}

export function quotasQuery({ what, id }: QuotaSubject) {
  return callQuery(what === 'member' ? memberQuotas : workspaceQuotas, { params: { id } })
}

export function saveQuotas({ what, id }: QuotaSubject, body: QuotaOverrides) {
  const call = what === 'member' ? updateMemberQuotas : updateWorkspaceQuotas
  return request(call, { params: { id }, body })
}

import * as z from 'zod/mini'
import { call } from './call.ts'
import type { ErrorCode } from './errors.ts'
import { Id, IdParams } from './fields.ts'
import type { MembershipPlan } from './limits.ts'

/** The quotas of a workspace, in the order in which pages show them. */
export const QuotaName = z.enum([
  'contacts',
  'mediaBytes',
  'campaigns',
  'peopleWaiting',
  'recipients',
  'groupPlaces',
  'optOuts',
  'chatbotItems',
  'callsToday',
])
export type QuotaName = z.infer<typeof QuotaName>

const GIGABYTE = 1024 ** 3

/**
 * The quotas of each plan. `recipients` are those of all campaigns, in any state; a contact has a
 * place in each group that was filled by hand; `optOuts` counts each time that somebody opted out
 * or came back. `peopleWaiting` counts recipients not written to yet; `callsToday` counts calls per
 * UTC day.
 */
export const PLAN_QUOTAS: Readonly<Record<MembershipPlan, Readonly<Record<QuotaName, number>>>> = {
  Free: {
    contacts: 250_000,
    mediaBytes: 2 * GIGABYTE,
    campaigns: 1000,
    peopleWaiting: 500_000,
    recipients: 2_000_000,
    groupPlaces: 1_000_000,
    optOuts: 500_000,
    chatbotItems: 2000,
    callsToday: 10_000,
  },
  Basic: {
    contacts: 1_000_000,
    mediaBytes: 10 * GIGABYTE,
    campaigns: 5000,
    peopleWaiting: 2_000_000,
    recipients: 8_000_000,
    groupPlaces: 4_000_000,
    optOuts: 2_000_000,
    chatbotItems: 5000,
    callsToday: 50_000,
  },
  Pro: {
    contacts: 2_500_000,
    mediaBytes: 50 * GIGABYTE,
    campaigns: 10_000,
    peopleWaiting: 5_000_000,
    recipients: 20_000_000,
    groupPlaces: 10_000_000,
    optOuts: 5_000_000,
    chatbotItems: 10_000,
    callsToday: 200_000,
  },
}

/** The refusal code for exceeding each quota. */
export const QUOTA_REFUSALS = {
  contacts: 'quota_contacts',
  mediaBytes: 'quota_media_bytes',
  campaigns: 'quota_campaigns',
  peopleWaiting: 'quota_people_waiting',
  recipients: 'quota_recipients',
  groupPlaces: 'quota_group_places',
  optOuts: 'quota_opt_outs',
  chatbotItems: 'quota_chatbot_items',
  callsToday: 'quota_calls_today',
} as const satisfies Readonly<Record<QuotaName, ErrorCode>>

const Amount = z.int().check(z.gte(0))

export const QuotaUse = z.object({
  quota: QuotaName,
  used: Amount,
  limit: Amount,
  /** The limit of the plan; `limit` differs when an admin has set one for this workspace. */
  ofPlan: Amount,
})
export type QuotaUse = z.infer<typeof QuotaUse>

/** One entry per quota, in the order of QuotaName. */
const QuotaUses = z.array(QuotaUse)

/** A larger number (a petabyte, 10^15 of anything) is a typing error. */
export const QUOTA_MAX = 1_000_000_000_000_000

const Override = z.optional(z.nullable(z.int().check(z.gte(0), z.lte(QUOTA_MAX))))

/** Null restores the plan's limit; fields that are left out stay unchanged. */
export const QuotaOverrides = z.object({
  contacts: Override,
  mediaBytes: Override,
  campaigns: Override,
  peopleWaiting: Override,
  recipients: Override,
  groupPlaces: Override,
  optOuts: Override,
  chatbotItems: Override,
  callsToday: Override,
})
export type QuotaOverrides = z.infer<typeof QuotaOverrides>

export const ownQuotas = call({
  method: 'GET',
  path: '/users/quotas',
  needs: 'workspace:read',
  summary: 'What the workspace has of each quota',
  status: 200,
  response: QuotaUses,
})

export const memberQuotas = call({
  method: 'GET',
  path: '/admin/users/:id/quotas',
  access: 'admin',
  summary: 'What the own workspace of a member has of each quota',
  params: IdParams,
  status: 200,
  response: QuotaUses,
})

export const updateMemberQuotas = call({
  method: 'PUT',
  path: '/admin/users/:id/quotas',
  access: 'admin',
  security: { event: 'quota_changed' },
  summary: 'Set quotas of the own workspace of a member; counts at once',
  params: IdParams,
  body: QuotaOverrides,
  status: 200,
  response: QuotaUses,
})

export const workspaceQuotas = call({
  method: 'GET',
  path: '/admin/workspaces/:id/quotas',
  access: 'admin',
  summary: 'What a workspace has of each quota',
  params: IdParams,
  status: 200,
  response: QuotaUses,
})

export const updateWorkspaceQuotas = call({
  method: 'PUT',
  path: '/admin/workspaces/:id/quotas',
  access: 'admin',
  security: { event: 'quota_changed' },
  summary:
    'Set quotas of one workspace apart from its plan, or go back to the plan; counts at once',
  params: IdParams,
  body: QuotaOverrides,
  status: 200,
  response: QuotaUses,
})

/** The fullest quota of every workspace. */
export const fullestQuotas = call({
  method: 'GET',
  path: '/admin/quotas',
  access: 'admin',
  summary: 'The fullest quota of each workspace',
  status: 200,
  response: z.array(
    z.extend(QuotaUse, {
      workspaceId: Id,
      /** The same id, for clients from before there were workspaces. */
      userId: z.optional(Id),
    }),
  ),
})

/** The used fraction of a quota; above 1 when the limit was lowered afterwards. */
export function fullnessOf({ used, limit }: Pick<QuotaUse, 'used' | 'limit'>): number {
  return limit === 0 ? 1 : used / limit
}

/** Formats an amount for a refusal: bytes as '2 GB', anything else as '250,000'. */
export function quotaAmountText(quota: QuotaName, amount: number): string {
  if (quota !== 'mediaBytes') return amount.toLocaleString('en')
  const [unit, bytes] = amount >= GIGABYTE ? ['GB', GIGABYTE] : ['MB', 1024 ** 2]
  return `${(amount / bytes).toLocaleString('en', { maximumFractionDigits: 1 })} ${unit}`
}

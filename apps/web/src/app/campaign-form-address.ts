import type { Capability } from '@kirim/contract/roles'
import { campaignAddress } from '#features/campaigns/values/campaign-address.ts'
import { formAddress } from '#features/chatbots/item-form/form-address.ts'
import { textKey } from '#shared/i18n/text-key.ts'
import type { RouteAddress } from './page-title.ts'

/**
 * The campaign form of an address, by `?type` [2.form.type-ai]. Without it, pages of a number's
 * chatbot (`numberId` in the path) are the AI form, all others the bulk form.
 */
export function campaignFormType({ params, search }: RouteAddress): 'bulk' | 'ai_chatbot' | null {
  const type = search.get('type') || (params.numberId ? 'ai_chatbot' : 'bulk')
  return type === 'bulk' || type === 'ai_chatbot' ? type : null
}

/** The form's own title [2.form.title-new-bulk], also used for the browser tab. */
export function campaignFormTitle(address: RouteAddress): string {
  const { params, search } = address
  switch (campaignFormType(address)) {
    case 'bulk':
      return campaignAddress(params, search).campaignId
        ? textKey('Edit Bulk Campaign')
        : textKey('Create New Bulk Campaign')
    case 'ai_chatbot':
      return formAddress(params, search).itemId
        ? textKey('Edit AI Chatbot Campaign')
        : textKey('Create New AI Chatbot Campaign')
    case null:
      return textKey('Page not found')
  }
}

export function campaignFormNeeds(address: RouteAddress): Capability | null {
  const type = campaignFormType(address)
  return type && (type === 'bulk' ? 'campaigns:write' : 'chatbots:write')
}

import { expect, it } from 'vitest'
import { campaignFormTitle, campaignFormType } from './campaign-form-address.ts'

it.each([
  [{}, '', 'bulk', 'Create New Bulk Campaign'],
  [{}, 'type=bulk', 'bulk', 'Create New Bulk Campaign'],
  [{}, 'type=other', null, 'Page not found'],
  [{}, 'type=ai_chatbot', 'ai_chatbot', 'Create New AI Chatbot Campaign'],
  [{ deviceId: 'd' }, 'type=bulk&editCampaignId=c', 'bulk', 'Edit Bulk Campaign'],
  [{ deviceId: 'd', campaignId: 'c' }, '', 'bulk', 'Edit Bulk Campaign'],
  [{ deviceId: 'd' }, 'type=ai_chatbot&editCampaignId=c', 'ai_chatbot', 'Edit AI Chatbot Campaign'],
  [{ numberId: 'd' }, '', 'ai_chatbot', 'Create New AI Chatbot Campaign'],
  [{ numberId: 'd' }, 'type=bulk', 'bulk', 'Create New Bulk Campaign'],
  [{ numberId: 'd' }, 'type=other', null, 'Page not found'],
  [{ numberId: 'd', campaignId: 'c' }, '', 'ai_chatbot', 'Edit AI Chatbot Campaign'],
])('%j with ?%s is the form %s, titled %s', (params, query, type, title) => {
  const address = { params, search: new URLSearchParams(query) }
  expect(campaignFormType(address)).toBe(type)
  expect(campaignFormTitle(address)).toBe(title)
})

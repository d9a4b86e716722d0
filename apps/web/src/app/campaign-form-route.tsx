import { useParams, useSearchParams } from 'react-router'
import { CampaignFormPage } from '#features/campaigns/campaign-form-page.tsx'
import { AiFormPage } from '#features/chatbots/ai-form-page.tsx'
import { NotFound } from '#shared/ui/not-found.tsx'
import { campaignFormType } from './campaign-form-address.ts'

/** The campaign form that the address asks for. */
export function CampaignFormRoute() {
  const params = useParams()
  const [search] = useSearchParams()
  const type = campaignFormType({ params, search })
  if (!type) return <NotFound />
  return type === 'ai_chatbot' ? <AiFormPage /> : <CampaignFormPage />
}

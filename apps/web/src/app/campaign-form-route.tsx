import { useParams, useSearchParams } from 'react-router'
import { CampaignFormPage } from '#features/campaigns/campaign-form-page.tsx'
import { AiFormPage } from '#features/chatbots/ai-form-page.tsx'

/**
 * The campaign form: `?type` says which one (SPEC §2 Campaign form page). Without it, pages of a
 * number's chatbot (`numberId` in the path) are the AI form, all others the bulk form.
 */
export function CampaignFormRoute() {
  const { numberId } = useParams()
  const [search] = useSearchParams()
  const type = search.get('type') || (numberId ? 'ai_chatbot' : 'bulk')
  return type === 'ai_chatbot' ? <AiFormPage /> : <CampaignFormPage />
}

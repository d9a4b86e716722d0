import { lazy, Suspense } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { NotFound } from '#shared/ui/not-found.tsx'
import { campaignFormType } from './campaign-form-address.ts'

const BulkFormPage = lazy(async () => ({
  default: (await import('#features/campaigns/campaign-form-page.tsx')).CampaignFormPage,
}))
const AiFormPage = lazy(async () => ({
  default: (await import('#features/chatbots/ai-form-page.tsx')).AiFormPage,
}))

/** The campaign form that the address asks for. */
export function CampaignFormRoute() {
  const params = useParams()
  const [search] = useSearchParams()
  const type = campaignFormType({ params, search })
  if (!type) return <NotFound />
  return (
    <Suspense fallback={null}>{type === 'ai_chatbot' ? <AiFormPage /> : <BulkFormPage />}</Suspense>
  )
}

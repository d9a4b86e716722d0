import { Suspense } from 'react'
import { useParams } from 'wouter'
import { useSearchParams } from '#shared/routing/address.ts'
import { lazyOnceLoaded } from '#shared/ui/lazy-once-loaded.tsx'
import { NotFound } from '#shared/ui/not-found.tsx'
import { campaignFormType } from './campaign-form-address.ts'

const BulkFormPage = lazyOnceLoaded(
  async () => (await import('#features/campaigns/campaign-form-page.tsx')).CampaignFormPage,
)
const AiFormPage = lazyOnceLoaded(
  async () => (await import('#features/chatbots/item-form/ai-form-page.tsx')).AiFormPage,
)

/** The form that an address most likely asks for; the other one comes when it does. */
export const loadForm = { bulk: BulkFormPage.load, ai_chatbot: AiFormPage.load }

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

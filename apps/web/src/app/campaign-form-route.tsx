import { Suspense } from 'react'
import { useParams } from 'wouter'
import { SavedTextButtons } from '#features/saved-texts/saved-text-buttons.tsx'
import { EditorExtras } from '#shared/message-editor/editor-extras.ts'
import { useSearchParams } from '#shared/routing/address.ts'
import { lazyOnceLoaded } from '#shared/ui/lazy-once-loaded.tsx'
import { NotFound } from '#shared/ui/not-found.tsx'
import { campaignFormType } from './campaign-form-address.ts'

const BulkFormPage = lazyOnceLoaded(
  async () => (await import('#features/campaigns/form/campaign-form-page.tsx')).CampaignFormPage,
)
const ItemFormPage = lazyOnceLoaded(
  async () => (await import('#features/chatbots/item-form/item-form-page.tsx')).ItemFormPage,
)

/** Preloads the form of the address. */
export const loadForm = { bulk: BulkFormPage.load, ai_chatbot: ItemFormPage.load }

/** The campaign form of the address. */
export function CampaignFormRoute() {
  const params = useParams()
  const [search] = useSearchParams()
  const type = campaignFormType({ params, search })
  if (!type) return <NotFound />
  return (
    <EditorExtras value={SavedTextButtons}>
      <Suspense fallback={null}>
        {type === 'ai_chatbot' ? <ItemFormPage /> : <BulkFormPage />}
      </Suspense>
    </EditorExtras>
  )
}

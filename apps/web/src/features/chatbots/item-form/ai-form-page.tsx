import { useTranslation } from 'react-i18next'
import { useParams } from 'wouter'
import { FormSkeleton } from '#shared/forms/form-skeleton.tsx'
import { useLeaveOnFailure } from '#shared/forms/use-leave-on-failure.ts'
import { useSearchParams } from '#shared/routing/address.ts'
import { PageHeader } from '#shared/ui/page-header.tsx'
import { campaignsAddress, NUMBERS } from '../addresses.ts'
import { isNumberGone } from '../numbers/is-number-gone.ts'
import { AiForm } from './ai-form.tsx'
import { formAddress } from './form-address.ts'
import { useAiFormData } from './use-form-data.ts'

/** The campaign form page of a number's chatbot items [2.form]. */
export function AiFormPage() {
  const params = useParams()
  const [search] = useSearchParams()
  const address = formAddress(params, search)
  // Another item is another form.
  return <AiPage key={`${address.numberId}/${address.campaignId}`} {...address} />
}

function AiPage({ numberId, campaignId }: ReturnType<typeof formAddress>) {
  const { t } = useTranslation()
  const { data, error } = useAiFormData(numberId, campaignId)
  const back = numberId ? campaignsAddress(numberId) : NUMBERS
  useLeaveOnFailure(error, isNumberGone(error) ? NUMBERS : back)
  return (
    <>
      <PageHeader
        back={{ to: back, label: numberId ? t('Campaign List') : t('AI Chatbot') }}
        title={campaignId ? t('Edit AI Chatbot Campaign') : t('Create New AI Chatbot Campaign')}
      />
      {data ? <AiForm data={data} numberId={numberId} back={back} /> : <FormSkeleton />}
    </>
  )
}

import { useTranslation } from 'react-i18next'
import { useParams } from 'wouter'
import { FormSkeleton } from '#shared/forms/form-skeleton.tsx'
import { useLeaveOnFailure } from '#shared/forms/use-leave-on-failure.ts'
import { useSearchParams } from '#shared/routing/address.ts'
import { Card } from '#shared/ui/card.tsx'
import { PageHeader } from '#shared/ui/page-header.tsx'
import { SwitchOffer } from '#shared/workspace/held-elsewhere.tsx'
import { useHolder } from '#shared/workspace/use-holder.ts'
import { itemsAddress, NUMBERS } from '../addresses.ts'
import { isNumberGone } from '../numbers/number-gone.tsx'
import { formAddress } from './form-address.ts'
import { ItemForm } from './item-form.tsx'
import { useItemFormData } from './use-form-data.ts'

/** The campaign form page of a number's chatbot items [2.form]. */
export function ItemFormPage() {
  const params = useParams()
  const [search] = useSearchParams()
  const address = formAddress(params, search)
  // Each item has a form of its own.
  return <ItemPage key={`${address.deviceId}/${address.itemId}`} {...address} />
}

function ItemPage({ deviceId, itemId }: ReturnType<typeof formAddress>) {
  const { t } = useTranslation()
  const { data, error } = useItemFormData(deviceId, itemId)
  const back = deviceId ? itemsAddress(deviceId) : NUMBERS
  const holder = useHolder(isNumberGone(error) ? deviceId : null)
  useLeaveOnFailure(holder === null ? error : null, isNumberGone(error) ? NUMBERS : back)
  return (
    <>
      <PageHeader
        back={{ to: back, label: deviceId ? t('Campaign List') : t('AI Chatbot') }}
        title={itemId ? t('Edit AI Chatbot Campaign') : t('Create New AI Chatbot Campaign')}
      />
      {holder ? (
        <Card>
          <SwitchOffer holder={holder} />
        </Card>
      ) : data ? (
        <ItemForm data={data} deviceId={deviceId} back={back} />
      ) : (
        <FormSkeleton />
      )}
    </>
  )
}

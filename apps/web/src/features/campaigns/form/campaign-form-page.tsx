import { useDeferredValue } from 'react'
import { useTranslation } from 'react-i18next'
import { Redirect, useParams } from 'wouter'
import { isNotFound } from '#shared/api/api-error.ts'
import { FormSkeleton } from '#shared/forms/form-skeleton.tsx'
import { useLeaveOnFailure } from '#shared/forms/use-leave-on-failure.ts'
import { useSearchParams } from '#shared/routing/address.ts'
import { Card } from '#shared/ui/card.tsx'
import { PageHeader } from '#shared/ui/page-header.tsx'
import { SwitchOffer } from '#shared/workspace/held-elsewhere.tsx'
import { useHolder } from '#shared/workspace/use-holder.ts'
import {
  type CampaignAddress,
  campaignAddress,
  campaignPageAddress,
} from '../values/campaign-address.ts'
import { isFinished, useCampaignFormData } from '../values/use-campaign-form-data.ts'
import { BulkForm } from './bulk-form.tsx'

/** The campaign form page of bulk campaigns [2.form]. */
export function CampaignFormPage() {
  const params = useParams()
  const [search] = useSearchParams()
  const address = campaignAddress(params, search)
  // The key gives every campaign a new form.
  return <BulkPage key={`${address.deviceId}/${address.campaignId}`} address={address} />
}

function BulkPage({ address }: { address: CampaignAddress }) {
  const { t } = useTranslation()
  const { data: loaded, error } = useCampaignFormData(address)
  // Deferred, so that the form is rendered in slices; rendering it at once would block a slow phone
  // for half a second.
  const data = useDeferredValue(loaded)
  const holder = useHolder(isNotFound(error) ? address.campaignId : null)
  useLeaveOnFailure(holder === null ? error : null, '/')
  // The server refuses to change a finished campaign.
  if (data?.campaign && isFinished(data.campaign.progress))
    return <Redirect to={campaignPageAddress(data.campaign)} replace />
  return (
    <>
      <PageHeader
        back={{ to: '/', label: t('Dashboard') }}
        title={address.campaignId ? t('Edit Bulk Campaign') : t('Create New Bulk Campaign')}
      />
      {holder ? (
        <Card>
          <SwitchOffer holder={holder} />
        </Card>
      ) : data ? (
        <BulkForm data={data} fixedDeviceId={address.deviceId} />
      ) : (
        <FormSkeleton />
      )}
    </>
  )
}

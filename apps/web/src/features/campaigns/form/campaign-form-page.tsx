import { lazy, Suspense, useDeferredValue } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'wouter'
import { FormSkeleton } from '#shared/forms/form-skeleton.tsx'
import { useLeaveOnFailure } from '#shared/forms/use-leave-on-failure.ts'
import { useSearchParams } from '#shared/routing/address.ts'
import { NotFound } from '#shared/ui/not-found.tsx'
import { PageHeader } from '#shared/ui/page-header.tsx'
import { type CampaignAddress, campaignAddress } from '../values/campaign-address.ts'
import { isFinished, useCampaignFormData } from '../values/use-campaign-form-data.ts'
import { BulkForm } from './bulk-form.tsx'

const FinishedCampaign = lazy(async () => ({
  default: (await import('../finished/finished-campaign.tsx')).FinishedCampaign,
}))

/** The campaign form page of bulk campaigns [2.form]. */
export function CampaignFormPage() {
  const params = useParams()
  const [search] = useSearchParams()
  const address = campaignAddress(params, search)
  if (address.type !== 'bulk') return <NotFound />
  // The key gives every campaign a new form.
  return (
    <BulkPage
      key={`${address.deviceId}/${address.campaignId}`}
      address={address}
      askRest={search.get('ask') === 'rest'}
    />
  )
}

function BulkPage({ address, askRest }: { address: CampaignAddress; askRest: boolean }) {
  const { t } = useTranslation()
  const { data: loaded, error } = useCampaignFormData(address)
  // Deferred, so that the form is rendered in slices; rendering it at once would block a slow phone
  // for half a second.
  const data = useDeferredValue(loaded)
  useLeaveOnFailure(error, '/')
  if (data?.campaign && isFinished(data.campaign.progress)) {
    return (
      <Suspense fallback={null}>
        <FinishedCampaign data={data} campaign={data.campaign} askRest={askRest} />
      </Suspense>
    )
  }
  return (
    <>
      <PageHeader
        back={{ to: '/', label: t('Dashboard') }}
        title={address.campaignId ? t('Edit Bulk Campaign') : t('Create New Bulk Campaign')}
      />
      {data ? <BulkForm data={data} fixedDeviceId={address.deviceId} /> : <FormSkeleton />}
    </>
  )
}

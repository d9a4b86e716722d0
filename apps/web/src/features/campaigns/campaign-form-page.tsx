import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import { ApiError } from '#shared/api/api-error.ts'
import { toast } from '#shared/toast/toast.ts'
import { Card } from '#shared/ui/card.tsx'
import { Loading, Skeleton } from '#shared/ui/loading.tsx'
import { NotFound } from '#shared/ui/not-found.tsx'
import { PageHeader } from '#shared/ui/page-header.tsx'
import { BulkForm } from './bulk-form.tsx'
import { type CampaignAddress, campaignAddress } from './campaign-address.ts'
import { useCampaignFormData } from './use-campaign-form-data.ts'

/** SPEC §2 Campaign form page; bulk campaigns. */
export function CampaignFormPage() {
  const params = useParams()
  const [search] = useSearchParams()
  const address = campaignAddress(params, search)
  if (address.type !== 'bulk') return <NotFound />
  // Another campaign is another form.
  return <BulkPage key={`${address.deviceId}/${address.campaignId}`} address={address} />
}

function BulkPage({ address }: { address: CampaignAddress }) {
  const { t } = useTranslation()
  const { data, error } = useCampaignFormData(address)
  useLeaveOnFailure(error)
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

/** Without its data the form is of no use: back to the list, saying so (SPEC §8). */
function useLeaveOnFailure(error: unknown): void {
  const { t } = useTranslation()
  const navigate = useNavigate()
  useEffect(() => {
    if (!error) return
    const reason = error instanceof ApiError ? error.serverMessage : null
    toast({
      title: t('Failed to load page data. Please try again.'),
      ...(reason && { description: reason }),
      tone: 'error',
    })
    navigate('/', { replace: true })
  }, [error, t, navigate])
}

function FormSkeleton() {
  const { t } = useTranslation()
  return (
    <Card className="max-w-[752px] overflow-clip [&>div>p]:sm:px-6">
      <Loading text={t('Loading...')}>
        {['w-16', 'w-20', 'w-14'].map((width) => (
          <div key={width} className="grid gap-4 border-t px-5 py-5 first:border-0 sm:px-6">
            <Skeleton className={`h-4 ${width}`} />
            <Skeleton className="h-9 rounded-md" />
            <div className="grid gap-4 sm:grid-cols-2">
              <Skeleton className="h-9 rounded-md" />
              <Skeleton className="h-9 rounded-md" />
            </div>
          </div>
        ))}
      </Loading>
    </Card>
  )
}

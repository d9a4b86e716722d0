import type { BulkCampaign } from '@kirim/contract/campaigns'
import type { ContactGroup } from '@kirim/contract/contacts'
import type { Device } from '@kirim/contract/devices'
import { OPT_OUT_LINES } from '@kirim/contract/opt-out-line'
import { type ComponentProps, type ReactNode, useDeferredValue } from 'react'
import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { PreviewAside, PreviewSheetButton } from '#shared/message-editor/message-preview.tsx'
import type { PreviewProps } from '#shared/message-editor/preview-chat.tsx'
import { browserTimeZone } from '#shared/time/browser-time-zone.ts'
import { Card } from '#shared/ui/card.tsx'
import { cn } from '#shared/ui/cn.ts'
import { Skeleton } from '#shared/ui/loading.tsx'
import type { MediaChoice } from '../media/media-choice.ts'
import { type KnownFiles, useChosenMedia } from '../media/use-chosen-media.ts'
import { useChecked, usePreflight } from '../preflight/use-preflight.ts'
import type { CampaignValues } from '../values/campaign-values.ts'
import { useGroupPeople } from '../values/use-campaign-form-data.ts'

interface CampaignPreviewProps {
  /** The campaign being edited. */
  campaign: BulkCampaign | null
  devices: readonly Device[]
  groups: readonly ContactGroup[]
  files: KnownFiles
  media: MediaChoice
  /** The index of the selected variation; 0 is the caption. */
  wording?: number
}

export function CampaignPreview(props: CampaignPreviewProps) {
  return <PreviewAside inColumn {...usePreview(props)} />
}

export function CampaignPreviewButton(props: CampaignPreviewProps) {
  return <PreviewSheetButton {...usePreview(props)} />
}

/** The preview for people of the selected group. */
function usePreview({
  campaign,
  devices,
  groups,
  files,
  media,
  wording = 0,
}: CampaignPreviewProps): PreviewProps {
  const { t } = useTranslation()
  const values = useDeferredValue(useWatch<CampaignValues>())
  const device = devices.find(({ id }) => id === values.deviceId)
  const group = groups.find(({ _id }) => _id === values.contactGroupId)
  const { preflight } = usePreflight(useChecked(), media, campaign)
  const reached = preflight?.previews.map(({ person }) => person) ?? []
  const ofGroup = useGroupPeople(group?._id ?? null)
  return {
    // Recipients from the check; until it has answered, contacts of the group.
    people: reached.length > 0 ? reached : ofGroup,
    numberName: device?.name || device?.number || '',
    setting: {
      // The zone saved with the campaign.
      timeZone: browserTimeZone(),
      locale: values.language ?? 'en',
      meWaName: device ? device.name : t('Your number'),
    },
    text: (wording > 0 ? values.variants?.[wording - 1]?.caption : values.caption) ?? '',
    link: (values.enableLink && values.urlLink?.trim()) || '',
    lastLine: values.optOutLine ? OPT_OUT_LINES[values.optOutLine] : '',
    media: useChosenMedia(media, files),
    moment: momentOf(values.scheduledAt),
    empty: t('Write a caption or choose media, and the message shows here.'),
  }
}

/** The send time in epoch milliseconds: the chosen time, else now. */
function momentOf(local: string | undefined): number {
  const time = local ? new Date(local).getTime() : Number.NaN
  return Number.isNaN(time) ? Date.now() : time
}

interface FormAsideProps {
  preview: ComponentProps<typeof CampaignPreview>
  children: ReactNode
}

/** Preview and check in a sticky column beside the form. */
export function FormAside({ preview, children }: FormAsideProps) {
  return (
    <div className="sticky top-[76px] grid max-h-[calc(100dvh-92px)] grid-cols-1 content-start gap-5 overflow-y-auto overscroll-contain">
      <CampaignPreview {...preview} />
      {children && <Card className="min-w-0">{children}</Card>}
    </div>
  )
}

/** A placeholder for a section that is still loading. */
export function SectionSkeleton({ className }: { className: string }) {
  return (
    <div className={cn('animate-appear border-t px-5 py-5 sm:px-6', className)}>
      <Skeleton className="h-4 w-20" />
      <Skeleton className="mt-4 h-32 rounded-md" />
    </div>
  )
}

import type { BulkCampaign } from '@kirim/contract/campaigns'
import type { ContactGroup } from '@kirim/contract/contacts'
import type { Device } from '@kirim/contract/devices'
import { OPT_OUT_LINES } from '@kirim/contract/opt-out-line'
import { type ComponentProps, type ReactNode, useDeferredValue } from 'react'
import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { durationText } from '#shared/i18n/duration.ts'
import { useFormat } from '#shared/i18n/format.ts'
import { PreviewAside, PreviewSheetButton } from '#shared/message-editor/message-preview.tsx'
import type { PreviewProps } from '#shared/message-editor/preview-chat.tsx'
import { browserTimeZone } from '#shared/time/browser-time-zone.ts'
import { Card } from '#shared/ui/card.tsx'
import { cn } from '#shared/ui/cn.ts'
import { Skeleton } from '#shared/ui/loading.tsx'
import type { MediaChoice } from '../media/media-choice.ts'
import { type KnownFiles, useChosenMedia } from '../media/use-chosen-media.ts'
import { sendDurationSeconds, useMoment } from '../preflight/send-facts.tsx'
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
  /** The place of the wording in sight: 0 is the caption. */
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
    // Those whom it reaches; before that is known, some of the group.
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
    foot: <Estimate campaign={campaign} media={media} />,
  }
}

/** The send time in epoch milliseconds: the chosen time, else now. */
function momentOf(local: string | undefined): number {
  const chosen = local ? new Date(local).getTime() : Number.NaN
  return Number.isNaN(chosen) ? Date.now() : chosen
}

/** The number of people reached, the expected end, and the people left out. */
function Estimate({ campaign, media }: Pick<CampaignPreviewProps, 'campaign' | 'media'>) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const moment = useMoment()
  const values = useChecked()
  const { minIntervalSeconds: min, maxIntervalSeconds: max } = values
  const estimate = usePreflight(values, media, campaign).preflight?.estimate
  if (!estimate || estimate.people === 0) return null
  const { people, alreadyWritten, ahead, endsAt, isOffline, isWaited } = estimate
  const duration = durationText(sendDurationSeconds(people, min, max), t)
  const facts = { n: number(people), min, max, duration }
  const takes =
    min === max
      ? t('{n} recipients at {min} s apart take about {duration}.', facts)
      : t('{n} recipients at {min} to {max} s apart take about {duration}.', facts)
  const before =
    ahead === 1
      ? t('Queue ahead: 1 person from another campaign.')
      : t('Queue ahead: {n} people from other campaigns.', { n: number(ahead) })
  return (
    <p className="tnum mt-2.5 px-1 text-xs text-muted-foreground">
      {[
        people === 1 ? t('One recipient takes about {duration}.', { duration }) : takes,
        ahead > 0 && before,
        alreadyWritten > 0 && t('Skipped: {n} already processed.', { n: number(alreadyWritten) }),
        endsAt
          ? t('Ends {moment}.', { moment: moment(endsAt, true) })
          : isOffline
            ? t('It starts once the number is connected.')
            : isWaited
              ? t('The end is unknown: some people wait for a disconnected number.')
              : t('Ends in more than a year.'),
      ]
        .filter(Boolean)
        .join(' ')}
    </p>
  )
}

interface BesideFormProps {
  preview: ComponentProps<typeof CampaignPreview>
  /** The check. */
  children: ReactNode
}

/** Preview and check, which stay in sight while the form is filled in. */
export function BesideForm({ preview, children }: BesideFormProps) {
  return (
    <div className="sticky top-[76px] grid max-h-[calc(100dvh-92px)] grid-cols-1 content-start gap-5 overflow-y-auto overscroll-contain">
      <CampaignPreview {...preview} />
      {children && <Card className="min-w-0">{children}</Card>}
    </div>
  )
}

/** Where a section comes in a moment. */
export function Unloaded({ className }: { className: string }) {
  return (
    <div className={cn('animate-appear border-t px-5 py-5 sm:px-6', className)}>
      <Skeleton className="h-4 w-20" />
      <Skeleton className="mt-4 h-32 rounded-md" />
    </div>
  )
}

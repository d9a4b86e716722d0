import type { ContactGroup } from '@kirim/contract/contacts'
import type { Device } from '@kirim/contract/devices'
import { useDeferredValue } from 'react'
import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { durationText } from '#shared/i18n/duration.ts'
import { useFormat } from '#shared/i18n/format.ts'
import {
  PreviewAside,
  type PreviewProps,
  PreviewSheetButton,
} from '#shared/message-editor/message-preview.tsx'
import { browserTimeZone } from '#shared/time/browser-time-zone.ts'
import type { CampaignValues } from './campaign-values.ts'
import type { MediaChoice } from './media-choice.ts'
import { sendDurationSeconds } from './send-duration.ts'
import { type KnownFiles, useChosenMedia } from './use-chosen-media.ts'

interface CampaignPreviewProps {
  devices: readonly Device[]
  groups: readonly ContactGroup[]
  files: KnownFiles
  media: MediaChoice
}

export function CampaignPreview(props: CampaignPreviewProps) {
  return <PreviewAside {...usePreview(props)} />
}

export function CampaignPreviewButton(props: CampaignPreviewProps) {
  return <PreviewSheetButton {...usePreview(props)} />
}

/** What the first contact of the group would get. */
function usePreview({ devices, groups, files, media }: CampaignPreviewProps): PreviewProps {
  const { t } = useTranslation()
  const values = useDeferredValue(useWatch<CampaignValues>())
  const device = devices.find(({ id }) => id === values.deviceId)
  return {
    numberName: device?.name || device?.number || '',
    setting: {
      // The zone that is saved with the campaign; greetings and names of days are sent in English.
      timeZone: browserTimeZone(),
      locale: 'en',
      meWaName: device ? device.name : t('Your number'),
    },
    text: values.caption ?? '',
    link: (values.enableLink && values.urlLink?.trim()) || '',
    media: useChosenMedia(media, files),
    moment: momentOf(values.scheduledAt),
    empty: t('Write a caption or choose media, and the message shows here.'),
    foot: <Estimate groups={groups} />,
  }
}

/** When the message would be sent: the chosen time, else now. */
function momentOf(local: string | undefined): number {
  const chosen = local ? new Date(local).getTime() : Number.NaN
  return Number.isNaN(chosen) ? Date.now() : chosen
}

/** How long it takes to write to the whole group. */
function Estimate({ groups }: { groups: readonly ContactGroup[] }) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const [groupId, min, max, schedule] = useWatch<
    CampaignValues,
    ['contactGroupId', 'minIntervalSeconds', 'maxIntervalSeconds', 'campaignScheduleType']
  >({
    name: ['contactGroupId', 'minIntervalSeconds', 'maxIntervalSeconds', 'campaignScheduleType'],
  })
  const recipients = groups.find((group) => group._id === groupId)?.count ?? 0
  if (recipients === 0 || min > max) return null
  const duration = durationText(sendDurationSeconds(recipients, min, max), t)
  const facts = { n: number(recipients), min, max, duration }
  return (
    <p className="tnum mt-2.5 px-1 text-xs text-muted-foreground">
      {recipients === 1
        ? t('One recipient takes about {duration}.', { duration })
        : t('{n} recipients at {min} to {max} s apart take about {duration}.', facts)}
      {schedule !== 'anytime' && ` ${t('Only active hours count towards it.')}`}
    </p>
  )
}

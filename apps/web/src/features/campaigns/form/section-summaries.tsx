import { LANGUAGES } from '@kirim/contract/languages'
import { useFormContext, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#shared/i18n/format.ts'
import type { MediaChoice } from '../media/media-choice.ts'
import type { CampaignValues } from '../values/campaign-values.ts'
import { useScheduleNames } from '../values/schedule-names.ts'
import type { CampaignFormData } from '../values/use-campaign-form-data.ts'

/** "Promo, from Kedai to Pelanggan Setia" */
export function WhoSummary({ data }: { data: CampaignFormData }) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const [name, deviceId, groupId, alsoFrom] = useWatch<
    CampaignValues,
    ['campaignName', 'deviceId', 'contactGroupId', 'alsoFrom']
  >({ name: ['campaignName', 'deviceId', 'contactGroupId', 'alsoFrom'] })
  const device = data.devices.find(({ id }) => id === deviceId)
  const group = data.groups.find(({ _id }) => _id === groupId)
  const names = {
    name: name.trim(),
    device: device?.name || device?.number || t('its device'),
    group: group?.name ?? data.campaign?.contactGroupName ?? '',
  }
  const others = alsoFrom.filter((id) => id !== deviceId).length
  return others === 0
    ? t('{name}, from {device} to {group}', names)
    : t('{name}, from {device} and {n} more to {group}', { ...names, n: number(others) })
}

/** "1 file, 134 characters, 2 variations, opt-out line in English" */
export function MessageSummary({ media }: { media: MediaChoice }) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const [caption, variants, enableLink, line] = useWatch<
    CampaignValues,
    ['caption', 'variants', 'enableLink', 'optOutLine']
  >({ name: ['caption', 'variants', 'enableLink', 'optOutLine'] })
  const files = fileCount(media)
  const texts = variants.length + 1
  return [
    files > 0 && t('{n} files', { count: files, n: number(files) }),
    t('{n} characters', { count: caption.length, n: number(caption.length) }),
    t('{n} variations', { count: texts, n: number(texts) }),
    enableLink && t('a link'),
    line === ''
      ? t('no opt-out line')
      : t('opt-out line in {language}', { language: LANGUAGES[line] }),
  ]
    .filter(Boolean)
    .join(', ')
}

function fileCount(media: MediaChoice): number {
  if (media.kind === 'none') return 0
  return media.kind === 'library' ? media.ids.length : 1
}

/** "Friday, 27 November, 07:00. 5 to 10 s apart, Daytime (7am-6pm)" */
export function WhenSummary() {
  const { t } = useTranslation()
  const { day, time } = useFormat()
  const names = useScheduleNames()
  const { getValues } = useFormContext<CampaignValues>()
  useWatch<CampaignValues>()
  const {
    scheduledAt,
    minIntervalSeconds: min,
    maxIntervalSeconds: max,
    campaignScheduleType: schedule,
    statusEnabled,
  } = getValues()
  const start = scheduledAt
    ? `${day(new Date(scheduledAt))}, ${time(scheduledAt)}`
    : t('As soon as the queue is empty')
  const pace =
    min === max ? t('{s} s apart', { s: min }) : t('{min} to {max} s apart', { min, max })
  return `${start}. ${[pace, names[schedule], !statusEnabled && t('switched off')].filter(Boolean).join(', ')}`
}

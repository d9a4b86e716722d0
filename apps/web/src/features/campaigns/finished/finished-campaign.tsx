import type { BulkCampaign } from '@kirim/contract/campaigns'
import { OPT_OUT_LINES } from '@kirim/contract/opt-out-line'
import { Copy, Send } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#shared/i18n/format.ts'
import { PreviewAside } from '#shared/message-editor/message-preview.tsx'
import { Button } from '#shared/ui/button.tsx'
import { Card } from '#shared/ui/card.tsx'
import { PageHeader } from '#shared/ui/page-header.tsx'
import { mediaChoiceOf } from '../media/media-choice.ts'
import { useChosenMedia } from '../media/use-chosen-media.ts'
import { useScheduleNames } from '../values/schedule-names.ts'
import {
  type CampaignFormData,
  sendersOf,
  useGroupPeople,
} from '../values/use-campaign-form-data.ts'
import { RestQuestion } from './rest-question.tsx'
import { isAnyoneLeft, useDuplicate, useRest } from './use-rest.ts'

interface FinishedCampaignProps {
  data: CampaignFormData
  campaign: BulkCampaign
  /** Set by the URL: opens the confirmation for sending to the rest. */
  askRest: boolean
}

/** A finished campaign, read-only. */
export function FinishedCampaign({ data, campaign, askRest }: FinishedCampaignProps) {
  const { t } = useTranslation()
  const [asking, setAsking] = useState(askRest)
  const duplicate = useDuplicate(campaign)
  const rest = useRest(campaign)
  const device = data.devices.find(({ id }) => id === campaign.deviceId)
  return (
    <>
      <PageHeader
        back={{ to: '/', label: t('Dashboard') }}
        title={<span className="wrap-anywhere">{campaign.campaignName}</span>}
        description={t(
          'This campaign has finished and cannot be edited. To reach more people, send it to the rest of its group or duplicate it.',
        )}
        actions={
          <>
            <Button
              busy={duplicate.isPending || duplicate.isSuccess}
              busyText={t('Processing...')}
              onClick={() => duplicate.mutate(undefined)}
            >
              <Copy aria-hidden="true" />
              {t('Duplicate')}
            </Button>
            {isAnyoneLeft(rest) && (
              <Button variant="primary" onClick={() => setAsking(true)}>
                <Send aria-hidden="true" />
                {t('Send to the rest')}
              </Button>
            )}
          </>
        }
      />
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,1fr)_376px]">
        <Card className="min-w-0">
          <Facts campaign={campaign} deviceName={device?.name || device?.number || null} />
        </Card>
        <SentMessage data={data} campaign={campaign} />
      </div>
      <RestQuestion
        campaign={campaign}
        senders={sendersOf(campaign, data.devices)}
        open={asking}
        onOpenChange={setAsking}
      />
    </>
  )
}

function Facts({ campaign, deviceName }: { campaign: BulkCampaign; deviceName: string | null }) {
  const { t } = useTranslation()
  const { number, dateTime } = useFormat()
  const scheduleNames = useScheduleNames()
  const { counts, total } = campaign.progress
  const { minIntervalSeconds: min, maxIntervalSeconds: max } = campaign
  return (
    <dl className="tnum divide-y">
      <Fact term={t('Device')}>{deviceName ?? t('A device that is no longer linked')}</Fact>
      <Fact term={t('Contact group')}>
        {campaign.contactGroupId
          ? campaign.contactGroupName
          : t('{name} (as saved)', { name: campaign.contactGroupName })}
      </Fact>
      <Fact term={t('Recipients')}>{number(total)}</Fact>
      <Fact term={t('Read')}>{number(counts.read)}</Fact>
      <Fact term={t('Delivered')}>{number(counts.delivered + counts.read)}</Fact>
      <Fact term={t('Sent')}>{number(counts.sent + counts.delivered + counts.read)}</Fact>
      <Fact term={t('Failed')}>{number(counts.failed)}</Fact>
      <Fact term={t('Skipped')}>{number(counts.skipped)}</Fact>
      <Fact term={t('Schedule')}>
        {scheduleNames[campaign.campaignScheduleType]},{' '}
        {min === max ? t('{s} s apart', { s: min }) : t('{min} to {max} s apart', { min, max })}
      </Fact>
      {campaign.variants.length > 0 && (
        <Fact term={t('Variations')}>{number(campaign.variants.length + 1)}</Fact>
      )}
      <Fact term={t('How to opt out')}>
        {campaign.optOutLine ? OPT_OUT_LINES[campaign.optOutLine] : t('No line')}
      </Fact>
      <Fact term={campaign.scheduledAt ? t('Scheduled for') : t('Created')}>
        {dateTime(campaign.scheduledAt ?? campaign.createdAt)}
      </Fact>
    </dl>
  )
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="flex justify-between gap-4 px-5 py-3 sm:px-6">
      <dt className="shrink-0 text-muted-foreground">{term}</dt>
      <dd className="min-w-0 text-right font-medium wrap-anywhere">{children}</dd>
    </div>
  )
}

function SentMessage({ data, campaign }: { data: CampaignFormData; campaign: BulkCampaign }) {
  const { t } = useTranslation()
  const device = data.devices.find(({ id }) => id === campaign.deviceId)
  const files = { library: data.media, attached: campaign.attachedFiles }
  return (
    <PreviewAside
      everywhere
      numberName={device?.name || device?.number || ''}
      people={useGroupPeople(campaign.contactGroupId)}
      setting={{
        timeZone: campaign.timeZone,
        locale: campaign.language,
        meWaName: device ? device.name : t('Your number'),
      }}
      text={campaign.caption}
      link={campaign.enableLink ? campaign.urlLink : ''}
      lastLine={campaign.optOutLine ? OPT_OUT_LINES[campaign.optOutLine] : ''}
      media={useChosenMedia(mediaChoiceOf(campaign), files)}
      moment={Date.parse(campaign.scheduledAt ?? campaign.createdAt)}
      empty={t('Write a caption or choose media, and the message shows here.')}
    />
  )
}

import type { CampaignReport } from '@kirim/contract/campaign-ledger'
import { loadCampaign } from '@kirim/contract/campaigns'
import { listDevices } from '@kirim/contract/devices'
import { useQuery } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { callQuery } from '#shared/api/query.ts'
import { Button } from '#shared/ui/button.tsx'
import { sendersOf } from '../send/senders.ts'
import { RestQuestion } from './rest-question.tsx'
import { isAnyoneLeft, useRest } from './use-rest.ts'

/** Asks, in place, to send a finished campaign to the rest; nothing where nobody is left. */
export function RestButton({ campaign }: { campaign: CampaignReport }) {
  const { t } = useTranslation()
  const [asking, setAsking] = useState(false)
  const params = { deviceId: campaign.deviceId, campaignId: campaign.id }
  const rest = useRest({ deviceId: campaign.deviceId, id: campaign.id })
  const saved = useQuery({ ...callQuery(loadCampaign, { params }), enabled: asking }).data
  const devices = useQuery({ ...callQuery(listDevices), enabled: asking }).data
  if (!rest || !isAnyoneLeft(rest)) return null
  return (
    <>
      <Button busy={asking && !(saved && devices)} onClick={() => setAsking(true)}>
        <Send aria-hidden="true" />
        {t('Send to the rest')}
      </Button>
      {saved && devices && (
        <RestQuestion
          campaign={saved}
          senders={sendersOf(saved, devices)}
          open={asking}
          onOpenChange={setAsking}
        />
      )}
    </>
  )
}

import type { CampaignReport } from '@kirim/contract/campaign-ledger'
import { useTranslation } from 'react-i18next'
import { Card, CardHeader } from '#shared/ui/card.tsx'
import { ChatBubble } from '#shared/ui/chat-bubble.tsx'

/** The text of a campaign, for people who may not open its form; variations have a card. */
export function MessageCard({ report }: { report: CampaignReport }) {
  const { t } = useTranslation()
  if (!report.caption || report.variants.length > 0) return null
  return (
    <Card aria-labelledby="message" className="min-w-0 overflow-clip">
      <CardHeader className="max-sm:px-4" id="message" title={t('Message')} />
      <div className="border-t bg-chat p-5 max-sm:p-4">
        <ChatBubble side="out" text={report.caption} />
      </div>
    </Card>
  )
}

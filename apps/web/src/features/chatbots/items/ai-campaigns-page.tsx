import type { ListedAiCampaign } from '@kirim/contract/chatbots'
import { MessageSquareText, Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'wouter'
import { ListSearch } from '#shared/list/list-search.tsx'
import { OrderSelect } from '#shared/list/order-select.tsx'
import { useKeptList } from '#shared/list/use-list.ts'
import { Button } from '#shared/ui/button.tsx'
import { Card, CardHeader } from '#shared/ui/card.tsx'
import { EmptyState } from '#shared/ui/empty-state.tsx'
import { ErrorState } from '#shared/ui/error-state.tsx'
import { Loading } from '#shared/ui/loading.tsx'
import { PageHeader } from '#shared/ui/page-header.tsx'
import { TablePager } from '#shared/ui/table.tsx'
import { NUMBERS, newCampaignAddress, responsesAddress } from '../addresses.ts'
import { isNumberGone } from '../numbers/is-number-gone.ts'
import { NumberGone } from '../numbers/number-gone.tsx'
import { NumberHead } from '../numbers/number-head.tsx'
import { PausedChats } from '../numbers/paused-chats.tsx'
import { ChatbotSettingsButton } from '../settings/settings-dialog.tsx'
import { LintNotices } from '../simulator/lint-notices.tsx'
import { SimulatorCard } from '../simulator/simulator-card.tsx'
import { aiCampaignShape, inAnswerOrder } from './ai-campaign-list.ts'
import { AiCampaignTable } from './ai-campaign-table.tsx'
import { useAiCampaignActions, useAiCampaigns } from './use-ai-campaigns.ts'

/** The AI Campaign List [2.ai-list]. */
export function AiCampaignsPage() {
  const { numberId = '' } = useParams()
  // Of one number nothing is for another.
  return <NumberCampaigns key={numberId} numberId={numberId} />
}

function NumberCampaigns({ numberId }: { numberId: string }) {
  const { t } = useTranslation()
  // Asked again, a call that never answered otherwise would forget that the number is gone.
  const [gone, setGone] = useState(false)
  const campaigns = useAiCampaigns(numberId, { enabled: !gone })
  if (!gone && isNumberGone(campaigns.error)) setGone(true)
  if (gone) return <NumberGone title={t('Campaign List')} />
  return (
    <>
      <PageHeader
        back={{ to: NUMBERS, label: t('AI Chatbot') }}
        title={t('Campaign List')}
        description={
          <span className="wrap-anywhere">
            {t('Manage campaigns for number ID: {numberId}', { numberId })}
          </span>
        }
        actions={
          <>
            <Button asChild>
              <Link to={responsesAddress(numberId)}>
                <MessageSquareText aria-hidden="true" />
                {t('Saved Responses')}
              </Link>
            </Button>
            <ChatbotSettingsButton numberId={numberId} />
            <Button variant="primary" asChild>
              <Link to={newCampaignAddress(numberId)}>
                <Plus aria-hidden="true" />
                {t('Add New Campaign')}
              </Link>
            </Button>
          </>
        }
      />
      <NumberHead numberId={numberId} />
      <PausedChats numberId={numberId} />
      <LintNotices numberId={numberId} />
      <Card aria-labelledby="ai-campaigns" className="min-w-0">
        {campaigns.data ? (
          <Campaigns numberId={numberId} campaigns={campaigns.data} />
        ) : (
          <>
            <CardHeader id="ai-campaigns" title={t('Campaigns')} />
            {campaigns.isError ? (
              <ErrorState
                message={t('Failed to load campaigns.')}
                onRetry={() => void campaigns.refetch()}
                busy={campaigns.isFetching}
              />
            ) : (
              <Loading text={t('Loading campaigns...')} />
            )}
          </>
        )}
      </Card>
      <SimulatorCard numberId={numberId} />
    </>
  )
}

interface CampaignsProps {
  numberId: string
  campaigns: readonly ListedAiCampaign[]
}

function Campaigns({ numberId, campaigns }: CampaignsProps) {
  const { t } = useTranslation()
  const { rows, found, search, sorting, pager } = useKeptList(
    inAnswerOrder(campaigns),
    aiCampaignShape,
  )
  const actions = useAiCampaignActions(numberId)
  return (
    <>
      <CardHeader
        id="ai-campaigns"
        title={t('Campaigns')}
        className="flex-wrap items-center"
        action={
          campaigns.length > 0 && (
            <div className="flex w-full flex-col gap-3 sm:w-auto">
              <ListSearch
                value={search.value}
                onChange={search.change}
                label={t('Search by name')}
                className="sm:w-64"
              />
              <OrderSelect
                className="sm:hidden"
                columns={[
                  { by: 'name', label: t('Name') },
                  { by: 'status', label: t('Status') },
                  { by: 'lastEdited', label: t('Last Edited') },
                ]}
                sorting={sorting}
              />
            </div>
          )
        }
      />
      {campaigns.length === 0 && (
        <EmptyState
          title={t(
            "No campaigns found for this number yet. Click 'Add New Campaign' to create one.",
          )}
        />
      )}
      {campaigns.length > 0 && found === 0 && (
        <EmptyState title={t('No campaign matches this search.')} />
      )}
      {found > 0 && (
        <AiCampaignTable
          numberId={numberId}
          campaigns={rows}
          nameOf={(id) => campaigns.find(({ _id }) => _id === id)?.name ?? ''}
          sorting={sorting}
          actions={actions}
        />
      )}
      {pager && <TablePager {...pager} />}
      {campaigns.length > 1 && (
        <p className="border-t px-5 py-3.5 text-caption text-muted-foreground">
          {t(
            'One item answers a message: a whole word comes before a part of one, then the longer keyword, then the older item. A default response answers when no keyword matches.',
          )}
        </p>
      )}
    </>
  )
}

import type { ListedChatbotItem } from '@kirim/contract/chatbots'
import { MessageSquareText, Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'wouter'
import { ListSearch } from '#shared/list/list-search.tsx'
import { OrderSelect } from '#shared/list/order-select.tsx'
import { useAddressList } from '#shared/list/use-list.ts'
import { Button } from '#shared/ui/button.tsx'
import { Card, CardHeader } from '#shared/ui/card.tsx'
import { EmptyState } from '#shared/ui/empty-state.tsx'
import { ErrorState } from '#shared/ui/error-state.tsx'
import { Loading } from '#shared/ui/loading.tsx'
import { PageHeader } from '#shared/ui/page-header.tsx'
import { TablePager } from '#shared/ui/table.tsx'
import { Allowed } from '#shared/workspace/allowed.tsx'
import { useMay, useSees } from '#shared/workspace/workspace-context.ts'
import { NUMBERS, newItemAddress, responsesAddress } from '../addresses.ts'
import { isNumberGone, NumberGone } from '../numbers/number-gone.tsx'
import { NumberHead } from '../numbers/number-head.tsx'
import { PausedChats } from '../numbers/paused-chats-card.tsx'
import { ChatbotSettingsButton } from '../settings/settings-dialog.tsx'
import { LintNotices } from '../simulator/lint-notices.tsx'
import { SimulatorCard } from '../simulator/simulator-card.tsx'
import { inAnswerOrder, itemShape } from './item-list.ts'
import { ItemTable } from './item-table.tsx'
import { useChatbotItems } from './use-items.ts'

/** The AI Campaign List [2.ai-list]. */
export function ItemsPage() {
  const { numberId: deviceId = '' } = useParams()
  // Two numbers' pages share no state.
  return <NumberItems key={deviceId} deviceId={deviceId} />
}

function NumberItems({ deviceId }: { deviceId: string }) {
  const { t } = useTranslation()
  // Stored in state, because a retried query would forget that the number is gone.
  const [isGone, setIsGone] = useState(false)
  const seesChats = useSees('chats')
  const items = useChatbotItems(deviceId, { enabled: !isGone })
  if (!isGone && isNumberGone(items.error)) setIsGone(true)
  if (isGone) return <NumberGone title={t('Campaign List')} deviceId={deviceId} />
  return (
    <>
      <PageHeader
        back={{ to: NUMBERS, label: t('AI Chatbot') }}
        title={t('Campaign List')}
        description={
          <span className="wrap-anywhere">
            {t('Manage campaigns for number ID: {numberId}', { numberId: deviceId })}
          </span>
        }
        actions={
          <>
            {seesChats && (
              <Button asChild>
                <Link to={responsesAddress(deviceId)}>
                  <MessageSquareText aria-hidden="true" />
                  {t('Saved Responses')}
                </Link>
              </Button>
            )}
            <ChatbotSettingsButton deviceId={deviceId} />
            <Allowed to="chatbots:write">
              <Button variant="primary" asChild>
                <Link to={newItemAddress(deviceId)}>
                  <Plus aria-hidden="true" />
                  {t('Add New Campaign')}
                </Link>
              </Button>
            </Allowed>
          </>
        }
      />
      <NumberHead deviceId={deviceId} />
      <PausedChats deviceId={deviceId} />
      <LintNotices deviceId={deviceId} />
      <Card aria-labelledby="chatbot-items" className="min-w-0">
        {items.data ? (
          <Items deviceId={deviceId} items={items.data} />
        ) : (
          <>
            <CardHeader id="chatbot-items" title={t('Campaigns')} />
            {items.isError ? (
              <ErrorState message={t('Failed to load campaigns.')} query={items} />
            ) : (
              <Loading text={t('Loading campaigns...')} />
            )}
          </>
        )}
      </Card>
      <SimulatorCard deviceId={deviceId} />
    </>
  )
}

interface ItemsProps {
  deviceId: string
  items: readonly ListedChatbotItem[]
}

function Items({ deviceId, items }: ItemsProps) {
  const { t } = useTranslation()
  const { rows, found, search, sorting, pager } = useAddressList(inAnswerOrder(items), itemShape)
  const mayWrite = useMay('chatbots:write')
  return (
    <>
      <CardHeader
        id="chatbot-items"
        title={t('Campaigns')}
        className="flex-wrap items-center"
        action={
          items.length > 0 && (
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
      {items.length === 0 && (
        <EmptyState
          title={
            mayWrite
              ? t("No campaigns found for this number yet. Click 'Add New Campaign' to create one.")
              : t('No campaigns found for this number yet.')
          }
        />
      )}
      {items.length > 0 && found === 0 && (
        <EmptyState title={t('No campaign matches this search.')} />
      )}
      {found > 0 && (
        <ItemTable
          deviceId={deviceId}
          items={rows}
          nameOf={(id) => items.find(({ _id }) => _id === id)?.name ?? ''}
          sorting={sorting}
        />
      )}
      {pager && <TablePager {...pager} />}
      {items.length > 1 && (
        <p className="border-t px-5 py-3.5 text-caption text-muted-foreground">
          {t(
            'One item answers each message. An item that matches a whole word comes first, then the longest keyword, then the oldest item. A default response answers when no keyword matches.',
          )}
        </p>
      )}
    </>
  )
}

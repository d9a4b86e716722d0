import { exportSavedResponses, listSavedResponses } from '@kirim/contract/chatbot-tools'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'wouter'
import { messageOf } from '#shared/api/api-error.ts'
import { keyOf } from '#shared/api/query.ts'
import { requestPage } from '#shared/api/request.ts'
import { fileCall, useDownload } from '#shared/api/use-download.ts'
import { useFormat } from '#shared/i18n/format.ts'
import { ListSearch } from '#shared/list/list-search.tsx'
import { useTypedSearch } from '#shared/list/use-address-view.ts'
import { useCursor, useCursorPager } from '#shared/list/use-cursor-pager.ts'
import { browserTimeZone } from '#shared/time/browser-time-zone.ts'
import { useErrorToast } from '#shared/toast/use-error-toast.ts'
import { Button } from '#shared/ui/button.tsx'
import { Card } from '#shared/ui/card.tsx'
import { EmptyState } from '#shared/ui/empty-state.tsx'
import { ErrorState } from '#shared/ui/error-state.tsx'
import { Loading } from '#shared/ui/loading.tsx'
import { PageHeader } from '#shared/ui/page-header.tsx'
import { TablePager } from '#shared/ui/table.tsx'
import { Allowed } from '#shared/workspace/allowed.tsx'
import { useHidesNumbers, useMay } from '#shared/workspace/workspace-context.ts'
import { itemsAddress } from '../addresses.ts'
import { isNumberGone, NumberGone } from '../numbers/number-gone.tsx'
import { ResponseTable } from './response-table.tsx'

const RESPONSES_PER_PAGE = 50
/** Contacts write while the page is open. */
const REFETCH_INTERVAL_MS = 15_000

/** Saved responses to a number's items: search, pages, export. */
export function SavedResponsesPage() {
  const { numberId: deviceId = '' } = useParams()
  // Another number starts another search.
  return <NumberResponses key={deviceId} deviceId={deviceId} />
}

function NumberResponses({ deviceId }: { deviceId: string }) {
  const { t } = useTranslation()
  const download = useDownload()
  const hidesNumbers = useHidesNumbers()
  const mayExport = useMay('chatbots:write')
  const exported = fileCall(exportSavedResponses, {
    params: { deviceId },
    query: { timeZone: browserTimeZone() },
  })
  // Stored in state, because a retried query would forget that the number is gone.
  const [isGone, setIsGone] = useState(false)
  const found = useFoundResponses(deviceId, { enabled: !isGone })
  if (!isGone && isNumberGone(found.responses.error)) setIsGone(true)
  if (isGone) return <NumberGone title={t('Saved Responses')} deviceId={deviceId} />
  return (
    <>
      <PageHeader
        back={{ to: itemsAddress(deviceId), label: t('Campaign List') }}
        title={t('Saved Responses')}
        description={[
          t("Answers collected by items with 'Save response'."),
          ...(hidesNumbers && mayExport ? [t('Phone numbers are left out of the file.')] : []),
        ].join(' ')}
        actions={
          <Allowed to="chatbots:write">
            <Button
              onClick={() => download.mutate({ call: exported, name: 'saved-responses.csv' })}
              busy={download.isPending}
              busyText={t('Exporting...')}
            >
              <Download aria-hidden="true" />
              {t('Export CSV')}
            </Button>
          </Allowed>
        }
      />
      <ResponsesCard deviceId={deviceId} found={found} />
    </>
  )
}

/** The visible page; the previous one stays until the next one is loaded. */
function useFoundResponses(deviceId: string, { enabled }: { enabled: boolean }) {
  const { t } = useTranslation()
  const { typed, setTyped, settled: q } = useTypedSearch()
  const place = useCursor(JSON.stringify([deviceId, q]))
  const params = { deviceId }
  const query = { limit: RESPONSES_PER_PAGE, q, cursor: place.cursor }
  const responses = useQuery({
    queryKey: [...keyOf(listSavedResponses, { params, query }), 'page'],
    queryFn: ({ signal }) => requestPage(listSavedResponses, { params, query }, { signal }),
    placeholderData: keepPreviousData,
    enabled,
    refetchInterval: REFETCH_INTERVAL_MS,
  })
  const { data, isPlaceholderData } = responses
  const pager = useCursorPager(place, data, isPlaceholderData, RESPONSES_PER_PAGE)
  const failed = t('Failed to load responses.')
  useErrorToast(responses.error, failed)
  return { responses, pager, failed, q, typed, setTyped }
}

interface ResponsesCardProps {
  deviceId: string
  found: ReturnType<typeof useFoundResponses>
}

function ResponsesCard({ deviceId, found }: ResponsesCardProps) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const { responses, pager, failed, q, typed, setTyped } = found
  const rows = responses.data?.items
  return (
    <Card
      aria-labelledby="responses"
      aria-busy={responses.isPlaceholderData || undefined}
      className="min-w-0"
    >
      <header className="flex flex-wrap items-center justify-between gap-3 px-5 py-3 max-sm:px-4">
        <h2 id="responses" className="text-title font-semibold">
          {t('Responses')}
          {pager.total !== null && (
            <span className="tnum ml-2 text-caption font-normal text-muted-foreground">
              {number(pager.total)}
            </span>
          )}
        </h2>
        <ListSearch
          value={typed}
          onChange={setTyped}
          label={t('Search responses')}
          className="sm:w-64"
        />
      </header>
      {!rows && responses.isPending && <Loading text={t('Loading responses...')} />}
      {!rows && responses.isError && (
        <ErrorState message={messageOf(responses.error, failed)} query={responses} />
      )}
      {rows?.length === 0 && <NoResponses searching={q !== ''} />}
      {rows && rows.length > 0 && (
        <>
          <ResponseTable deviceId={deviceId} responses={rows} />
          <TablePager {...pager} />
        </>
      )}
    </Card>
  )
}

function NoResponses({ searching }: { searching: boolean }) {
  const { t } = useTranslation()
  const mayWrite = useMay('chatbots:write')
  if (!searching && !mayWrite) return <EmptyState title={t('No responses yet')} />
  return searching ? (
    <EmptyState title={t('No response matches this search.')} />
  ) : (
    <EmptyState
      title={t('No responses yet')}
      description={t(
        "Set 'Save data' to 'Save response' on an item. The messages it answers and the contacts' next messages appear here.",
      )}
    />
  )
}

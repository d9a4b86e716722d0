import { useTranslation } from 'react-i18next'
import { EmptyState } from '#shared/ui/empty-state.tsx'
import { HistoryProgress } from './history-progress.tsx'

/** What stands beside the list while no chat is open. */
export function NoChatOpen() {
  const { t } = useTranslation()
  return (
    <div className="min-h-0 overflow-y-auto px-5 py-10 max-lg:hidden lg:px-16 lg:py-16">
      <HistoryProgress>
        <EmptyState
          className="border-t-0 px-0"
          title={t('No chat is open.')}
          description={t('Choose one from the list to read and answer it.')}
        />
      </HistoryProgress>
    </div>
  )
}

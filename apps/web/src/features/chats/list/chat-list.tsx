import { useTranslation } from 'react-i18next'

/** The chats of a view, with its queues, filters and search. */
export function ChatList() {
  const { t } = useTranslation()
  return (
    <div className="px-4 pt-3">
      <h1 className="text-heading font-semibold">{t('Chats')}</h1>
    </div>
  )
}

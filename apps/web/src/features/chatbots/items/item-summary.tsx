import type { ListedChatbotItem } from '@kirim/contract/chatbots'
import { Bot, CornerDownRight, type LucideIcon, Plug, Save } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { textKey } from '#shared/i18n/text-key.ts'
import { Badge } from '#shared/ui/badge.tsx'
import { AiStanding } from '../ai-standing.tsx'
import { ApiFailureLine } from '../api-rest/api-failure-line.tsx'

interface ItemSummaryProps {
  item: ListedChatbotItem
  /** The name of an item of the same number; empty when it is deleted. */
  nameOf: (id: string) => string
}

/** What triggers an item, the beginning of its reply, and what follows it. */
export function ItemSummary({ item, nameOf }: ItemSummaryProps) {
  const { t } = useTranslation()
  const { firstLine, savesResponse, callsApi, apiFailure } = item
  const next = nameOf(item.nextBotAction)
  return (
    <div className="mt-1.5 flex flex-col gap-1.5 text-caption text-muted-foreground">
      <Trigger item={item} />
      {firstLine && (
        <div title={firstLine} className="line-clamp-2 text-foreground wrap-anywhere">
          {firstLine}
        </div>
      )}
      {(next || savesResponse || callsApi) && (
        <div className="flex flex-wrap gap-x-3 gap-y-1">
          {savesResponse && <Fact icon={Save}>{t('Saves the response')}</Fact>}
          {callsApi && <Fact icon={Plug}>{t('API Rest Data')}</Fact>}
          {next && <Fact icon={CornerDownRight}>{t('then {name}', { name: next })}</Fact>}
        </div>
      )}
      {item.useAI && (
        <div className="text-warning-ink empty:hidden">
          <AiStanding />
        </div>
      )}
      {apiFailure && <ApiFailureLine failure={apiFailure} />}
    </div>
  )
}

const CHATS = {
  individual: textKey('In individual chats only.'),
  group: textKey('In groups only.'),
}

function Trigger({ item }: Pick<ItemSummaryProps, 'item'>) {
  const { t } = useTranslation()
  const { keywords, keywordCount, isDefault, sendTo, type } = item
  const more = keywordCount - keywords.length
  return (
    <div className="flex flex-wrap items-center gap-x-1.5 gap-y-1">
      {keywordCount > 0 && (
        <>
          <span>
            {type === 'message_contains_whole_keyword'
              ? t('Has one of these words')
              : t('Contains any of')}
          </span>
          {keywords.map((keyword) => (
            <span
              key={keyword}
              className="max-w-40 truncate rounded-sm border px-1.5 text-xs leading-5 text-foreground"
            >
              {keyword}
            </span>
          ))}
          {more > 0 && <span>{t('and {n} more', { n: more })}</span>}
        </>
      )}
      {isDefault && (
        <Badge tone="neutral" icon={Bot}>
          {t('Default response')}
        </Badge>
      )}
      {keywordCount === 0 && (
        <span>{isDefault ? t('When nothing else matches') : t('Only after another item')}</span>
      )}
      {sendTo !== 'all' && <span>{t(CHATS[sendTo])}</span>}
    </div>
  )
}

function Fact({ icon: Icon, children }: { icon: LucideIcon; children: ReactNode }) {
  return (
    <span className="flex min-w-0 items-center gap-1.5 wrap-anywhere">
      <Icon aria-hidden="true" className="size-3.5 shrink-0" />
      {children}
    </span>
  )
}

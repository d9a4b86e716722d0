import type { ListedText } from '@kirim/contract/saved-texts'
import { Paperclip } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { SuggestionList } from '../text/suggestion-list.tsx'
import type { Suggestions } from '../text/use-suggestions.ts'

interface SavedRepliesListProps {
  found: readonly ListedText[]
  searched: string
  isLoading: boolean
  hasAny: boolean
  personName: string
  suggestions: Suggestions
  /** Null where nobody manages them. */
  onManage: (() => void) | null
}

/** The saved replies that fit what is typed. */
export function SavedRepliesList({
  found,
  searched,
  isLoading,
  hasAny,
  personName,
  suggestions,
  onManage,
}: SavedRepliesListProps) {
  const { t } = useTranslation()
  const title = searched
    ? t('Saved replies with “{words}”', { words: searched })
    : t('Saved replies')
  const nothing = hasAny ? t('No saved reply has these words.') : t('No saved replies yet.')
  return (
    <SuggestionList
      label={t('Saved replies')}
      suggestions={suggestions}
      head={
        <>
          <p className="flex items-center justify-between px-2.5 py-1.5 text-xs text-muted-foreground">
            <span className="truncate">{title}</span>
            <span className="flex gap-1 max-lg:hidden" aria-hidden="true">
              {['↑', '↓', 'Enter'].map((key) => (
                <kbd
                  key={key}
                  className="inline-grid h-5 min-w-5 place-items-center rounded-[5px] border bg-card px-1 font-sans text-xs pointer-coarse:hidden"
                >
                  {key}
                </kbd>
              ))}
            </span>
          </p>
          <p role="status" className="px-2.5 text-caption text-muted-foreground not-empty:py-2">
            {found.length === 0 && (isLoading ? t('Loading saved texts...') : nothing)}
          </p>
        </>
      }
      options={found.map(({ id, name, start, file }, index) => ({
        key: id,
        content: (
          <>
            <span className="w-[104px] shrink-0 truncate font-mono text-caption">/{name}</span>
            <span
              className={`min-w-0 flex-1 truncate text-caption ${index === suggestions.current ? '' : 'text-muted-foreground'}`}
            >
              {start}
            </span>
            {file && (
              <Paperclip
                className="size-3.5 shrink-0 self-center text-muted-foreground"
                aria-label={t('with a file')}
              />
            )}
          </>
        ),
      }))}
      foot={
        <div className="mt-1 flex items-center justify-between gap-3 border-t px-2.5 pt-2 pb-1">
          {onManage && (
            <button
              type="button"
              onMouseDown={(event) => event.preventDefault()}
              onClick={onManage}
              className="text-caption font-medium whitespace-nowrap text-primary underline-offset-4 hover:underline"
            >
              {t('Manage saved replies')}
            </button>
          )}
          <span className="ml-auto truncate text-xs text-muted-foreground max-lg:hidden">
            {t('Placeholders are filled in for {name}', { name: personName })}
          </span>
        </div>
      }
    />
  )
}

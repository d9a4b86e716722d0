import { ListChecks, Search, SquarePen, X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '#shared/ui/button.tsx'
import { Input } from '#shared/ui/input.tsx'
import { Allowed } from '#shared/workspace/allowed.tsx'
import { useHidesNumbers } from '#shared/workspace/workspace-context.ts'
import { MentionsButton } from '../mentions/mentions-button.tsx'
import { ListMenu } from './list-menu.tsx'

interface ListHeadProps {
  search: string
  onSearch: (text: string) => void
  isChoosing: boolean
  onChoose: () => void
  onNew: () => void
  onShortcuts: () => void
}

/** The title of the page, its buttons, and the search. */
export function ListHead(props: ListHeadProps) {
  const { search, onSearch, isChoosing, onChoose, onNew, onShortcuts } = props
  const { t } = useTranslation()
  const label = useHidesNumbers() ? t('Search name or words') : t('Search name, number or words')
  return (
    <div className="shrink-0 px-4 pt-3">
      <div className="flex items-center gap-1">
        <h1 className="flex-1 text-heading font-semibold">{t('Chats')}</h1>
        <Allowed to="chats:write">
          <Button
            variant="ghost"
            size="icon-sm"
            aria-pressed={isChoosing}
            aria-label={t('Choose several')}
            title={t('Choose several')}
            onClick={onChoose}
          >
            <ListChecks aria-hidden="true" />
          </Button>
          <Button
            variant="ghost"
            size="icon-sm"
            aria-label={t('New chat')}
            title={t('New chat')}
            onClick={onNew}
          >
            <SquarePen aria-hidden="true" />
          </Button>
        </Allowed>
        <MentionsButton />
        <ListMenu onShortcuts={onShortcuts} />
      </div>
      <div className="mt-2">
        <Input
          type="search"
          leading={<Search aria-hidden="true" />}
          trailing={
            search && (
              <button
                type="button"
                aria-label={t('Clear search')}
                onClick={() => onSearch('')}
                className="-mr-1.5 grid size-7 place-items-center rounded-md hover:bg-accent"
              >
                <X aria-hidden="true" />
              </button>
            )
          }
          aria-label={label}
          placeholder={label}
          value={search}
          onChange={(event) => onSearch(event.target.value)}
          autoComplete="off"
          maxLength={200}
        />
      </div>
    </div>
  )
}

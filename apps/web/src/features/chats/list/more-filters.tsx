import type { ChatFilter } from '@kirim/contract/chats'
import { Bookmark, Hash, ListFilter, X } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useUser } from '#shared/auth/auth-context.ts'
import { Button } from '#shared/ui/button.tsx'
import { cn } from '#shared/ui/cn.ts'
import { lazyDialog } from '#shared/ui/lazy-dialog.tsx'
import { Menu, MenuChoice, MenuItem, MenuSeparator } from '#shared/ui/menu.tsx'
import { useChatPeople } from '../use-chat-people.ts'
import { SavedViews } from '../views/saved-views.tsx'
import type { useChatSelection } from './use-chat-selection.ts'

const TagDialog = lazyDialog(
  async () => (await import('./tag-dialog.tsx')).TagDialog,
  ({ open }) => open,
)
const ViewsDialog = lazyDialog(
  async () => (await import('../views/views-dialog.tsx')).ViewsDialog,
  ({ open }) => open,
)

/** The value of a choice that filters nothing. */
const ANY = ' '

export interface FiltersProps {
  selection: ReturnType<typeof useChatSelection>
}

/** The filters that are asked for less often, and the views that the reader has saved. */
export function MoreFilters({ selection }: FiltersProps) {
  const { t } = useTranslation()
  const [dialog, setDialog] = useState<'tag' | 'views' | null>(null)
  const { filter, setFilter, isFiltered, clearFilter } = selection
  const close = () => setDialog(null)
  return (
    <>
      <Menu
        className="w-60"
        trigger={
          <Button
            variant="ghost"
            size="icon-sm"
            className={cn('-mr-1.5', isFiltered && 'text-primary')}
            aria-label={
              isFiltered ? t('Filters and saved views, filtered') : t('Filters and saved views')
            }
            title={t('Filters and saved views')}
          >
            <ListFilter aria-hidden="true" />
          </Button>
        }
      >
        <SavedViews onShow={selection.show} />
        <MenuItem icon={Bookmark} onSelect={() => setDialog('views')}>
          {t('Save or remove views...')}
        </MenuItem>
        <MenuSeparator />
        <AssigneeChoice selection={selection} />
        <MenuSeparator />
        <MenuChoice
          label={t('Kind')}
          value={filter.kind ?? ANY}
          onValueChange={(value) => setFilter({ kind: value.trim() })}
          options={[
            { value: ANY, label: t('People and groups') },
            { value: 'individual', label: t('People') },
            { value: 'group', label: t('Groups') },
          ]}
        />
        <MenuSeparator />
        <MenuItem icon={Hash} onSelect={() => setDialog('tag')}>
          <span className="truncate">
            {filter.tag ? t('Tag: {tag}', { tag: filter.tag }) : t('Tag of the contact...')}
          </span>
        </MenuItem>
        {isFiltered && (
          <MenuItem icon={X} onSelect={clearFilter}>
            {t('Clear filters')}
          </MenuItem>
        )}
      </Menu>
      <TagDialog
        open={dialog === 'tag'}
        tag={filter.tag ?? ''}
        onTag={(tag) => setFilter({ tag })}
        onClose={close}
      />
      <ViewsDialog
        open={dialog === 'views'}
        shown={{ view: selection.view, filter }}
        onClose={close}
      />
    </>
  )
}

function AssigneeChoice({ selection: { filter, setFilter } }: FiltersProps) {
  const { t } = useTranslation()
  const me = useUser()._id
  const { people } = useChatPeople()
  const others = people.filter(({ id, mayWrite }) => id !== me && mayWrite)
  return (
    <MenuChoice<NonNullable<ChatFilter['assignedTo']>>
      label={t('Assigned to')}
      value={filter.assignedTo ?? ANY}
      onValueChange={(value) => setFilter({ assignedTo: value.trim() })}
      options={[
        { value: ANY, label: t('Anybody') },
        { value: me, label: t('Me') },
        { value: 'nobody', label: t('Nobody') },
        ...others.map(({ id, name }) => ({ value: id, label: name })),
      ]}
    />
  )
}

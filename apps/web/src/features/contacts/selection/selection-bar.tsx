import type { ContactGroup } from '@kirim/contract/contacts'
import { BellOff, FolderMinus, FolderPlus, Tag, Tags, Trash2, Users, X } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#shared/i18n/format.ts'
import { Button } from '#shared/ui/button.tsx'
import { lazyDialog } from '#shared/ui/lazy-dialog.tsx'
import { Menu, MenuItem } from '#shared/ui/menu.tsx'
import { Allowed } from '#shared/workspace/allowed.tsx'
import type { ContactFilter } from '../contact-queries.ts'
import { ContactsExport } from './contacts-export.tsx'
import type { SelectionTask } from './selection-dialogs.tsx'
import type { Selection } from './use-selection.ts'
import { useSelectionChange } from './use-selection-change.ts'

const SelectionDialogs = lazyDialog(
  async () => (await import('./selection-dialogs.tsx')).SelectionDialogs,
  ({ task }) => task !== null,
)

interface SelectionBarProps {
  selection: Selection
  /** The size of the list; null when it is unknown. */
  total: number | null
  /** The list's name. */
  name: string
  filter: ContactFilter
  groups: readonly ContactGroup[]
  /** The list's group; null for all contacts. */
  group: ContactGroup | null
}

/** The actions for the selected contacts, at the bottom of the window while there are any. */
export function SelectionBar({ selection, total, groups, group, ...list }: SelectionBarProps) {
  const { t } = useTranslation()
  const [task, setTask] = useState<SelectionTask | null>(null)
  const change = useSelectionChange((done) => {
    setTask(null)
    // Deleted and removed contacts are no longer in the list.
    if (done.does === 'delete' || done.does === 'leave' || done.does === 'untag') selection.clear()
  })
  const count = selection.count ?? total
  const isOpen = selection.isAll ? total !== 0 : selection.count !== 0
  useEscape(isOpen && !change.busy && task === null, selection.clear)
  if (!isOpen) return null
  return (
    <>
      {/* Lets the end of the page scroll above the bar. */}
      <div aria-hidden="true" className="h-24 max-sm:h-36" />
      <section
        aria-label={t('Selected contacts')}
        className="fixed right-[calc(1rem+var(--removed-body-scroll-bar-size,0px))] bottom-4 left-4 z-30 mx-auto flex w-fit max-w-[calc(100vw-32px)] animate-appear flex-wrap items-center gap-x-1 gap-y-1 rounded-xl bg-popover py-1.5 pr-2 pl-4 text-popover-foreground shadow-pop"
      >
        {change.busy ? (
          <Progress processed={change.processed} total={count} onStop={change.stop} />
        ) : (
          <>
            <Count selection={selection} total={total} />
            <div className="flex flex-wrap items-center gap-1 max-sm:order-last max-sm:-ml-2 max-sm:basis-full max-sm:gap-0 max-sm:*:px-2 max-sm:[&_svg]:hidden">
              <Allowed to="contacts:write">
                <Menu
                  align="start"
                  trigger={
                    <Button variant="ghost" size="sm">
                      <Tag aria-hidden="true" />
                      {t('Tag')}
                    </Button>
                  }
                >
                  <MenuItem icon={Tag} onSelect={() => setTask('tag')}>
                    {t('Add a tag')}
                  </MenuItem>
                  <MenuItem icon={Tags} onSelect={() => setTask('untag')}>
                    {t('Remove a tag')}
                  </MenuItem>
                </Menu>
                <Menu
                  align="start"
                  trigger={
                    <Button variant="ghost" size="sm">
                      <Users aria-hidden="true" />
                      {t('Group')}
                    </Button>
                  }
                >
                  <MenuItem icon={FolderPlus} onSelect={() => setTask('join')}>
                    {t('Add to a group')}
                  </MenuItem>
                  <MenuItem icon={FolderMinus} onSelect={() => setTask('leave')}>
                    {t('Remove from a group')}
                  </MenuItem>
                </Menu>
                <Button variant="ghost" size="sm" onClick={() => setTask('optOut')}>
                  <BellOff aria-hidden="true" />
                  {t('Opt out')}
                </Button>
              </Allowed>
              <ContactsExport selection={selection} {...list} />
              <Allowed to="contacts:write">
                <Button
                  variant="ghost"
                  size="sm"
                  className="text-destructive hover:bg-danger-soft hover:text-destructive"
                  onClick={() => setTask('delete')}
                >
                  <Trash2 aria-hidden="true" />
                  {t('Delete')}
                </Button>
              </Allowed>
            </div>
            <Button
              variant="ghost"
              size="icon-sm"
              aria-label={t('Clear selection')}
              title={t('Clear selection')}
              onClick={selection.clear}
            >
              <X aria-hidden="true" />
            </Button>
          </>
        )}
      </section>
      <SelectionDialogs
        task={task}
        count={count}
        groups={groups.filter(({ filter }) => !filter)}
        groupId={group && !group.filter ? group._id : null}
        onConfirm={(request) => {
          change.start({ who: [selection.who()], ...request })
          setTask(null)
        }}
        onClose={() => setTask(null)}
      />
    </>
  )
}

function Count({ selection, total }: Pick<SelectionBarProps, 'selection' | 'total'>) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const { count } = selection
  const isMore = count !== null && (total === null || count < total)
  const words =
    count === null && total === null
      ? t('All selected')
      : t('{n} selected', { n: number(count ?? total ?? 0) })
  return (
    <div className="mr-1 flex flex-wrap items-center gap-x-1 max-sm:flex-1 max-sm:justify-between sm:border-r sm:pr-1">
      <p role="status" className="tnum py-1 pr-1 font-medium">
        {words}
      </p>
      {isMore && (
        <Button variant="ghost" size="sm" className="text-primary" onClick={selection.selectAll}>
          {total === null ? t('Select all') : t('Select all {n}', { n: number(total) })}
        </Button>
      )}
    </div>
  )
}

interface ProgressProps {
  processed: number
  total: number | null
  onStop: () => void
}

function Progress({ processed, total, onStop }: ProgressProps) {
  const { t } = useTranslation()
  const { number } = useFormat()
  return (
    <>
      <p role="status" className="tnum py-1.5 pr-2">
        {total === null
          ? t('{n} done...', { n: number(processed) })
          : t('{n} of {total} done...', { n: number(processed), total: number(total) })}
      </p>
      <Button size="sm" onClick={onStop}>
        {t('Stop')}
      </Button>
    </>
  )
}

const OPEN = '[role=dialog],[role=alertdialog],[role=menu],[role=listbox]'

/** Handles Escape, unless it closes a dialog or menu. */
function useEscape(isActive: boolean, act: () => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented || document.querySelector(OPEN)) return
    act()
  })
  useEffect(() => {
    if (!isActive) return
    const listen = (event: KeyboardEvent) => press(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [isActive])
}

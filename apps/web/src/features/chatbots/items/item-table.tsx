import type { ListedChatbotItem } from '@kirim/contract/chatbots'
import { CircleCheck, CircleOff, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { useFormat } from '#shared/i18n/format.ts'
import { SortableTh } from '#shared/list/sortable-th.tsx'
import type { SortingState } from '#shared/list/use-list.ts'
import { MenuItem, MenuSeparator, RowActions } from '#shared/ui/menu.tsx'
import { MenuIcon } from '#shared/ui/menu-icon.tsx'
import { EnabledBadge } from '#shared/ui/status-badge.tsx'
import { Table, TableHead, TableRow, Td, Th } from '#shared/ui/table.tsx'
import { useAuthorName } from '#shared/workspace/use-author-name.ts'
import { useMay } from '#shared/workspace/workspace-context.ts'
import { editAddress } from '../addresses.ts'
import { featuresOf, type ItemColumn } from './item-list.ts'
import { ItemReader } from './item-reader.tsx'
import { ItemSummary } from './item-summary.tsx'
import { useItemActions } from './use-items.ts'

const TALL = 12

interface ItemTableProps {
  deviceId: string
  items: readonly ListedChatbotItem[]
  nameOf: (id: string) => string
  sorting: SortingState<ItemColumn>
}

/** Five columns [2.ai-list.columns]; on small screens the name's cell includes the others. */
export function ItemTable({ deviceId, items, nameOf, sorting }: ItemTableProps) {
  const { t } = useTranslation()
  const mayWrite = useMay('chatbots:write')
  const [read, setRead] = useState<ListedChatbotItem | null>(null)
  return (
    <>
      <Table aria-labelledby="chatbot-items" className="table-fixed">
        <TableHead sticky={items.length > TALL}>
          <tr>
            <SortableTh by="name" label={t('Name')} sorting={sorting} className="max-sm:pl-5" />
            <SortableTh
              by="status"
              label={t('Status')}
              sorting={sorting}
              className="w-32 max-sm:hidden"
            />
            <Th className="w-44 max-lg:hidden">{t('Features')}</Th>
            <SortableTh
              by="lastEdited"
              label={t('Last Edited')}
              sorting={sorting}
              className="w-48 max-sm:hidden lg:w-52"
            />
            {mayWrite && (
              <Th end className="w-16 sm:w-24">
                <span className="max-sm:sr-only">{t('Actions')}</span>
              </Th>
            )}
          </tr>
        </TableHead>
        <tbody>
          {items.map((item) => (
            <ItemRow
              key={item._id}
              deviceId={deviceId}
              item={item}
              nameOf={nameOf}
              onRead={() => setRead(item)}
            />
          ))}
        </tbody>
      </Table>
      <ItemReader deviceId={deviceId} item={read} onClose={() => setRead(null)} />
    </>
  )
}

interface RowProps extends Pick<ItemTableProps, 'deviceId' | 'nameOf'> {
  item: ListedChatbotItem
  /** Somebody who may not open its form wants to read all of it. */
  onRead: () => void
}

function ItemRow({ deviceId, item, nameOf, onRead }: RowProps) {
  const actions = useItemActions(deviceId, item)
  const { t } = useTranslation()
  const { dateTime } = useFormat()
  const authorName = useAuthorName()
  const mayWrite = useMay('chatbots:write')
  const { name, status, lastEdited } = item
  const editor = authorName(item.lastEditedBy)
  const edited = (
    <>
      <time dateTime={lastEdited}>{dateTime(lastEdited)}</time>
      {editor && <span className="block wrap-anywhere">{t('by {name}', { name: editor })}</span>}
    </>
  )
  return (
    <TableRow busy={actions.busy}>
      <Td className="max-sm:pl-5">
        <p title={name} className="line-clamp-2 font-medium wrap-anywhere">
          {mayWrite ? (
            name
          ) : (
            <button
              type="button"
              onClick={onRead}
              className="text-left underline-offset-4 hover:underline"
            >
              {name}
            </button>
          )}
        </p>
        <ItemSummary item={item} nameOf={nameOf} />
        <div className="mt-1 flex flex-col items-start gap-1 text-caption text-muted-foreground sm:hidden">
          <EnabledBadge enabled={status === 'Enabled'} />
          {edited}
        </div>
        <div className="lg:hidden">
          <Features item={item} />
        </div>
      </Td>
      <Td className="max-sm:hidden">
        <EnabledBadge enabled={status === 'Enabled'} />
      </Td>
      <Td className="max-lg:hidden">
        <Features item={item} />
      </Td>
      <Td className="text-caption text-muted-foreground max-sm:hidden">{edited}</Td>
      {mayWrite && (
        <Td end className="py-0">
          <ItemMenu deviceId={deviceId} item={item} actions={actions} />
        </Td>
      )}
    </TableRow>
  )
}

function Features({ item }: { item: ListedChatbotItem }) {
  const { t } = useTranslation()
  return (
    <div className="text-caption text-muted-foreground">
      {featuresOf(item).map((feature) => (
        <p key={feature}>{t(feature)}</p>
      ))}
    </div>
  )
}

interface ItemMenuProps {
  deviceId: string
  item: ListedChatbotItem
  actions: ReturnType<typeof useItemActions>
}

function ItemMenu({ deviceId, item, actions }: ItemMenuProps) {
  const { t } = useTranslation()
  const { _id, name, status } = item
  return (
    <RowActions name={name} disabled={actions.busy}>
      <MenuItem asChild>
        <Link to={editAddress(deviceId, _id)}>
          <MenuIcon icon={Pencil} />
          {t('Edit')}
        </Link>
      </MenuItem>
      {status === 'Enabled' ? (
        <MenuItem icon={CircleOff} onSelect={() => actions.setStatus('Disabled')}>
          {t('Disable')}
        </MenuItem>
      ) : (
        <MenuItem icon={CircleCheck} onSelect={() => actions.setStatus('Enabled')}>
          {t('Enable')}
        </MenuItem>
      )}
      <MenuSeparator />
      <MenuItem icon={Trash2} danger onSelect={actions.remove}>
        {t('Delete')}
      </MenuItem>
    </RowActions>
  )
}

import type { ContactGroup } from '@kirim/contract/contacts'
import { AddContactDialog } from './edit/contact-forms.tsx'
import { DetailsDialog } from './edit/details-dialog.tsx'
import { RemovalDialog } from './edit/removal-dialog.tsx'
import type { Removal } from './edit/use-removal.ts'
import { CreateGroupDialog, RenameGroupDialog } from './groups/group-dialogs.tsx'
import type { OpenDialog } from './open-dialog.ts'
import { ContactPanel } from './panel/contact-panel.tsx'
import { SegmentDialog } from './segments/segment-dialog.tsx'
import { UploadDialog } from './upload/upload-dialog.tsx'

interface ContactDialogsProps {
  open: OpenDialog | null
  onOpen: (dialog: OpenDialog | null) => void
  groups: readonly ContactGroup[]
  /** The selected group. */
  groupId: string | null
  onGroup: (id: string) => void
  removing: boolean
  onRemoval: (removal: Removal, leaveCampaigns: boolean) => void
}

/** All dialogs of the contacts page. */
export function ContactDialogs(props: ContactDialogsProps) {
  const { open, onOpen, groups, groupId, onGroup } = props
  const plain = groups.filter((group) => !group.filter)
  const plainId = plain.some(({ _id }) => _id === groupId) ? groupId : null
  const onClose = () => onOpen(null)
  const opens = (kind: OpenDialog['kind']) => ({ open: open?.kind === kind, onOpenChange: onClose })
  return (
    <>
      <CreateGroupDialog {...opens('group')} onCreated={(group) => onGroup(group._id)} />
      <AddContactDialog {...opens('add')} groups={plain} groupId={plainId} />
      <RenameGroupDialog group={open?.kind === 'rename' ? open.group : null} onClose={onClose} />
      <UploadDialog {...opens('upload')} groups={plain} groupId={plainId} onImported={onGroup} />
      <ContactPanel
        contact={open?.kind === 'panel' ? open.contact : null}
        onClose={onClose}
        onDelete={(contact) => onOpen({ kind: 'removal', removal: { kind: 'contact', contact } })}
      />
      <DetailsDialog {...opens('details')} />
      <SegmentDialog
        segment={open?.kind === 'segment' ? open.segment : null}
        groups={groups}
        onClose={onClose}
        onSaved={(segment) => {
          onClose()
          onGroup(segment._id)
        }}
      />
      {open?.kind === 'removal' && (
        <RemovalDialog
          removal={open.removal}
          busy={props.removing}
          onConfirm={(leaveCampaigns) => props.onRemoval(open.removal, leaveCampaigns)}
          onCancel={onClose}
        />
      )}
    </>
  )
}

import type { Contact, ContactGroup } from '@kirim/contract/contacts'
import { AddContactDialog } from './edit/add-contact-dialog.tsx'
import { DetailsDialog } from './edit/details-dialog.tsx'
import { EditContactDialog } from './edit/edit-contact-dialog.tsx'
import { RemovalDialog } from './edit/removal-dialog.tsx'
import type { Removal } from './edit/use-removal.ts'
import { CreateGroupDialog } from './groups/create-group-dialog.tsx'
import { RenameGroupDialog } from './groups/rename-group-dialog.tsx'
import { ContactPanel } from './panel/contact-panel.tsx'
import { SegmentDialog } from './segments/segment-dialog.tsx'
import { UploadDialog } from './upload/upload-dialog.tsx'

/** Dialogs that need no contact or group to open. */
export type OpenDialog = 'add' | 'upload' | 'group' | 'details' | null

interface ContactDialogsProps {
  open: OpenDialog
  onOpen: (dialog: OpenDialog) => void
  edited: Contact | null
  onEdited: (contact: Contact | null) => void
  renamed: ContactGroup | null
  onRenamed: (group: ContactGroup | null) => void
  /** The contact whose panel is open. */
  shown: Contact | null
  onShown: (contact: Contact | null) => void
  onDelete: (contact: Contact) => void
  segment: ContactGroup | 'new' | null
  onSegment: (segment: ContactGroup | 'new' | null) => void
  removed: Removal | null
  /** The removal is in progress. */
  removing: boolean
  onRemoval: (removal: Removal, leaveCampaigns: boolean) => void
  onKept: () => void
  groups: readonly ContactGroup[]
  /** The selected group. */
  groupId: string | null
  onGroup: (id: string) => void
}

/** All dialogs of the contacts page. */
export function ContactDialogs({ open, onOpen, groups, groupId, ...props }: ContactDialogsProps) {
  const plain = groups.filter((group) => !group.filter)
  const plainId = plain.some(({ _id }) => _id === groupId) ? groupId : null
  const opens = (name: OpenDialog) => ({
    open: open === name,
    onOpenChange: (next: boolean) => onOpen(next ? name : null),
  })
  return (
    <>
      <CreateGroupDialog {...opens('group')} onCreated={(group) => props.onGroup(group._id)} />
      <AddContactDialog {...opens('add')} groups={plain} groupId={plainId} />
      <EditContactDialog contact={props.edited} onClose={() => props.onEdited(null)} />
      <RenameGroupDialog group={props.renamed} onClose={() => props.onRenamed(null)} />
      <UploadDialog
        {...opens('upload')}
        groups={plain}
        groupId={plainId}
        onImported={props.onGroup}
      />
      <ContactPanel
        contact={props.shown}
        onClose={() => props.onShown(null)}
        onEdit={props.onEdited}
        onDelete={props.onDelete}
      />
      <DetailsDialog {...opens('details')} />
      <SegmentDialog
        segment={props.segment}
        groups={groups}
        onClose={() => props.onSegment(null)}
        onSaved={(segment) => {
          props.onSegment(null)
          props.onGroup(segment._id)
        }}
      />
      <RemovalDialog
        removal={props.removed}
        busy={props.removing}
        onConfirm={props.onRemoval}
        onCancel={props.onKept}
      />
    </>
  )
}

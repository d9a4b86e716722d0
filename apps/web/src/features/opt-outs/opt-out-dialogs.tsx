import type { OptOut } from '@kirim/contract/opt-outs'
import { AddOptOutDialog } from './add-opt-out-dialog.tsx'
import { ChangesDialog } from './changes-dialog.tsx'
import { ImportOptOutsDialog } from './import-opt-outs-dialog.tsx'
import { RemovalDialog } from './removal-dialog.tsx'

export type OpenDialog =
  | { kind: 'add'; phoneNumber: string }
  | { kind: 'import' }
  | { kind: 'changes'; person: OptOut }
  | { kind: 'removal'; person: OptOut }
  | null

interface OptOutDialogsProps {
  open: OpenDialog
  onClose: () => void
}

/** All dialogs of the page. */
export function OptOutDialogs({ open, onClose }: OptOutDialogsProps) {
  return (
    <>
      <AddOptOutDialog
        phoneNumber={open?.kind === 'add' ? open.phoneNumber : null}
        onClose={onClose}
      />
      <ImportOptOutsDialog open={open?.kind === 'import'} onClose={onClose} />
      <ChangesDialog person={open?.kind === 'changes' ? open.person : null} onClose={onClose} />
      <RemovalDialog person={open?.kind === 'removal' ? open.person : null} onClose={onClose} />
    </>
  )
}

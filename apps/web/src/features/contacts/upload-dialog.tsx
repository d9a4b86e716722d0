import type { ContactGroup } from '@kirim/contract/contacts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type FileProblem, spreadsheetProblem } from '#shared/spreadsheet/spreadsheet-file.ts'
import { Button } from '#shared/ui/button.tsx'
import { Dialog } from '#shared/ui/dialog.tsx'
import { UploadForm } from './upload-form.tsx'
import { UploadOutcome } from './upload-outcome.tsx'
import { useContactUpload } from './use-contact-upload.ts'

interface UploadDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  groups: readonly ContactGroup[]
  /** The initial group; null for none. */
  groupId: string | null
  onImported: (groupId: string) => void
}

export function UploadDialog({ open, onOpenChange, ...rest }: UploadDialogProps) {
  // Each opening starts empty; an upload in progress keeps the dialog open.
  return open ? <OpenUploadDialog {...rest} onClose={() => onOpenChange(false)} /> : null
}

interface OpenUploadDialogProps extends Omit<UploadDialogProps, 'open' | 'onOpenChange'> {
  onClose: () => void
}

function OpenUploadDialog({ groups, groupId, onImported, onClose }: OpenUploadDialogProps) {
  const { t } = useTranslation()
  const [file, setFile] = useState<File | null>(null)
  const [chosenGroup, setChosenGroup] = useState(groupId ?? '')
  const [takeNames, setTakeNames] = useState(false)
  const [fileProblem, setFileProblem] = useState<FileProblem | null>(null)
  const [groupProblem, setGroupProblem] = useState<string | null>(null)
  const upload = useContactUpload(onImported)
  const { state, busy } = upload

  const chooseFile = (next: File | null) => {
    const problem = next && spreadsheetProblem(next)
    setFileProblem(problem)
    setFile(problem ? null : next)
    upload.reset()
  }
  const submit = () => {
    const missingFile = file ? null : { text: t('No File Selected') }
    const missingGroup = chosenGroup ? null : t('No Group Selected')
    setFileProblem((now) => (file ? null : (now ?? missingFile)))
    setGroupProblem(missingGroup)
    if (file && !missingGroup) upload.start(file, { groupId: chosenGroup, takeNames })
  }
  const startOver = () => {
    setFile(null)
    upload.reset()
  }
  const done = state.step === 'done'
  return (
    <Dialog
      open
      onOpenChange={(next) => !next && !busy && onClose()}
      title={t('Upload Contacts from File')}
      description={t('An Excel file with a name and a phone number in each row.')}
      footer={
        done ? (
          <>
            <Button onClick={startOver}>{t('Upload another file')}</Button>
            <Button variant="primary" onClick={onClose}>
              {t('Done')}
            </Button>
          </>
        ) : (
          <>
            <Button
              onClick={state.step === 'sending' ? upload.stop : onClose}
              disabled={state.step === 'importing'}
            >
              {t('Cancel')}
            </Button>
            <Button variant="primary" busy={busy} busyText={t('Uploading...')} onClick={submit}>
              {t('Upload')}
            </Button>
          </>
        )
      }
    >
      {done ? (
        <UploadOutcome result={state.result} />
      ) : (
        <UploadForm
          state={state}
          groups={groups}
          file={file}
          fileProblem={fileProblem}
          groupId={chosenGroup}
          groupProblem={groupProblem}
          takeNames={takeNames}
          onTakeNames={setTakeNames}
          onFile={chooseFile}
          onGroup={(id) => {
            setChosenGroup(id)
            setGroupProblem(null)
          }}
        />
      )}
    </Dialog>
  )
}

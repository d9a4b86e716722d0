import type { SheetReading } from '@kirim/contract/contact-import'
import type { ContactGroup } from '@kirim/contract/contacts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type FileProblem, spreadsheetProblem } from '#shared/spreadsheet/spreadsheet-field.tsx'
import { useSheetPreview } from '#shared/spreadsheet/use-sheet-preview.ts'
import { Alert } from '#shared/ui/alert.tsx'
import { Button } from '#shared/ui/button.tsx'
import { Dialog } from '#shared/ui/dialog.tsx'
import type { ColumnChoice } from './column-choices.ts'
import { useColumnChoices } from './column-choices.ts'
import { UploadForm } from './upload-form.tsx'
import { ImportProgress, UploadOutcome } from './upload-outcome.tsx'
import { UploadPreview } from './upload-preview.tsx'
import type { UploadState } from './use-contact-upload.ts'
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
  const preview = useSheetPreview()
  const columns = useColumnChoices(preview.sheet, preview.reading)

  const chooseFile = (next: File | null) => {
    const problem = next && spreadsheetProblem(next)
    setFileProblem(problem)
    setFile(problem ? null : next)
    columns.clear()
    upload.reset()
    preview.clear()
    if (next && !problem) void preview.read(next, {})
  }
  const readAgain = (reading: SheetReading) => {
    upload.reset()
    if (file) void preview.read(file, reading)
  }
  const choose = (choices: readonly ColumnChoice[]) => {
    upload.reset()
    const mapping = columns.choose(choices)
    if (file && mapping) void preview.read(file, preview.reading, mapping)
  }
  const submit = () => {
    const missingFile = file ? null : { text: t('No File Selected') }
    const missingGroup = chosenGroup ? null : t('No Group Selected')
    setFileProblem((now) => (file ? null : (now ?? missingFile)))
    setGroupProblem(missingGroup)
    if (!file) return
    if (!preview.sheet) return readAgain(preview.reading)
    columns.check()
    if (missingGroup || !columns.mapping) return
    void upload.load(file, { groupId: chosenGroup, takeNames }, columns.mapping)
  }
  const groupName = groups.find(({ _id }) => _id === chosenGroup)?.groupName ?? ''
  const isDone = state.step === 'done'
  const failure = state.step === 'failed' ? state.message : preview.failure
  return (
    <Dialog
      open
      onOpenChange={(next) => !next && !busy && onClose()}
      size={preview.sheet && !isDone ? 'large' : 'small'}
      title={t('Upload Contacts from File')}
      description={
        isDone
          ? t('{file} into {group}.', { file: file?.name ?? '', group: groupName })
          : t('A spreadsheet with a name and a phone number in each row.')
      }
      footer={
        <UploadButtons
          state={state}
          isReading={preview.isReading}
          onUpload={submit}
          onStop={upload.stop}
          onAgain={() => chooseFile(null)}
          onClose={onClose}
        />
      }
    >
      {state.step === 'done' ? (
        <UploadOutcome result={state.result} file={file} mapping={columns.mapping} />
      ) : (
        <div className="grid grid-cols-1 gap-4">
          {failure && <Alert>{failure}</Alert>}
          <UploadForm
            groups={groups}
            file={file}
            fileProblem={fileProblem}
            groupId={chosenGroup}
            groupProblem={groupProblem}
            takeNames={takeNames}
            busy={busy}
            onTakeNames={setTakeNames}
            onFile={chooseFile}
            onGroup={(id) => {
              setChosenGroup(id)
              setGroupProblem(null)
            }}
          />
          {file && preview.sheet && (
            <UploadPreview
              file={file}
              sheet={preview.sheet}
              reading={preview.reading}
              columns={columns}
              busy={busy}
              isCurrent={!preview.isReading && !busy}
              onReading={readAgain}
              onChoices={choose}
            />
          )}
          {busy && <ImportProgress state={state} />}
        </div>
      )}
    </Dialog>
  )
}

interface UploadButtonsProps {
  state: UploadState
  /** The file is read, and what it holds is not shown yet. */
  isReading: boolean
  onUpload: () => void
  onStop: () => void
  onAgain: () => void
  onClose: () => void
}

/** The buttons of an upload, by how far it has come. */
function UploadButtons(props: UploadButtonsProps) {
  const { t } = useTranslation()
  const { state, isReading } = props
  const busy = state.step === 'sending' || state.step === 'importing'
  if (state.step === 'done') {
    return (
      <>
        <Button onClick={props.onAgain}>{t('Upload another file')}</Button>
        <Button variant="primary" onClick={props.onClose}>
          {t('Done')}
        </Button>
      </>
    )
  }
  return (
    <>
      <Button
        onClick={state.step === 'sending' ? props.onStop : props.onClose}
        disabled={state.step === 'importing'}
      >
        {t('Cancel')}
      </Button>
      <Button
        variant="primary"
        busy={busy || isReading}
        busyText={busy ? t('Uploading...') : t('Reading the file...')}
        onClick={props.onUpload}
      >
        {t('Upload')}
      </Button>
    </>
  )
}
